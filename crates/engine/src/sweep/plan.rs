//! The plan of a sweep, in pieces: all formulas from small to large, or random ones of random languages.

use super::state::State;
use crate::consult::{lacks_operator, unsupported};
use gainsay_eval::enumerate::{
    Formulas, Fragment, FragmentError, LANGUAGES, LanguageRow, Swarm, TINY_FLOAT, fragment_of, some_operators,
};
use gainsay_guests::solver::Solver;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Script;
use gainsay_lang::theory::{Connective, Meaning, Op, OpId, table};
use std::collections::BTreeSet;

/// The languages that at least one of the solvers supports.
pub fn languages_known_to(solvers: &[Solver]) -> Vec<&'static LanguageRow> {
    LANGUAGES.iter().filter(|row| solvers.iter().any(|solver| knows(solver, row))).collect()
}

/// Whether a solver supports the logic of a language and symbols of one of its sorts.
fn knows(solver: &Solver, row: &LanguageRow) -> bool {
    let declarations = row.declarations(1, &Plan::float_for(std::slice::from_ref(solver)));
    declarations.iter().any(|declarations| {
        let script = Script::read(&format!("(set-logic {})\n{declarations}", row.logic));
        unsupported(solver, script.logic(), &script.usage()).is_none()
    })
}

/// Which formulas are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// All formulas up to this size.
    All { size: usize },
    /// Random formulas; each piece has its own random choice of operators.
    Swarm { seed: u64, size: usize },
}

/// Everything that determines the formulas.
#[derive(Clone)]
pub struct Plan {
    pub languages: Vec<&'static LanguageRow>,
    pub mode: Mode,
    /// The most symbols of a formula.
    pub symbols: usize,
    /// The most constants of a sort.
    pub constants: usize,
    /// The operators that may occur.
    pub operators: BTreeSet<OpId>,
    /// A floating-point sort that all solvers support.
    pub float: String,
}

/// Some formulas of one language and size.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Piece {
    /// Its number in the plan.
    pub number: u64,
    /// The index of its language in the plan.
    pub language: usize,
    pub declarations: String,
    pub size: usize,
    /// In a sweep of all formulas: the first number.
    pub first: u64,
    /// One past the last number.
    pub last: u64,
    /// In a swarm: the seed of its random choices.
    pub swarm: Option<u64>,
}

/// Formulas in a piece.
const PIECE: u64 = 1 << 12;
/// Random formulas in a piece.
const SWARM: u64 = 1 << 12;

impl Plan {
    /// The operators with these names (without names: all of the standard, new ones included) that all solvers
    /// support.
    pub fn operators(solvers: &[Solver], names: &[String]) -> BTreeSet<OpId> {
        let is_chosen = |op: &Op| match names {
            [] => op.is_standard() || op.is_new(),
            // Equality is always included.
            names => {
                names.iter().any(|name| name == op.name)
                    || matches!(op.meaning, Meaning::Connective(Connective::Equal))
            }
        };
        let is_known = |op: &Op| !solvers.iter().any(|solver| lacks_operator(solver, op));
        table().ops().iter().filter(|op| is_chosen(op) && is_known(op)).map(|op| op.id).collect()
    }

    /// The names of the operators that its languages use.
    pub fn operator_names(&self) -> Vec<String> {
        let used = self.languages.iter().enumerate().flat_map(|(language, row)| {
            let choices = (0..=self.symbols).flat_map(|symbols| row.declarations(symbols, &self.float));
            let whole = move |declarations| Piece { language, declarations, ..Piece::default() };
            choices.filter_map(move |declarations| self.fragment(&whole(declarations)).ok())
        });
        let used: BTreeSet<OpId> = used.flat_map(|fragment| fragment.operators()).collect();
        let mut names: Vec<String> = used.into_iter().map(|id| id.op().name.to_owned()).collect();
        names.dedup();
        names
    }

    /// A floating-point sort that all solvers support: a tiny one, or the first that one of them lists.
    pub fn float_for(solvers: &[Solver]) -> String {
        let listed = solvers.iter().find_map(|solver| solver.profile.language.float_formats.first());
        listed.map_or(TINY_FLOAT.to_owned(), |(eb, sb)| format!("(_ FloatingPoint {eb} {sb})"))
    }

    /// The fragment of a piece.
    pub fn fragment(&self, piece: &Piece) -> Result<Fragment, FragmentError> {
        let row = self.languages[piece.language];
        let some = piece.swarm.map(|number| some_operators(number, &self.operators));
        let operators = some.as_ref().unwrap_or(&self.operators);
        fragment_of(row, &piece.declarations, &self.float, self.constants, operators)
    }

    /// All pieces in order; a swarm has no end.
    pub fn pieces(&self) -> Box<dyn Iterator<Item = Piece> + Send + '_> {
        match self.mode {
            Mode::All { size } => {
                Box::new(self.all(size).zip(0..).map(|(piece, number)| Piece { number, ..piece }))
            }
            Mode::Swarm { seed, size } => Box::new((0..).map(move |number| self.swarm(seed, size, number))),
        }
    }

    fn all(&self, size: usize) -> impl Iterator<Item = Piece> + Send + '_ {
        let choices = move |size: usize| {
            (0..=self.symbols).flat_map(move |symbols| {
                self.languages.iter().enumerate().flat_map(move |(language, row)| {
                    let all = row.declarations(symbols, &self.float).into_iter();
                    all.map(move |declarations| (language, declarations, size))
                })
            })
        };
        (1..=size).flat_map(choices).flat_map(|(language, declarations, size)| {
            let whole = Piece { number: 0, language, declarations, size, first: 0, last: 0, swarm: None };
            let count = self.count(&whole);
            (0..count.div_ceil(PIECE)).map(move |at| Piece {
                first: at * PIECE,
                last: ((at + 1) * PIECE).min(count),
                ..whole.clone()
            })
        })
    }

    /// The number of formulas of a size; 0 if some sort has no values to try.
    fn count(&self, piece: &Piece) -> u64 {
        self.fragment(piece).map_or(0, |fragment| Formulas::count_of(&fragment, piece.size))
    }

    fn swarm(&self, seed: u64, size: usize, number: u64) -> Piece {
        let mut rng = Rng::of_unit(seed, number);
        let swarm = Swarm::new(&self.languages, self.symbols, size, &self.float, &mut rng);
        let Swarm { language, declarations, size, operators } = swarm;
        Piece { number, language, declarations, size, first: 0, last: SWARM, swarm: Some(operators) }
    }
}

/// Hands out the pieces that are not done.
pub(super) struct Queue<'a> {
    pieces: Box<dyn Iterator<Item = Piece> + Send + 'a>,
    done: BTreeSet<u64>,
    next: u64,
}

impl<'a> Queue<'a> {
    pub fn new(plan: &'a Plan, state: &State) -> Queue<'a> {
        Queue { pieces: plan.pieces(), done: state.done_beyond.clone(), next: state.done }
    }

    pub fn take(&mut self) -> Option<Piece> {
        self.pieces.find(|piece| piece.number >= self.next && !self.done.contains(&piece.number))
    }
}
