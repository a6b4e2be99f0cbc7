//! Forms of a question inside a running process, other than the whole script followed by `(reset)`.
//!
//! The commands before the first declaration (the logic and options) are sent once. Each question then has a scope
//! of its own. A solver's forms are data in its profile.

use serde::Deserialize;

/// A form for questions without scopes of their own: in a scope, asked by this command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub name: String,
    /// Arguments with which the process must be started.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The command that asks.
    #[serde(default = "check_sat")]
    pub ask: String,
}

/// The commands that open and close the scope of a question.
pub const BEFORE: &str = "(push 1)\n";
pub const AFTER: &str = "(pop 1)\n";
/// The command that asks in the plain form.
pub const CHECK_SAT: &str = "(check-sat)";

fn check_sat() -> String {
    CHECK_SAT.to_owned()
}

impl Form {
    /// Writes a question: `body` declares and asserts, `about` makes requests about the answer, such as
    /// `(get-model)`.
    pub fn write(&self, text: &mut String, body: &str, about: &str) {
        for part in [BEFORE, body, &self.ask, about, AFTER] {
            text.push_str(part);
        }
    }
}
