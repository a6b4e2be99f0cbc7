//! Rules of the user, in addition to the shipped ones; each is tried before it is used.

use super::{RuleBook, RuleError, read_rules, trial};
use serde::{Deserialize, Serialize};

/// A file of rules with its text, which is needed to make the same tests again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleFile {
    pub name: String,
    pub text: String,
}

/// Why a file of rules is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OwnRuleError {
    #[error(transparent)]
    Unreadable(#[from] RuleError),
    #[error("{0} has no rules")]
    Empty(String),
    #[error("{place}: there is a rule `{name}` already; give this one another name")]
    Known { place: String, name: String },
    #[error("{place}: the rule `{name}` is not used: {problem}")]
    Wrong { place: String, name: String, problem: String },
}

/// The number of values tried where there are too many to try all.
const SAMPLES: u64 = 2000;

impl RuleBook {
    /// The shipped rules and those of these files. Kept in memory until the program ends.
    pub fn with_own(files: &[RuleFile]) -> Result<&'static RuleBook, OwnRuleError> {
        if files.is_empty() {
            return Ok(RuleBook::shipped());
        }
        let mut rules = RuleBook::shipped().rules().to_vec();
        for file in files {
            let own = read_rules(&file.name, &file.text)?;
            if own.is_empty() {
                return Err(OwnRuleError::Empty(file.name.clone()));
            }
            for rule in own {
                let (place, name) = (rule.place.clone(), rule.name.clone());
                if rules.iter().any(|known| known.name == name) {
                    return Err(OwnRuleError::Known { place, name });
                }
                if let Some(problem) = trial(&rule, SAMPLES).problems.into_iter().next() {
                    return Err(OwnRuleError::Wrong { place, name, problem });
                }
                rules.push(rule);
            }
        }
        Ok(Box::leak(Box::new(RuleBook::new(rules))))
    }
}
