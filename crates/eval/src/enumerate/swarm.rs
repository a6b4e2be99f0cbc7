//! Random languages of a few operators over a few symbols. A bug that shows only among such operators is rare
//! in formulas over all of them (swarm testing, Groce and others, 2012).

use super::languages::LanguageRow;
use super::{Fragment, FragmentError, Language};
use gainsay_lang::rng::Rng;
use gainsay_lang::theory::{Connective, Meaning, Op, OpId};
use std::collections::BTreeSet;

/// A random language, and the size of its formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swarm {
    /// The index of the language's row in the list of languages to choose from.
    pub language: usize,
    pub declarations: String,
    pub size: usize,
    /// The seed for the choice of operators.
    pub operators: u64,
}

/// Smallest size of formulas.
const SMALLEST: usize = 4;

impl Swarm {
    /// A random choice of a language, of at most `symbols` symbols, and of a size up to `largest`, uniformly.
    pub fn new(
        languages: &[&LanguageRow],
        symbols: usize,
        largest: usize,
        float: &str,
        rng: &mut Rng,
    ) -> Swarm {
        let language = rng.index(languages.len());
        let symbols = 1 + rng.index(symbols.max(1));
        let choices = languages[language].declarations(symbols, float);
        let declarations = choices[rng.index(choices.len())].clone();
        let size = SMALLEST + rng.index(largest.saturating_sub(SMALLEST - 1).max(1));
        Swarm { language, declarations, size, operators: rng.next_u64() }
    }
}

/// A random subset of the operators; always contains equality and negation.
pub fn some_operators(number: u64, operators: &BTreeSet<OpId>) -> BTreeSet<OpId> {
    let mut rng = Rng::of_unit(number, 0);
    let (some, of) = (1 + rng.below(3), 4 + rng.below(5));
    let is_glue =
        |op: OpId| matches!(op.op().meaning, Meaning::Connective(Connective::Equal | Connective::Not));
    operators.iter().copied().filter(|&op| rng.below(of) < some || is_glue(op)).collect()
}

/// The fragment of a row with these declarations and operators.
pub fn fragment_of(
    row: &LanguageRow,
    declarations: &str,
    float: &str,
    constants: usize,
    operators: &BTreeSet<OpId>,
) -> Result<Fragment, FragmentError> {
    let is_beyond = |op: &Op| row.is_linear && op.nonlinear.is_some() || op.mixes_numbers();
    let admits = |op: &Op| operators.contains(&op.id) && !is_beyond(op);
    Fragment::new(Language { declarations, sorts: &row.more_sorts(float), admits: &admits, constants })
}
