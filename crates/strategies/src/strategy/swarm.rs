//! Tiny formulas of random languages, decided by exhaustive search.

use super::{Inputs, Size, Skip, Steps, Strategy};
use gainsay_eval::enumerate::{Formulas, LANGUAGES, LanguageRow, Swarm, fragment_of, some_operators};
use gainsay_eval::eval::Bounds;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Script;
use gainsay_lang::theory::{OpId, table};
use gainsay_prove::evidence::{Evidence, Lineage, Test};
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

/// Makes one formula of a random language; `gainsay enumerate --swarm` asks about many at once.
#[derive(Clone, Copy, Debug)]
pub struct Swarms;

/// How many languages a thread remembers. A series of units shares a language, since preparing one takes longer
/// than a test.
const REMEMBERED: usize = 4;
const MOST_SYMBOLS: usize = 2;
const LARGEST: usize = 10;
const CONSTANTS: usize = 4;
/// The index of a language's sort of formulas.
const FORMULAS: usize = 0;
/// How many random languages are tried until one has formulas of its size.
const TRIES: usize = 32;
const FLOATS: [&str; 3] = ["(_ FloatingPoint 2 3)", "(_ FloatingPoint 3 3)", "(_ FloatingPoint 5 11)"];
/// A formula that cannot be decided within these bounds becomes a test of unknown status.
const BOUNDS: Bounds = Bounds { assignments: 1 << 14, instances: 1 << 10, work: 50_000, ..Bounds::DEFAULT };

/// Prepared languages by series and by the names of the candidate languages.
type LanguageCache = VecDeque<((u64, Vec<&'static str>), Option<PreparedLanguage>)>;

thread_local! {
    /// A cache: languages take long to prepare.
    static PREPARED: RefCell<LanguageCache> = const { RefCell::new(VecDeque::new()) };
}

/// A language, and an index of its formulas.
struct PreparedLanguage {
    logic: &'static str,
    declarations: String,
    size: usize,
    formulas: Formulas,
    /// How many formulas there are of this size.
    count: u64,
}

impl Strategy for Swarms {
    fn name(&self) -> &'static str {
        "swarm"
    }

    fn about(&self) -> &'static str {
        "tiny formulas over a random choice of operators and sorts, decided exhaustively"
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    fn sizes(&self) -> &'static [Size] {
        &[Size::Tiny]
    }

    /// A dialogue takes as long as many flat tests.
    fn dialogue_one_in(&self) -> u64 {
        50
    }

    fn make(&self, inputs: &Inputs, rng: &mut Rng, _: &mut Steps) -> Result<Test, Skip> {
        let logics = &inputs.scope.logics;
        let is_wanted =
            |row: &LanguageRow| logics.is_empty() || logics.iter().any(|logic| logic == row.logic);
        let mut rows: Vec<&'static LanguageRow> = LANGUAGES.iter().filter(|row| is_wanted(row)).collect();
        if rows.iter().any(|row| Some(row.name) == inputs.language) {
            rows.retain(|row| Some(row.name) == inputs.language);
        }
        if rows.is_empty() {
            return Err(Skip::OutOfScope);
        }
        let key = (inputs.series, rows.iter().map(|row| row.name).collect());
        PREPARED.with_borrow_mut(|cache| {
            let at = cache.iter().position(|(known, _)| *known == key);
            let known = at.and_then(|at| cache.remove(at));
            cache.push_front(known.unwrap_or_else(|| (key, PreparedLanguage::new(inputs.series, &rows))));
            cache.truncate(REMEMBERED);
            let language = cache.front().and_then(|(_, language)| language.as_ref());
            language.map_or(Err(Skip::NothingApplies), |language| language.test(rng))
        })
    }
}

impl PreparedLanguage {
    /// The first of some random languages that has formulas of its size.
    fn new(series: u64, rows: &[&'static LanguageRow]) -> Option<PreparedLanguage> {
        let mut rng = Rng::of_unit(series, 0);
        (0..TRIES).find_map(|_| PreparedLanguage::draw(rows, &mut rng))
    }

    fn draw(rows: &[&'static LanguageRow], rng: &mut Rng) -> Option<PreparedLanguage> {
        let float = *rng.pick(&FLOATS);
        let swarm = Swarm::new(rows, MOST_SYMBOLS, LARGEST, float, rng);
        let row = rows[swarm.language];
        let standard: BTreeSet<OpId> =
            table().ops().iter().filter(|op| op.is_standard() || op.is_new()).map(|op| op.id).collect();
        let chosen = some_operators(swarm.operators, &standard);
        let fragment = fragment_of(row, &swarm.declarations, float, CONSTANTS, &chosen).ok()?;
        let Swarm { declarations, size, .. } = swarm;
        let count = Formulas::count_of(&fragment, size);
        if count == 0 {
            return None;
        }
        Some(PreparedLanguage {
            logic: row.logic,
            declarations,
            size,
            formulas: Formulas::new(fragment, size, true),
            count,
        })
    }

    fn test(&self, rng: &mut Rng) -> Result<Test, Skip> {
        let formula = self.formulas.text(self.size, FORMULAS, rng.below(self.count));
        let formula = formula.ok_or(Skip::NothingApplies)?;
        let text = format!("(set-logic {})\n{}\n(assert {})\n", self.logic, self.declarations, formula);
        let script = Script::parse(&text).map_err(|_| Skip::NothingApplies)?;
        let evidence = Evidence::by_trying(&script.question(), BOUNDS);
        let lineage = Lineage { strategy: "swarm".to_owned(), ..Lineage::default() };
        Ok(Test::new(script, evidence, lineage))
    }
}
