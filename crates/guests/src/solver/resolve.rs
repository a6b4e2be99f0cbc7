//! Resolves a solver that the user named: from the cache, from PATH, or by installing it.

use super::Limits;
use super::cache::{Cache, CacheError, Installed, release_key, release_name, version_key};
use super::install::{InstallError, install, offered, refresh_drivers};
use super::process::run;
use super::profile::{Profile, ProfileError, Profiles};
use super::spec::{SolverSpec, SpecError};
use gainsay_lang::words::did_you_mean;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A solver that can be asked.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The user's name for it, or the profile's.
    pub name: String,
    /// Empty if the program does not tell its version.
    pub version: String,
    pub profile: Profile,
    /// The program and its arguments, without those for reading from standard input.
    pub argv: Vec<String>,
    pub environment: Vec<(String, String)>,
    /// The arguments in `argv` that the user gave.
    pub arguments: Vec<String>,
    /// Whether the user named a program to run, rather than a known solver.
    pub is_own: bool,
}

/// Everything needed to find solvers.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub profiles: Profiles,
    pub cache: Cache,
    /// Called before something is installed, which can take a while.
    pub installing: fn(&str),
}

/// An available solver, for listing.
#[derive(Clone, Debug)]
pub struct Found {
    pub solver: Solver,
    /// Its source: a package, or its path.
    pub origin: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    #[error(
        "no solver `{program}`{meant}: it is not a known name ({known}), and not on PATH; \
             give its command line as `name=command`, or describe it in gainsay.toml"
    )]
    Unknown { program: String, known: String, meant: String },
    #[error("cannot run {0} as a solver: no such file")]
    NoFile(String),
    #[error("cannot look at {}, which may be a solver: {source}", path.display())]
    Unseen { path: PathBuf, source: io::Error },
    #[error("`{0}` is a command line, which has no versions to choose from")]
    VersionOfCommand(String),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error(transparent)]
    Install(#[from] InstallError),
    #[error(transparent)]
    Cache(#[from] CacheError),
}

impl Catalogue {
    /// The shipped profiles, those of the user's `gainsay.toml` if there is one, and the user's cache.
    pub fn load(config: Option<&Path>) -> Result<Catalogue, ResolveError> {
        let mut profiles = Profiles::shipped();
        if let Some(config) = config {
            profiles.add_file(config)?;
        }
        Ok(Catalogue { profiles, cache: Cache::of_user()?, installing: |_| {} })
    }

    /// Parses a solver's name in any form and resolves it.
    pub fn solver(&self, text: &str) -> Result<Solver, ResolveError> {
        self.resolve(&text.parse()?)
    }

    /// Finds a solver: in the cache (the newest version unless one is named), else on PATH, else by installing it.
    pub fn resolve(&self, spec: &SolverSpec) -> Result<Solver, ResolveError> {
        let known = if spec.program.contains('/') { None } else { self.profiles.by_program(&spec.program) };
        match known {
            Some(profile) => Ok(self.known(profile, spec)?.with_arguments(spec)),
            None => {
                let solver = self.command(spec)?.with_arguments(spec);
                let known = if solver.profile.is_stranger { solver.recognised(&self.profiles) } else { None };
                Ok(known.unwrap_or_else(|| solver.with_version()))
            }
        }
    }

    /// All solvers in the cache, and the known ones on PATH.
    pub fn found(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for profile in self.profiles.iter() {
            for installed in self.cache.installed() {
                if installed.manifest.name == profile.name {
                    let origin = installed.manifest.origin.clone();
                    found.push(Found { solver: Solver::installed(profile, installed), origin });
                }
            }
            if let Ok(Some(path)) = find_on_path(profile.program()) {
                let solver = Solver::at(profile, path.to_string_lossy().into_owned()).with_version();
                found.push(Found { solver, origin: path.display().to_string() });
            }
        }
        found
    }

    /// The releases of a known solver, oldest first: those that packages offer, and those in the cache. If the
    /// packages cannot be queried, the error is returned, too.
    pub fn releases(&self, profile: &Profile) -> (Vec<String>, Option<InstallError>) {
        let (offered, failure) = match offered(profile) {
            Ok(versions) => (versions, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let cached = self.cache.installed().into_iter().map(|installed| installed.manifest);
        let cached = cached.filter(|manifest| manifest.name == profile.name).map(|manifest| manifest.version);
        let mut versions: Vec<String> =
            cached.chain(offered.into_iter().map(|version| release_name(&version))).collect();
        versions.sort_by_key(|version| release_key(version));
        versions.dedup_by_key(|version| release_key(version));
        (versions, failure)
    }

    fn known(&self, profile: &Profile, spec: &SolverSpec) -> Result<Solver, ResolveError> {
        let version = spec.version.as_deref();
        if let Some(installed) = self.cache.look_for(&profile.name, version)? {
            refresh_drivers(&installed);
            return Ok(Solver::installed(profile, installed));
        }
        if let Some(path) = find_on_path(profile.program())? {
            let solver = Solver::at(profile, path.to_string_lossy().into_owned()).with_version();
            if version.is_none_or(|version| version == solver.version) {
                return Ok(solver);
            }
        }
        let release = version.map(|version| format!("@{version}")).unwrap_or_default();
        (self.installing)(&format!("{}{release}", profile.name));
        Ok(Solver::installed(profile, install(profile, version, &self.cache)?))
    }

    fn command(&self, spec: &SolverSpec) -> Result<Solver, ResolveError> {
        let program = spec.program.clone();
        let path = if program.contains('/') {
            let path = PathBuf::from(&program);
            match look_at(&path).map_err(|source| ResolveError::Unseen { path: path.clone(), source })? {
                Some(data) if data.is_file() => path,
                _ => return Err(ResolveError::NoFile(program)),
            }
        } else {
            find_on_path(&program)?.ok_or_else(|| {
                let known: Vec<&str> = self.profiles.iter().map(|profile| profile.name.as_str()).collect();
                let meant = did_you_mean(&program, known.iter().copied());
                ResolveError::Unknown { program, known: known.join(", "), meant }
            })?
        };
        if spec.version.is_some() {
            return Err(ResolveError::VersionOfCommand(spec.to_string()));
        }
        let by_name = spec.name.as_ref().and_then(|name| self.profiles.get(name));
        let profile = by_name.or_else(|| self.profiles.by_program(&spec.program)).cloned();
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let profile = profile.unwrap_or_else(|| Profile::unknown(&file_name));
        Ok(Solver { is_own: true, ..Solver::at(&profile, path.to_string_lossy().into_owned()) })
    }
}

impl Solver {
    /// A solver from the cache.
    pub fn installed(profile: &Profile, installed: Installed) -> Solver {
        let argv = installed.command().into_iter().chain(profile.command.iter().skip(1).cloned());
        Solver {
            environment: installed.environment(),
            version: installed.manifest.version,
            ..Solver::new(profile, argv.collect())
        }
    }

    /// A user's command without any further knowledge.
    pub fn of_command(command: &[String]) -> Solver {
        let profile = Profile::unknown(command.first().map_or("", String::as_str));
        Solver { is_own: true, ..Solver::new(&profile, command.to_vec()) }
    }

    /// A solver of which only the profile and the command are known.
    fn new(profile: &Profile, argv: Vec<String>) -> Solver {
        Solver {
            name: profile.name.clone(),
            version: String::new(),
            profile: profile.clone(),
            argv,
            environment: Vec::new(),
            arguments: Vec::new(),
            is_own: false,
        }
    }

    /// A program at a path.
    fn at(profile: &Profile, path: String) -> Solver {
        let options = profile.command.iter().skip(1).cloned();
        Solver::new(profile, std::iter::once(path).chain(options).collect())
    }

    /// The same solver with the version of the program that answers. Where a word of the command starts another program, as
    /// behind `nice`, only the whole command tells it; of a script that an interpreter is handed, it is not known.
    fn with_version(mut self) -> Solver {
        let words = self.argv.get(1..).unwrap_or_default();
        let starts = |word: &String| word.contains(' ') || matches!(find_on_path(word), Ok(Some(_)));
        let version = if words.iter().any(starts) {
            self.ask_version()
        } else if words.iter().any(|word| is_file(word)) {
            None
        } else {
            Solver { argv: self.argv[..1].to_vec(), ..self.clone() }.ask_version()
        };
        self.version = version.unwrap_or_default();
        self
    }

    fn with_arguments(mut self, spec: &SolverSpec) -> Solver {
        self.argv.extend(spec.arguments.iter().cloned());
        self.arguments.clone_from(&spec.arguments);
        if let Some(name) = &spec.name {
            self.name.clone_from(name);
        }
        self
    }

    /// The same solver with further options, for instance one of the profile's variations.
    pub fn with_options(&self, options: &[String]) -> Solver {
        let mut solver = self.clone();
        solver.argv.extend(options.iter().cloned());
        solver.arguments.extend(options.iter().cloned());
        solver
    }

    /// The same solver with these arguments instead of the user's. Those that it has stay as the command has them: with full paths.
    pub fn with_only(&self, arguments: &[String]) -> Solver {
        let bare = self.argv.len().saturating_sub(self.arguments.len());
        let (command, own) = self.argv.split_at(bare);
        let as_run = |argument: &String| {
            let at = self.arguments.iter().position(|known| known == argument);
            at.and_then(|at| own.get(at)).unwrap_or(argument).clone()
        };
        let argv = command.iter().cloned().chain(arguments.iter().map(as_run)).collect();
        Solver { argv, arguments: arguments.to_vec(), ..self.clone() }
    }

    /// The same solver with another random seed; unchanged if it takes none.
    pub fn with_seed(&self, seed: u32) -> Solver {
        let fill = |option: &String| option.replace("{seed}", &seed.to_string());
        self.with_options(&self.profile.options.seed.iter().map(fill).collect::<Vec<_>>())
    }

    /// The same solver with a variable in its environment.
    pub fn with_variable(&self, name: &str, value: &str) -> Solver {
        let mut solver = self.clone();
        solver.environment.push((name.to_owned(), value.to_owned()));
        solver
    }

    /// Whether its profile says that it supports this kind of request.
    pub fn answers(&self, kind: &str) -> bool {
        self.profile.answers.iter().any(|word| word == kind)
    }

    /// Name, version and the user's options: the key under which findings are filed.
    pub fn label(&self) -> String {
        let version = if self.version.is_empty() { String::new() } else { format!("@{}", self.version) };
        let arguments = self.arguments.iter().map(|argument| format!(" {argument}"));
        format!("{}{version}{}", self.name, arguments.collect::<String>())
    }

    /// The family of solvers that share code, and so bugs: releases and option sets of one solver, or a solver and
    /// its successor.
    pub fn family(&self) -> &str {
        self.profile.family.as_deref().unwrap_or(&self.profile.name)
    }

    /// Whether string literals in its models have the escapes from before SMT-LIB 2.6.
    pub fn writes_old_strings(&self) -> bool {
        let last = self.profile.old_strings_until.as_deref();
        last.is_some_and(|last| version_key(&self.version) <= version_key(last))
    }

    /// The command as a user could type it.
    pub fn command_line(&self) -> String {
        self.argv.join(" ")
    }

    /// The command, ready for the arguments that say where the script comes from.
    pub(super) fn command(&self) -> Command {
        let argv = self.full_argv();
        let mut command = Command::new(&argv[0]);
        command.args(&argv[1..]).envs(self.environment.iter().cloned());
        command
    }

    /// The program's line about its version, which often names the build.
    pub fn version_line(&self) -> Option<String> {
        if self.version.is_empty() {
            return None;
        }
        let mut command = self.command();
        let run = run(command.args(&self.profile.version), b"", &Limits::default()).ok()?;
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        let line = text.lines().find(|line| version_in(line).is_some())?;
        Some(line.trim().to_owned())
    }

    /// As `argv`, but with absolute paths: solvers do not run in the user's folder.
    pub fn full_argv(&self) -> Vec<String> {
        let mut argv: Vec<String> = self.argv.iter().map(|argument| with_absolute_file(argument)).collect();
        if let Some(program) = argv.first_mut() {
            // A program without a folder is looked up on PATH.
            *program =
                if self.argv[0].contains('/') { absolute(&self.argv[0]) } else { self.argv[0].clone() };
        }
        argv
    }

    /// The version that the program reports.
    pub(super) fn ask_version(&self) -> Option<String> {
        version_in(&self.ask_version_line()?)
    }

    /// The first line with a version that the program prints when it is asked for one.
    pub(super) fn ask_version_line(&self) -> Option<String> {
        let mut command = self.command();
        let run = run(command.args(&self.profile.version), b"", &Limits::for_little()).ok()?;
        let line = |bytes| {
            let text = String::from_utf8_lossy(bytes);
            text.lines().find(|line| version_in(line).is_some()).map(str::to_owned)
        };
        line(&run.stdout).or_else(|| line(&run.stderr))
    }
}

/// The first word that looks like a version: digits with dots between them, perhaps with a suffix.
pub fn version_in(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || ",()[]\"".contains(c));
    let trimmed = words.map(|word| word.trim_start_matches('v').trim_end_matches(['.', ';', ':']));
    let looks_right = |word: &&str| {
        let (first, rest) = word.split_once('.').unwrap_or((word, ""));
        !first.is_empty()
            && first.bytes().all(|byte| byte.is_ascii_digit())
            && rest.starts_with(|c: char| c.is_ascii_digit())
    };
    trimmed.into_iter().find(looks_right).map(str::to_owned)
}

/// Makes the file in an argument absolute, if it names an existing one: `solver.py`, `--config=solver.conf`. A
/// plain word is not treated as a file, since a folder may contain a file of any name.
fn with_absolute_file(argument: &str) -> String {
    let (option, file) = match argument.split_once('=') {
        Some((option, file)) if argument.starts_with('-') => (format!("{option}="), file),
        _ => (String::new(), argument),
    };
    if is_file(file) { option + &absolute(file) } else { argument.to_owned() }
}

/// Whether a word names a file that is there.
fn is_file(word: &str) -> bool {
    word.contains(['.', '/']) && Path::new(word).is_file()
}

fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// What is known of a file; `None` where there is none.
fn look_at(path: &Path) -> io::Result<Option<Metadata>> {
    match path.metadata() {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        data => data.map(Some),
    }
}

/// The program that a name or a path means. What may be there and cannot be looked at is not missing.
fn find_on_path(program: &str) -> Result<Option<PathBuf>, ResolveError> {
    let is_runnable = |data: &Metadata| data.is_file() && data.permissions().mode() & 0o111 != 0;
    let unseen = |path: &Path, source| ResolveError::Unseen { path: path.to_owned(), source };
    if program.contains('/') {
        let path = PathBuf::from(program);
        let data = look_at(&path).map_err(|source| unseen(&path, source))?;
        return Ok(data.as_ref().is_some_and(is_runnable).then_some(path));
    }
    let mut failure = None;
    for folder in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        let path = folder.join(program);
        match look_at(&path) {
            Ok(Some(data)) if is_runnable(&data) => {
                return Ok(Some(std::path::absolute(&path).unwrap_or(path)));
            }
            // Folders of other users are on many a PATH.
            Err(error) if error.kind() != io::ErrorKind::PermissionDenied => {
                failure.get_or_insert(unseen(&path, error));
            }
            _ => {}
        }
    }
    failure.map_or(Ok(None), Err)
}
