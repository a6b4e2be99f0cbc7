//! The settings file, `gainsay.toml`: which one is used, and whether the programs that it names may be run.
//!
//! A file in the current folder may come from another user, for instance in an archive of benchmarks. So its programs are
//! run, and files outside of this folder that it names are read, only after the user has allowed it once (`--trust`) or has
//! named the file (`--config`).

use super::hunt::Options;
use super::{Colour, paint};
use crate::files::find;
use crate::quote::one_line;
use crate::solver::{Catalogue, Profiles, SolverSpec, is_trusted, others_may_write, trusts_all};
use crate::store::is_shared;
use crate::triage::Ignores;
use anyhow::{Context, bail};
use std::path::{Component, Path, PathBuf};

/// A settings file. It is read only once, so that the text that was checked is the text that is used.
pub struct Settings {
    pub path: PathBuf,
    pub text: String,
    /// Whether the user named it on the command line.
    is_named: bool,
}

/// The settings of a command: the user's solvers, the `[[ignore]]` tables, and the defaults of `[hunt]`. All commands load them
/// here.
pub struct Config(Option<Settings>);

impl Config {
    /// For a command that runs solvers.
    pub fn find(named: Option<PathBuf>) -> anyhow::Result<Config> {
        let config = Config(Settings::find(named)?);
        if let Some(settings) = &config.0 {
            settings.allow(&settings.own_solvers()?)?;
            settings.tell();
        }
        Ok(config)
    }

    /// For a hunt, with the options of `[hunt]`, which can name programs, too.
    pub fn of_hunt(named: Option<PathBuf>, quiet: bool) -> anyhow::Result<(Config, Options)> {
        let config = Config(Settings::find(named)?);
        let Some(settings) = &config.0 else { return Ok((config, Options::default())) };
        let options = Options::of(settings)?;
        settings.allow(&[settings.own_solvers()?, settings.hunted(&options)?].concat())?;
        if !quiet {
            settings.tell();
        }
        Ok((config, options))
    }

    /// For a command that runs none of the solvers: a file that may not be used is left out.
    pub fn known(named: Option<PathBuf>) -> anyhow::Result<Config> {
        let Some(settings) = Settings::find(named)? else { return Ok(Config(None)) };
        match settings.allow(&settings.own_solvers()?) {
            Ok(()) => Ok(Config(Some(settings))),
            Err(why) => {
                remark!("{}: left out: {why}", paint("warning", Colour::Yellow));
                Ok(Config(None))
            }
        }
    }

    /// The solvers that are known: the shipped ones, and those of the file.
    pub fn catalogue(&self) -> anyhow::Result<Catalogue> {
        let mut catalogue = Catalogue::load(None)?;
        if let Some(Settings { path, text, .. }) = &self.0 {
            catalogue.profiles.add_text(&path.display().to_string(), text)?;
        }
        catalogue.installing = |name| remark!("installing {name} ...");
        Ok(catalogue)
    }

    /// The `[[ignore]]` tables: findings that are not reported again.
    pub fn ignores(&self) -> anyhow::Result<Ignores> {
        let Some(Settings { path, text, .. }) = &self.0 else { return Ok(Ignores::default()) };
        Ok(Ignores::read(&path.display().to_string(), text)?)
    }
}

const FILE: &str = "gainsay.toml";
/// The kind under which trust in settings files is recorded.
const KIND: &str = "settings";

impl Settings {
    /// The file that the user names, otherwise the one in this folder, if there is one.
    pub fn find(named: Option<PathBuf>) -> anyhow::Result<Option<Settings>> {
        let is_named = named.is_some();
        let here = PathBuf::from(FILE);
        let Some(path) = named.or_else(|| here.exists().then_some(here)) else { return Ok(None) };
        Settings::read(path, is_named).map(Some)
    }

    /// A file that was found in a folder, which may be another user's.
    pub fn found(path: PathBuf) -> anyhow::Result<Settings> {
        Settings::read(path, false)
    }

    fn read(path: PathBuf, is_named: bool) -> anyhow::Result<Settings> {
        let text = crate::files::read(&path).with_context(|| format!("cannot read {}", path.display()))?.text;
        Ok(Settings { path, text, is_named })
    }

    /// The programs of its `[solver.NAME]` tables, each as name and command line.
    pub fn own_solvers(&self) -> anyhow::Result<Vec<String>> {
        let mut profiles = Profiles::shipped();
        profiles.add_text(&self.path.display().to_string(), &self.text)?;
        let tables: toml::Table = toml::from_str(&self.text).unwrap_or_default();
        let is_in_file = |name: &str| tables.get("solver").is_some_and(|solvers| solvers.get(name).is_some());
        let own = profiles.iter().filter(|profile| is_in_file(&profile.name));
        Ok(own.map(|profile| format!("{} ({})", profile.name, profile.command.join(" "))).collect())
    }

    /// The entries of `[hunt]` that could do harm: programs other than known solvers; known solvers with arguments, by which they
    /// may write files; servers, and folders outside of this one, to write to; and files outside of this folder to read, whose
    /// content would become part of tests and reports.
    pub fn hunted(&self, options: &Options) -> anyhow::Result<Vec<String>> {
        let known = Profiles::shipped();
        let mut programs = Vec::new();
        for text in &options.solver {
            let specs = SolverSpec::parse_list(text)?;
            let own = specs.into_iter().filter(|spec| spec.is_own() || known.get(&spec.program).is_none());
            programs.extend(own.map(|spec| spec.to_string()));
        }
        let place = |path: &PathBuf| match is_shared(path) {
            true => Some(format!("the server {}", path.display())),
            false => writes_elsewhere(path).then(|| format!("the folder {}", path.display())),
        };
        programs.extend(options.campaign.iter().chain(&options.bugs).filter_map(place));
        let seeds = options.seeds.iter().map(PathBuf::from).filter(|word| leads_elsewhere(word));
        programs.extend(seeds.map(|word| format!("the seeds {}", word.display())));
        let rules = options.rules.iter().filter(|path| leads_elsewhere(path));
        programs.extend(rules.map(|path| format!("the rules {}", path.display())));
        Ok(programs)
    }

    /// Refuses these programs of the file, unless the user has named or trusted it.
    pub fn allow(&self, programs: &[String]) -> anyhow::Result<()> {
        if self.is_named || programs.is_empty() {
            return Ok(());
        }
        let path = std::path::absolute(&self.path)?.display().to_string();
        // Records `--trust` even for a file that others may write; but without `--trust` such a file is
        // refused.
        let is_known = is_trusted(KIND, &format!("{path}\n{}", self.text), None);
        let why = match others_may_write(&self.path) {
            Some(why) if !trusts_all() => why,
            _ if is_known => return Ok(()),
            _ => "it was not used here before, or has changed".to_owned(),
        };
        let (file, or_named) = match self.path == Path::new(FILE) {
            true => (format!("{FILE} in this folder"), format!(", or with --config {FILE}")),
            false => (self.path.display().to_string(), String::new()),
        };
        bail!(
            "{file} names what could do harm: {}; {why}. If you trust it, repeat the command with --trust, which is remembered\
             {or_named}",
            one_line(&programs.join(", "))
        )
    }

    /// Reports that the file is used, and which programs it names.
    pub fn tell(&self) {
        let programs = self.own_solvers().unwrap_or_default();
        let programs = match programs.as_slice() {
            [] => String::new(),
            programs => format!(", which names the programs {}", one_line(&programs.join(", "))),
        };
        remark!("using {}{programs}", self.path.display());
    }
}

/// Whether a path is written so that it leaves this folder.
fn is_elsewhere(path: &Path) -> bool {
    path.is_absolute() || path.components().any(|part| part == Component::ParentDir)
}

/// Whether a path to write to may lead out of this folder: by its form, or by a link in it, even a dangling one.
fn writes_elsewhere(path: &Path) -> bool {
    let is_link = |part: &Path| part.symlink_metadata().is_ok_and(|data| data.is_symlink());
    is_elsewhere(path) || path.ancestors().any(is_link)
}

/// Whether a path or pattern to read leads out of this folder: by its form, or by a link.
fn leads_elsewhere(word: &Path) -> bool {
    let Ok(here) = Path::new(".").canonicalize() else { return true };
    // What cannot be found is not read, either.
    let is_outside = |path: &Path| path.canonicalize().is_ok_and(|real| !real.starts_with(&here));
    is_elsewhere(word) || find(word).is_ok_and(|files| files.iter().any(|file| is_outside(file)))
}
