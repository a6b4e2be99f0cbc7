//! The forms in which a question can be put inside a running process: other ways than the whole script and `(reset)`.
//!
//! What stands before the first declaration (the logic and options) is said once, at the base of the process. Each question
//! then is a scope of its own. Which forms a solver has is data in its profile.

use serde::Deserialize;

/// A way to put a flat question: in a scope, with this command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub name: String,
    /// What the process needs to be started with.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The command that asks.
    #[serde(default = "check_sat")]
    pub ask: String,
}

/// What begins and ends the scope of a question.
pub const BEFORE: &str = "(push 1)\n";
pub const AFTER: &str = "(pop 1)\n";
/// The command that asks in the plain form.
pub const CHECK_SAT: &str = "(check-sat)";

fn check_sat() -> String {
    CHECK_SAT.to_owned()
}

impl Form {
    /// Writes a question: `body` declares and asserts, `about` asks about the answer, for instance for its model.
    pub fn write(&self, text: &mut String, body: &str, about: &str) {
        for part in [BEFORE, body, &self.ask, about, AFTER] {
            text.push_str(part);
        }
    }
}
