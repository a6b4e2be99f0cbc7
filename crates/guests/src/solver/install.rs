//! Installing solvers from packages that carry them ready to run, through the machine's own clients: pip and apt.
//!
//! A solver is assembled in a staging folder, must answer a question there, and is then moved into the cache.

use super::Limits;
use super::cache::{Cache, CacheError, FOLDER, Installed, Manifest, release_key, release_name};
use super::profile::{Profile, Program, Source};
use super::resolve::Solver;
use super::spec::is_release;
use gainsay_lang::answer::Outcome;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Our drivers for solvers that are Python modules, as (file, text); all of them import the first.
const DRIVERS: &[(&str, &str)] = &[
    ("driver.py", include_str!("../../../../solvers/driver.py")),
    ("cvc5_driver.py", include_str!("../../../../solvers/cvc5_driver.py")),
    ("bitwuzla_driver.py", include_str!("../../../../solvers/bitwuzla_driver.py")),
];

/// The question that a solver must answer before it is admitted.
const FIRST_QUESTION: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(assert (= (bvadd x #b0001) #b0011))\n(check-sat)\n(exit)\n";

#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error(
        "gainsay cannot install {0}: no free package carries it; put `{1}` on PATH, or give its command line"
    )]
    NoSource(String, String),
    #[error("cannot install {solver}:\n{}", reasons.join("\n"))]
    Failed { solver: String, reasons: Vec<String> },
    #[error("`{0}` is no release: one begins with a digit, and has digits, letters and `.+-_~` only")]
    NoRelease(String),
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Installs a version of a solver, or the newest one; does nothing if it is installed.
pub fn install(profile: &Profile, version: Option<&str>, cache: &Cache) -> Result<Installed, InstallError> {
    if let Some(version) = version.filter(|version| !is_release(version)) {
        return Err(InstallError::NoRelease(version.to_owned()));
    }
    let _lock = cache.lock()?;
    // Another process may have installed it while we waited for the lock.
    if version.is_some()
        && let Some(installed) = cache.look_for(&profile.name, version)?
    {
        return Ok(installed);
    }
    if profile.install.is_empty() {
        return Err(InstallError::NoSource(profile.name.clone(), profile.program().to_owned()));
    }
    let mut reasons = Vec::new();
    for source in &profile.install {
        let staging = cache.staging()?;
        let staged = match source {
            Source::Pip { package, program } => from_pip(package, program, version, &staging),
            Source::Apt { package, executable } => from_apt(package, executable, version, &staging),
        };
        match staged.and_then(|staged| prove(profile, version, staged, &staging)) {
            Ok(manifest) => return Ok(cache.admit(&staging, &manifest)?),
            Err(reason) => reasons.push(reason),
        }
        let _ = fs::remove_dir_all(&staging);
    }
    // That some release is installed already does not matter if another one was requested and there are other
    // reasons.
    if version.is_some() && reasons.len() > 1 {
        reasons.retain(|reason| !reason.ends_with(INSTALLED));
    }
    let version = version.map(|version| format!("@{version}")).unwrap_or_default();
    Err(InstallError::Failed { solver: format!("{}{version}", profile.name), reasons })
}

/// The releases of a solver that its packages offer, with the packages' version numbers.
pub fn offered(profile: &Profile) -> Result<Vec<String>, InstallError> {
    let mut reasons = Vec::new();
    let mut found = Vec::new();
    for source in &profile.install {
        // Debian has one version of a package, which is the one installed without a version.
        let Source::Pip { package, .. } = source else { continue };
        match pip_versions(package) {
            Ok(versions) => found.extend(versions),
            Err(reason) => reasons.push(reason),
        }
    }
    if found.is_empty() && !reasons.is_empty() {
        return Err(InstallError::Failed { solver: profile.name.clone(), reasons });
    }
    Ok(found)
}

/// Asks pip for a version that cannot exist: every release of pip then lists the versions that do.
fn pip_versions(package: &str) -> Result<Vec<String>, String> {
    let mut pip = pip("download", Path::new("/"));
    pip.arg("--dest").args([std::env::temp_dir().as_os_str(), format!("{package}<0").as_ref()]);
    let Err(complaint) = run(&mut pip) else { return Ok(Vec::new()) };
    match known_versions(&complaint) {
        Some("none") | None => Err(explain_pip(package, None, &complaint)),
        Some(versions) => Ok(versions.split(", ").map(str::to_owned).collect()),
    }
}

/// A call of Python in this folder, of which it loads nothing, nor of any folder that the environment names: the user may be in a
/// folder from somebody else.
fn python(folder: &Path) -> Command {
    let mut python = Command::new("python3");
    python.arg("-I").current_dir(folder);
    python
}

/// A call of pip in this folder, without prompts and without building from source.
fn pip(action: &str, folder: &Path) -> Command {
    let mut pip = python(folder);
    pip.args(["-m", "pip", action, "--quiet", "--no-deps", "--no-input", "--disable-pip-version-check"])
        .args(["--only-binary", ":all:", "--retries", "2", "--timeout", "20"]);
    pip
}

fn known_versions(complaint: &str) -> Option<&str> {
    Some(complaint.split_once("(from versions: ")?.1.split_once(')')?.0)
}

/// Brings the drivers of a solver that an older gainsay installed up to date.
pub fn refresh_drivers(installed: &Installed) {
    for (file, text) in DRIVERS {
        let path = installed.folder.join(file);
        if fs::read_to_string(&path).is_ok_and(|old| old != *text) {
            // In one step, because the solver may be starting in another process right now.
            let new = path.with_extension(format!("new-{}", std::process::id()));
            let _ = fs::write(&new, text).and_then(|()| fs::rename(&new, &path));
        }
    }
}

/// Runs a staged solver to learn its version and whether it answers. Completes the manifest with name and version.
fn prove(
    profile: &Profile,
    wanted: Option<&str>,
    staged: Manifest,
    folder: &Path,
) -> Result<Manifest, String> {
    let mut manifest = Manifest { name: profile.name.clone(), ..staged };
    let origin = manifest.origin.clone();
    let mut solver =
        Solver::installed(profile, Installed { folder: folder.to_owned(), manifest: manifest.clone() });
    manifest.version = solver.ask_version().ok_or(format!("  {origin}: does not tell its version"))?;
    if let Some(wanted) = wanted
        && !manifest.has_version(wanted)
    {
        return Err(format!("  {origin}: has version {}, not {wanted}", manifest.version));
    }
    solver.version.clone_from(&manifest.version);
    match solver.ask_fresh(FIRST_QUESTION, &Limits::seconds(60.0)) {
        Ok(answer) if answer.outcome == Outcome::Sat => Ok(manifest),
        Ok(answer) => Err(format!("  {origin}: does not work here: {:?}", answer.outcome)),
        Err(error) => Err(format!("  {origin}: does not work here: {error}")),
    }
}

fn from_pip(
    package: &str,
    program: &Program,
    version: Option<&str>,
    into: &Path,
) -> Result<Manifest, String> {
    let requirement = version.map_or(package.to_owned(), |version| {
        // `==4.8.10.*` also matches 4.8.10 itself, 4.8.10.0 and 4.8.10.post1: releases are repackaged under such
        // numbers.
        let prefix =
            if version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') { ".*" } else { "" };
        format!("{package}=={version}{prefix}")
    });
    let mut pip = pip("install", into);
    pip.arg("--target").args([into.as_os_str(), requirement.as_ref()]).env("PIP_ROOT_USER_ACTION", "ignore");
    run(&mut pip).map_err(|error| explain_pip(package, version, &error))?;
    let command = match program {
        Program::Executable(path) => vec![executable(into, path)?],
        Program::Driver(driver) => {
            for (file, text) in DRIVERS {
                fs::write(into.join(file), text).map_err(|error| format!("  pip {package}: {error}"))?;
            }
            // By its real path: `python3` may be a slow wrapper, and the module fits this interpreter only.
            let python = run(python(into).args(["-c", "import sys; print(sys.executable)"]))?;
            vec![python.trim().to_owned(), "-ES".to_owned(), format!("{FOLDER}/{driver}")]
        }
    };
    let package_version = wheel_version(into).unwrap_or_default();
    let origin = format!("pip {package} {package_version}").trim_end().to_owned();
    Ok(Manifest { command, origin, package_version, ..Manifest::default() })
}

/// pip ends with `(from versions: ...)`, which is what the user needs to know.
fn explain_pip(package: &str, version: Option<&str>, output: &str) -> String {
    match (known_versions(output), version) {
        (Some("none"), _) => format!(
            "  pip {package}: no package found for this machine; check the connection and pip's configuration"
        ),
        (Some(versions), Some(version)) => {
            let versions: Vec<&str> = versions.split(", ").collect();
            format!("  pip {package}: no release {version}{}", nearest(version, &versions))
        }
        _ => format!("  pip {package}: {output}"),
    }
}

/// The releases before and after one that does not exist, to suggest in case of a typing error.
fn nearest(wanted: &str, versions: &[&str]) -> String {
    let key = release_key(wanted);
    let before = versions.iter().filter(|version| release_key(version) < key).max_by_key(|v| release_key(v));
    let after = versions.iter().filter(|version| release_key(version) > key).min_by_key(|v| release_key(v));
    let near: Vec<String> = before.into_iter().chain(after).map(|version| release_name(version)).collect();
    match near.as_slice() {
        [] => String::new(),
        [one] => format!("; the nearest of {} is {one}", versions.len()),
        several => format!("; the nearest of {} are {}", versions.len(), several.join(" and ")),
    }
}

/// The version in the name of the folder `NAME-VERSION.dist-info`.
fn wheel_version(folder: &Path) -> Option<String> {
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter_map(|name| Some(name.strip_suffix(".dist-info")?.split_once('-')?.1.to_owned())).next()
}

/// apt has it installed and no longer offers its archive, so there is nothing to unpack.
const INSTALLED: &str =
    "is installed already and no longer offered as a package; its program should be on PATH";

/// Unpacks a Debian package and those of its dependencies that the machine lacks; needs no rights.
fn from_apt(package: &str, program: &str, version: Option<&str>, into: &Path) -> Result<Manifest, String> {
    let fail = |error: String| format!("  apt {package}: {error}");
    let needed = needed_packages(package).map_err(fail)?;
    let own = needed.iter().find(|(name, _)| name == package);
    let own = &own.ok_or_else(|| fail(INSTALLED.to_owned()))?.1;
    let upstream = own.rsplit_once('-').map_or(own.as_str(), |(upstream, _)| upstream);
    if let Some(wanted) = version
        && !format!("{upstream}.").starts_with(&format!("{wanted}."))
    {
        return Err(fail(format!("has version {upstream} only, not {wanted}")));
    }
    for (name, version) in &needed {
        let archive = format!("{name}={version}");
        run(Command::new("apt-get").args(["download", "-qq", &archive]).current_dir(into)).map_err(fail)?;
    }
    for archive in files(into, |name| name.ends_with(".deb")) {
        run(Command::new("dpkg-deb").arg("-x").arg(&archive).arg(into)).map_err(fail)?;
        let _ = fs::remove_file(archive);
    }
    let in_folder = |path: PathBuf| Some(format!("{FOLDER}/{}", path.strip_prefix(into).ok()?.display()));
    let libraries: Vec<String> = library_folders(into).into_iter().filter_map(in_folder).collect();
    let environment = BTreeMap::from([("LD_LIBRARY_PATH".to_owned(), libraries.join(":"))]);
    Ok(Manifest {
        command: vec![executable(into, program)?],
        environment: if libraries.is_empty() { BTreeMap::new() } else { environment },
        origin: format!("apt {package} {own}"),
        package_version: own.clone(),
        ..Manifest::default()
    })
}

/// The packages that installing this one would bring, as (name, version). It is among them even if it is
/// installed.
fn needed_packages(package: &str) -> Result<Vec<(String, String)>, String> {
    let options = ["install", "--reinstall", "--print-uris", "-qq", "--no-install-recommends", package];
    let list = || run(Command::new("apt-get").args(options));
    let output = list().or_else(|error| {
        // The package lists may be missing or old; only root may fetch them.
        run(Command::new("apt-get").args(["update", "-qq"])).map_err(|_| error)?;
        list()
    })?;
    // Each line: 'address' NAME_VERSION_ARCHITECTURE.deb SIZE HASH
    let archives = output.lines().filter_map(|line| line.split_whitespace().nth(1));
    let parts = archives.filter_map(|file| {
        let (name, rest) = file.split_once('_')?;
        Some((name.to_owned(), rest.split_once('_')?.0.replace("%3a", ":")))
    });
    Ok(parts.collect())
}

/// Folders under `usr/lib` with shared libraries in them.
fn library_folders(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.join("usr/lib"), root.join("lib")];
    for parent in folders.clone() {
        folders.extend(files(&parent, |_| true).into_iter().filter(|path| path.is_dir()));
    }
    folders.retain(|folder| !files(folder, |name| name.contains(".so")).is_empty());
    folders
}

fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let wanted = entries.filter(|entry| entry.file_name().to_str().is_some_and(&wanted));
    wanted.map(|entry| entry.path()).collect()
}

/// Checks that the program exists, makes it executable, and returns its place for the manifest.
fn executable(folder: &Path, path: &str) -> Result<String, String> {
    let file = folder.join(path);
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&file, permissions)
        .map_err(|error| format!("  the package has no {path}: {error}"))?;
    Ok(format!("{FOLDER}/{path}"))
}

/// Runs a client to its end; returns its output, or its complaint.
fn run(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output =
        command.env("LC_ALL", "C").output().map_err(|error| format!("cannot run {program}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(if message.is_empty() { format!("{program} failed with {}", output.status) } else { message })
}
