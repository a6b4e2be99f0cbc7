//! Solvers as hostile guests: profiles, installing, processes, sessions, and what their output means.
//!
//! The only module that starts processes. It deals in text: scripts go in, an [`Answer`] comes out, and everything
//! a solver does, from a wrong answer to a crash, is data. What an answer means for a test is judged elsewhere.
//!
//! ```text
//! SolverSpec --resolve--> Solver --ask--> Answer        a fresh process each time
//!                            \--> Session --ask--> Answer        one process for many scripts
//! ```

mod profile;
mod spec;
mod resolve;
mod stranger;
mod cache;
mod offers;
mod choices;
mod settings;
mod identity;
mod trust;
mod pins;
mod install;
mod reading;
mod story;
mod asides;
pub mod output;
pub mod signature;
mod process;
mod guest;
mod os;
mod proc;
mod segment;
mod session;
mod seats;
mod session_script;
mod share;
mod choice;
mod live;
mod volley;
mod flight;
mod form;
mod marker;
mod lets;
mod rewriter;
mod doctor;
mod probe;
mod question;
mod sent;

pub use asides::marked;
pub use cache::{Cache, CacheError, Installed, Manifest, release_key, release_name, version_key};
pub use choices::Choice;
pub use doctor::{Checkup, examine};
pub use form::Form;
pub use guest::temp_prefix;
pub use identity::{digest_of_bytes, digest_of_file, host, machine};
pub use install::{InstallError, install};
pub use offers::{Offer, OfferKind, read as read_offers};
pub use os::survive_file_size_limit;
pub use pins::{Pin, PinError, Pins};
pub use process::{interrupt, is_interrupted, needs_incremental, own_cpu_time, time_waited};
pub use profile::{
    Choices, Deviation, ExitCodes, Instrument, KnownIssue, Language, ListForm, OptionList, Options, Patterns,
    Profile, ProfileError, Profiles, Program, Reports, Rewriting, RewritingForm, Source,
};
pub use question::{asking_for_model, without_logic, without_skipped_logic};
pub use reading::read_answer;
pub use resolve::{Catalogue, Found, ResolveError, Solver, version_in};
pub use rewriter::{Request, Rewriter, Rewritten};
pub use segment::Segment;
pub use sent::{as_asked, without_harm};
pub use session::{Scopes, Session, SessionConfig, SessionsOff};
pub use session_script::in_scope;
pub use settings::{STANDARD, Setting};
pub use share::Share;
pub use spec::{SolverSpec, SpecError};
pub use trust::{is_sealed, is_trusted, others_may_write, seal, set_trust, trusts_all};
pub use volley::{Replies, Volley, VolleyEnd};

use gainsay_lang::answer::Answer;
use std::time::Duration;

/// Asks a solver a script. Implemented by [`Solver`] (a fresh process each time) and [`Session`].
pub trait Ask {
    /// Whatever the solver does is an answer; an error is a failure on our side, such as a missing program.
    fn ask(&mut self, script: &str, limits: &Limits) -> Result<Answer, AskError>;
}

/// The resources that a solver may use for one script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub wall: Duration,
    pub cpu: Duration,
    /// Memory in bytes, of the process and its descendants together.
    pub memory: u64,
    /// Bytes of standard output and standard error together.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let wall = Duration::from_secs(10);
        Limits { wall, cpu: wall, memory: 4 << 30, output: 16 << 20 }
    }
}

impl Limits {
    /// Limits for requests that no test needs, such as for the version: a user's limits do not apply to them.
    pub fn for_little() -> Limits {
        Limits { memory: 512 << 20, ..Limits::default() }
    }

    /// The defaults, with this much time.
    pub fn seconds(seconds: f64) -> Limits {
        let wall = Duration::from_secs_f64(seconds);
        Limits { wall, cpu: wall, ..Limits::default() }
    }

    /// The defaults, with this much CPU time. The wall-clock limit is ten times as long: on a busy machine a
    /// solver answers what it answers on an idle one.
    pub fn computing(cpu: Duration) -> Limits {
        Limits { wall: cpu * 10 + Duration::from_secs(2), cpu, ..Limits::default() }
    }
}

/// The solver could not be asked at all.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error("cannot run `{command}`: {source}{}", hint_about(source))]
    Run { command: String, source: std::io::Error },
    #[error(
        "cannot make a folder for `{command}` in the folder for temporary files ({source}); does TMPDIR name one?"
    )]
    Folder { command: String, source: std::io::Error },
    #[error("cannot write the script for `{command}` to a temporary file: {source}")]
    TempFile { command: String, source: std::io::Error },
}

/// Advice for errors that the user can act on; empty for others.
fn hint_about(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::PermissionDenied => {
            "; check that it is installed and executable"
        }
        _ => "",
    }
}
