//! What is asked in a sweep, piece by piece: all formulas from small to large, or random ones of random languages.

use super::state::State;
use crate::consult::{lacks_operator, unsupported};
use crate::enumerate::{
    Formulas, Fragment, FragmentError, LANGUAGES, LanguageRow, Swarm, TINY_FLOAT, fragment_of, some_operators,
};
use crate::rng::Rng;
use crate::script::Script;
use crate::solver::Solver;
use crate::theory::{Connective, Meaning, Op, OpId, table};
use std::collections::BTreeSet;

/// The languages that at least one of the solvers knows.
pub fn languages_known_to(solvers: &[Solver]) -> Vec<&'static LanguageRow> {
    LANGUAGES.iter().filter(|row| solvers.iter().any(|solver| knows(solver, row))).collect()
}

/// Whether a solver takes the logic of a language, and symbols of one of its sorts.
fn knows(solver: &Solver, row: &LanguageRow) -> bool {
    let declarations = row.declarations(1, &Plan::float_for(std::slice::from_ref(solver)));
    declarations.iter().any(|declarations| {
        let script = Script::read(&format!("(set-logic {})\n{declarations}", row.logic));
        unsupported(solver, script.logic(), &script.usage()).is_none()
    })
}

/// Which formulas are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// All up to this size.
    All { size: usize },
    /// Random ones, each piece over a random choice of operators.
    Swarm { seed: u64, size: usize },
}

/// All that decides which formulas are asked.
#[derive(Clone)]
pub struct Plan {
    pub languages: Vec<&'static LanguageRow>,
    pub mode: Mode,
    /// At most so many symbols.
    pub symbols: usize,
    /// At most so many constants of a sort.
    pub constants: usize,
    /// The operators that may be used.
    pub operators: BTreeSet<OpId>,
    /// A float format that all solvers take.
    pub float: String,
}

/// Some formulas of one language and size.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Piece {
    /// Its number among the pieces of the plan.
    pub number: u64,
    /// The place of the language's row among those of the plan.
    pub language: usize,
    pub declarations: String,
    pub size: usize,
    /// In a sweep of all: the numbers of the formulas.
    pub first: u64,
    pub last: u64,
    /// In a swarm: where the random choices come from.
    pub swarm: Option<u64>,
}

/// So many formulas are a piece.
const PIECE: u64 = 1 << 12;
/// Random formulas over one choice of operators.
const SWARM: u64 = 1 << 12;

impl Plan {
    /// The operators that all solvers know and that are chosen by name, all of the standard if no names are given.
    pub fn operators(solvers: &[Solver], names: &[String]) -> BTreeSet<OpId> {
        let is_chosen = |op: &Op| match names {
            [] => op.is_standard() || op.is_new(),
            // Without equality there is little to say.
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

    /// A format that all solvers take: a tiny one, or the first of those that one of them lists.
    pub fn float_for(solvers: &[Solver]) -> String {
        let listed = solvers.iter().find_map(|solver| solver.profile.language.float_formats.first());
        listed.map_or(TINY_FLOAT.to_owned(), |(eb, sb)| format!("(_ FloatingPoint {eb} {sb})"))
    }

    /// The language of a piece.
    pub fn fragment(&self, piece: &Piece) -> Result<Fragment, FragmentError> {
        let row = self.languages[piece.language];
        let some = piece.swarm.map(|number| some_operators(number, &self.operators));
        let operators = some.as_ref().unwrap_or(&self.operators);
        fragment_of(row, &piece.declarations, &self.float, self.constants, operators)
    }

    /// All pieces in order. Those of a swarm have no end.
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

    /// How many formulas of a size there are; none if there are no values of a sort to try.
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
