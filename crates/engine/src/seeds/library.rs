//! An ordered index of seeds. Only names are kept; a seed is read when it is requested.

use super::record::digest;
use super::shipped::{self, Shipped};
use super::{Claim, Draft, Unusable};
use crate::files::{FindError, ReadError, find_all, read_at_most};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::digest_with;
use gainsay_lang::script::{Command, DeclKind, Features, Function, ProblemKind, Script, Term, View};
use gainsay_lang::words::did_you_mean;
use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum SeedsError {
    #[error("no seeds: {0}")]
    Files(#[from] FindError),
    #[error("no built-in seeds for {0}; there are seeds for {1}")]
    NoLogic(String, String),
}

/// Seeds by number, in an order that depends on nothing but their names.
#[derive(Debug)]
pub struct Library {
    /// The folders; the seeds of each are consecutive.
    folders: Vec<Folder>,
    seeds: Vec<Entry>,
    /// Texts with more bytes are not read.
    pub largest: usize,
    /// The claimed answer of seeds about which nothing else is known.
    pub claimed: Status,
    /// The wanted logics; all if empty.
    logics: Vec<String>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    claim: Status,
    seeds: Range<usize>,
}

#[derive(Debug)]
struct Entry {
    folder: u32,
    place: Place,
}

#[derive(Debug)]
enum Place {
    File(OsString),
    Shipped(&'static Shipped),
}

/// Larger texts are mostly slow for solvers, and tests made of them are hardly readable.
const LARGEST: usize = 200_000;

impl Library {
    /// The built-in seeds, by logic and status.
    pub fn builtin() -> Library {
        let mut library = Library::none();
        for seed in shipped::shipped() {
            library.add(seed.folder().into(), seed.answer, Place::Shipped(seed));
        }
        library
    }

    /// The scripts named by files, folders (recursively) and patterns.
    pub fn open(words: &[String]) -> Result<Library, SeedsError> {
        let mut library = Library::none();
        for (folder, name) in find_all(words)? {
            let claim = match library.folders.last() {
                Some(last) if last.path == folder => last.claim,
                _ => claim_of(&folder),
            };
            library.add(folder, claim, Place::File(name));
        }
        Ok(library)
    }

    /// No seeds at all.
    pub fn none() -> Library {
        Library {
            folders: Vec::new(),
            seeds: Vec::new(),
            largest: LARGEST,
            claimed: Status::Unknown,
            logics: Vec::new(),
        }
    }

    /// Adds a seed; seeds of one folder must be added consecutively.
    fn add(&mut self, path: PathBuf, claim: Status, place: Place) {
        let number = self.seeds.len();
        match self.folders.last_mut() {
            Some(folder) if folder.path == path => folder.seeds.end = number + 1,
            _ => self.folders.push(Folder { path, claim, seeds: number..number + 1 }),
        }
        self.seeds.push(Entry { folder: self.folders.len() as u32 - 1, place });
    }

    /// The seeds that a user means: scripts, folders and patterns, or the built-in ones if none are named,
    /// restricted to these logics, with the answer that the user claims. It may be empty: some strategies need no
    /// seeds.
    pub fn choose(seeds: &[String], logics: &[String], claimed: Status) -> Result<Library, SeedsError> {
        let mut library = if seeds.is_empty() { Library::builtin() } else { Library::open(seeds)? };
        library.claimed = claimed;
        if logics.is_empty() {
            return Ok(library);
        }
        match library.with_logics(logics) {
            Err(SeedsError::NoLogic(..)) if logics.iter().all(|name| Features::of_logic(name).is_some()) => {
                Ok(Library::none())
            }
            found => found,
        }
    }

    /// The number of seeds, and a digest of their names.
    pub fn digest(&self) -> String {
        let all = (0..self.len()).fold(0, |sum, at| digest_with(sum, &self.origin(at)));
        format!("{} seeds, {all:016x}", self.len())
    }

    /// Only seeds of these logics. The logic is the one that a script sets or, if it sets none, the smallest that
    /// it needs. For files it is only known when they are read; those of other logics are unusable then.
    pub fn with_logics(self, logics: &[String]) -> Result<Library, SeedsError> {
        let mut kept = Library { largest: self.largest, claimed: self.claimed, ..Library::none() };
        kept.logics = logics.to_vec();
        for entry in self.seeds {
            if let Place::Shipped(seed) = entry.place
                && !kept.wants(seed.logic)
            {
                continue;
            }
            let folder = &self.folders[entry.folder as usize];
            kept.add(folder.path.clone(), folder.claim, entry.place);
        }
        if kept.is_empty() {
            let known = shipped::LOGICS.map(|logic| logic.0);
            let wanted = logics.iter().map(|logic| format!("{logic}{}", did_you_mean(logic, known)));
            return Err(SeedsError::NoLogic(wanted.collect::<Vec<_>>().join(", "), known.join(", ")));
        }
        Ok(kept)
    }

    fn wants(&self, logic: &str) -> bool {
        self.logics.is_empty() || self.logics.iter().any(|wanted| wanted == logic)
    }

    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// The origin of a seed: its path, or the name of a built-in one.
    pub fn origin(&self, number: usize) -> String {
        match &self.seeds[number].place {
            Place::File(name) => self.folder(number).path.join(name).to_string_lossy().into_owned(),
            Place::Shipped(seed) => seed.origin(),
        }
    }

    /// The seeds of the same folder, or the built-in ones of the same logic and status, including this one.
    pub fn siblings(&self, number: usize) -> Range<usize> {
        self.folder(number).seeds.clone()
    }

    /// The answer that the name of a seed's folder claims.
    pub fn claim(&self, number: usize) -> Status {
        self.folder(number).claim
    }

    fn folder(&self, number: usize) -> &Folder {
        &self.folders[self.seeds[number].folder as usize]
    }

    /// Reads a seed: the first question of its script.
    pub fn load(&self, number: usize) -> Result<Draft, Unusable> {
        let origin = self.origin(number);
        match &self.seeds[number].place {
            Place::Shipped(seed) => {
                let mut draft =
                    draft(origin, seed.text, &|_| true, |_| Claim { answer: seed.answer, by: SHIPPED })?;
                draft.known = Some(seed.record(draft.digest));
                Ok(draft)
            }
            Place::File(name) => {
                let text = self.read(&self.folder(number).path.join(name))?;
                let claim = |script: &Script| claim_for(script, self.claim(number), self.claimed);
                draft(origin, &text, &|logic| self.wants(logic), claim)
            }
        }
    }

    fn read(&self, path: &std::path::Path) -> Result<String, Unusable> {
        let source = read_at_most(path, self.largest).map_err(|error| match error {
            ReadError::TooLarge { limit } => Unusable::TooLarge { limit },
            ReadError::NoScript(_) => Unusable::NotUnderstood(error.to_string()),
            ReadError::Failed(cause) if is_passing(&cause) => Unusable::Failed(cause.to_string()),
            ReadError::Failed(_) | ReadError::Corrupt(_) => Unusable::Unreadable(error.to_string()),
        })?;
        match source.is_exact {
            true => Ok(source.text),
            false => Err(Unusable::NotUnderstood("it is not UTF-8 text".to_owned())),
        }
    }
}

/// Whether a file could not be read for a reason that lies elsewhere and may pass.
fn is_passing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{IsADirectory, NotADirectory, NotFound, PermissionDenied};
    let is_of_file = [NotFound, PermissionDenied, NotADirectory, IsADirectory].contains(&error.kind());
    !is_of_file && error.raw_os_error() != Some(libc::ELOOP)
}

const SHIPPED: &str = "gainsay, which comes with it";

/// The answer claimed by the nearest folder that is named after an answer.
fn claim_of(folder: &std::path::Path) -> Status {
    let names = folder.components().rev().filter_map(|part| part.as_os_str().to_str());
    names.filter_map(Status::from_word).find(|answer| answer.is_known()).unwrap_or_default()
}

/// The claimed answer of a script: its own `:status` if it asks one question, else its folder's, else the user's.
fn claim_for(script: &Script, folder: Status, user: Status) -> Claim {
    let questions = script.count_questions();
    let own =
        script.info(":status").filter(|_| questions == 1).and_then(Status::from_word).unwrap_or_default();
    let claims = [(own, "its (set-info :status ..)"), (folder, "its folder"), (user, "the user")];
    let claim = claims.into_iter().find(|(answer, _)| answer.is_known());
    claim.map_or(Claim::NONE, |(answer, by)| Claim { answer, by })
}

/// Parses a text, all of which must be understood.
pub(super) fn draft(
    origin: String,
    text: &str,
    wants: &dyn Fn(&str) -> bool,
    claim: impl Fn(&Script) -> Claim,
) -> Result<Draft, Unusable> {
    let whole = Script::read(text);
    if let Some(logic) = whole.logic()
        && !wants(logic)
    {
        return Err(Unusable::OtherLogic(logic.to_owned()));
    }
    understood(&whole)?;
    if let Some(command) = optimisation(&whole) {
        return Err(Unusable::Optimises(command.to_owned()));
    }
    let mut script = whole.first_question().ok_or(Unusable::NoQuestion)?.into_script();
    let is_seed = |command: &Command| !matches!(command, Command::CheckSat | Command::SetOption { .. });
    script.commands.retain(|command| is_seed(command) && !command.is_about_answer());
    if script.assertions().next().is_none() {
        return Err(Unusable::NoAssertion);
    }
    if is_about_nothing(&script) {
        return Err(Unusable::Trivial);
    }
    if script.logic().is_none() {
        let needed = script.needed_logic();
        if !wants(&needed) {
            return Err(Unusable::OtherLogic(needed));
        }
    }
    let claim = claim(&whole);
    let digest = digest(text, claim.answer);
    Ok(Draft { origin, script, claim, digest, known: None })
}

/// Whether the assertions contain neither a symbol nor a variable.
fn is_about_nothing(script: &Script) -> bool {
    let terms = &script.terms;
    let roots: Vec<Term> = script.assertions().collect();
    let is_open = |term: &Term| match terms.view(*term) {
        View::Variable(_) => true,
        View::Apply(function, _) => match terms.function(function) {
            Function::Declared(decl) => matches!(terms.decl(*decl).kind, DeclKind::Free),
            _ => false,
        },
        _ => false,
    };
    !terms.postorder(&roots).iter().any(is_open)
}

/// The first optimization command before the first question.
fn optimisation(script: &Script) -> Option<&str> {
    let before = script.commands.iter().take_while(|command| !command.is_question());
    before.into_iter().find_map(|command| match command {
        Command::AssertSoft { .. } => Some("assert-soft"),
        Command::Optimise { command, .. } => Some(&**command),
        _ => None,
    })
}

fn understood(script: &Script) -> Result<(), Unusable> {
    if let Some(problem) = script.problems.iter().find(|problem| problem.kind != ProblemKind::Opaque) {
        return Err(Unusable::NotUnderstood(problem.message.clone()));
    }
    if let Some(command) = script.commands.iter().find(|command| !command.is_understood()) {
        return Err(Unusable::NotUnderstood(match command {
            Command::Other(text) | Command::Unread(text) => text.chars().take(80).collect(),
            _ => String::new(),
        }));
    }
    if let Some(problem) = script.problems.first() {
        return Err(Unusable::Opaque(problem.message.clone()));
    }
    let recursive = |kind: &DeclKind| matches!(kind, DeclKind::Defined { recursive: true, .. });
    if script.terms.decls().any(|(_, decl)| recursive(&decl.kind)) {
        return Err(Unusable::Recursive);
    }
    Ok(())
}
