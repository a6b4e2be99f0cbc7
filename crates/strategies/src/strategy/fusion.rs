//! Semantic fusion: two unknowns, mostly one of each seed, become functions of each other and of a new unknown.
//!
//! For unknowns x and y there is a new z = f(x, y), so that x = r(z, y). An occurrence of x may be replaced by
//! r(z, y). A satisfiable test is satisfied by the seeds' models with z's value under them; without models, only
//! functions whose inversion always holds are used. In an unsatisfiable test the equations are asserted, so that
//! every replaced place keeps its value.

use super::blend::Blend;
use super::fusion_rows::{Back, FusionFunction};
use super::{Inputs, Skip, Steps, Strategy};
use gainsay_eval::eval::{Evaluator, Limits, Model};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::{Occurrences, Place, free_constants};
use gainsay_lang::script::rewrite::replace_each;
use gainsay_lang::script::{Command, Head, Term, Terms};
use gainsay_prove::evidence::Test;
use gainsay_prove::rules::{Inference, built_in};

#[derive(Clone, Copy, Debug)]
pub struct Fusion;

impl Strategy for Fusion {
    fn name(&self) -> &'static str {
        "fusion"
    }

    fn about(&self) -> &'static str {
        "joins two seeds by fusing unknowns of both with invertible functions"
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let mut blend = Blend::of(seeds, rng)?;
        let pairs = Pairs::draw(&mut blend, rng);
        if pairs.is_empty() {
            return Err(Skip::NothingApplies);
        }
        let mut replaced = Vec::new();
        for pair in &pairs {
            pair.apply(&mut blend, steps, &mut replaced);
        }
        replace_all(&mut blend, replaced);
        blend.finish(self.name(), built_in::FUSION, steps)
    }
}

/// An unknown, and the side (seed) that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unknown {
    side: usize,
    term: Term,
}

/// Two unknowns that are fused.
struct Pair {
    by: Inference,
    /// The datatype that must be declared for the fusion function.
    datatype: Option<u32>,
    fused: Term,
    z: Term,
    operands: [Operand; 2],
    /// Whether redundant equations are asserted.
    restate: bool,
}

struct Operand {
    unknown: Unknown,
    back: Option<Back>,
    /// The occurrences that are replaced, each with its number; `of` is the number of all occurrences.
    places: Vec<(u64, Place)>,
    of: u64,
}

/// A place on one side, and the term to put there.
struct Replacement {
    side: usize,
    place: Place,
    new: Term,
}

/// Draws pairs of unknowns; each unknown is used at most once.
struct Pairs {
    unknowns: [Vec<Unknown>; 2],
    /// Terms that the fusion function may mention besides the operands.
    more: Vec<Term>,
    occurrences: Occurrences,
    drawn: Vec<Pair>,
}

/// How many pairs of unknowns are tried for each pair to be fused.
const TRIES: usize = 8;
/// If an unknown has more occurrences than this, at most this many are replaced.
const MANY_PLACES: u64 = 24;

impl Pairs {
    fn draw(blend: &mut Blend, rng: &mut Rng) -> Vec<Pair> {
        let unknowns = [0, 1].map(|side| {
            let found = free_constants(&blend.script.terms, &blend.sides[side]);
            found.into_iter().map(|(term, _)| Unknown { side, term }).collect::<Vec<_>>()
        });
        let more = unknowns.iter().flatten().map(|unknown| unknown.term).collect();
        let mut pairs = Pairs { unknowns, more, occurrences: Occurrences::default(), drawn: Vec::new() };
        for _ in 0..=rng.below(3) {
            for attempt in 0..TRIES {
                let Some(operands) = pairs.operands(rng, attempt) else { continue };
                let Some(pair) = pairs.pair(blend, rng, operands) else { continue };
                pairs.drawn.push(pair);
                break;
            }
        }
        pairs.drawn
    }

    /// Two unknowns that are in no pair yet, mostly one of each side. The second half of the attempts takes both
    /// from one side.
    fn operands(&self, rng: &mut Rng, attempt: usize) -> Option<[Unknown; 2]> {
        let first = rng.index(2);
        let second = if rng.one_in(8) || attempt > TRIES / 2 { first } else { 1 - first };
        if self.unknowns[first].is_empty() || self.unknowns[second].is_empty() {
            return None;
        }
        let operands = [*rng.pick(&self.unknowns[first]), *rng.pick(&self.unknowns[second])];
        let is_used = |unknown: &Unknown| {
            self.drawn.iter().flat_map(|pair| &pair.operands).any(|operand| operand.unknown == *unknown)
        };
        (operands[0] != operands[1] && !operands.iter().any(is_used)).then_some(operands)
    }

    fn pair(&mut self, blend: &mut Blend, rng: &mut Rng, unknowns: [Unknown; 2]) -> Option<Pair> {
        let terms = &mut blend.script.terms;
        let [x, y] = unknowns.map(|unknown| unknown.term);
        let fusing = FusionFunction::draw(terms, rng, [x, y], &self.more, blend.choice)?;
        let fused = fusing.fused;
        let value = match &blend.model {
            Some(model) => Some(Evaluator::new(terms, model, Limits::default()).eval(fused).ok()?),
            None => None,
        };
        let z = terms.symbols.intern("z");
        let z = terms.fresh_name(z);
        let sort = terms.sort(fused);
        let name = terms.symbols.name(z).to_owned();
        let z = terms.declare_constant(&name, sort);
        if let (Some(model), Some(value)) = (&mut blend.model, value) {
            model.set(terms, terms.declaration(z)?, value).ok()?;
        }
        let backs = fusing
            .backs(terms, z)
            .map(|back| back.filter(|back| holds(terms, blend.model.as_ref(), blend.answer, back)));
        let [x_back, y_back] = backs;
        let x = self.operand(blend, rng, unknowns[0], x_back);
        let y = self.operand(blend, rng, unknowns[1], y_back);
        if x.places.is_empty() && y.places.is_empty() {
            return None;
        }
        let (by, datatype) = (fusing.inference(), fusing.datatype());
        Some(Pair { by, datatype, fused, z, operands: [x, y], restate: rng.coin() })
    }

    fn operand(&mut self, blend: &Blend, rng: &mut Rng, unknown: Unknown, back: Option<Back>) -> Operand {
        let mut operand = Operand { unknown, back, places: Vec::new(), of: 0 };
        if operand.back.is_none() {
            return operand;
        }
        let terms = &blend.script.terms;
        let roots = &blend.sides[unknown.side];
        self.occurrences.find(terms, roots, unknown.term);
        operand.of = self.occurrences.count();
        let mut add = |number: u64| {
            let found = self.occurrences.nth(terms, number);
            let found = found.map(|(place, _)| place);
            let usable = found.filter(|place| !is_in_pattern(terms, roots[place.root], place));
            operand.places.extend(usable.map(|place| (number, place)));
        };
        match operand.of {
            0 => {}
            1..=MANY_PLACES => {
                let certain = rng.below(operand.of);
                (0..operand.of).filter(|&number| rng.coin() || number == certain).for_each(&mut add);
            }
            _ => {
                let mut numbers: Vec<u64> =
                    (0..=rng.below(MANY_PLACES)).map(|_| rng.below(operand.of)).collect();
                numbers.sort_unstable();
                numbers.dedup();
                numbers.into_iter().for_each(&mut add);
            }
        }
        operand
    }
}

/// Whether an operand's inversion holds: under the model, always, or because the equations will be asserted.
fn holds(terms: &Terms, model: Option<&Model>, answer: Status, back: &Back) -> bool {
    match model {
        Some(model) => {
            let mut evaluator = Evaluator::new(terms, model, Limits::default());
            back.given.iter().all(|&given| evaluator.eval_bool(given) == Ok(true))
        }
        None => answer == Status::Unsat || back.given.is_empty(),
    }
}

/// Whether a place is in a quantifier's pattern, where terms have no meaning and solvers expect simple ones.
fn is_in_pattern(terms: &Terms, root: Term, place: &Place) -> bool {
    let mut term = root;
    place.path.iter().any(|&step| {
        let here = term;
        term = terms.children(here)[step as usize];
        step > 0 && matches!(terms.head(here), Head::Annotated(_))
    })
}

impl Pair {
    /// Announces the replacements, and adds the declarations and equations that the chosen ones need.
    fn apply(&self, blend: &mut Blend, steps: &mut Steps, replaced: &mut Vec<Replacement>) {
        let name = |terms: &Terms, term: Term| {
            terms.declaration(term).map_or("?", |decl| terms.symbols.name(terms.decl(decl).name)).to_owned()
        };
        let terms = &mut blend.script.terms;
        let names = self.operands.each_ref().map(|operand| name(terms, operand.unknown.term));
        let z = name(terms, self.z);
        let mut equations = Vec::new();
        let mut any = false;
        for (operand, own) in self.operands.iter().zip(&names) {
            let Some(back) = operand.back.as_ref().filter(|_| !operand.places.is_empty()) else { continue };
            let before = replaced.len();
            for (number, place) in &operand.places {
                let (x, y, of) = (&names[0], &names[1], operand.of);
                if steps.infer(&self.by, format!("{x} and {y} as {z}: place {} of {of} of {own}", number + 1))
                {
                    let (side, place) = (operand.unknown.side, place.clone());
                    replaced.push(Replacement { side, place, new: back.term });
                }
            }
            if replaced.len() == before {
                continue;
            }
            any = true;
            if !back.given.is_empty() || self.restate {
                equations.push((operand.unknown.term, back.term));
            }
        }
        // In a satisfiable test the equations hold under the model anyway; in an unsatisfiable one they fix the
        // replaced places' values.
        let satisfiable = blend.answer == Status::Sat;
        let stated = match satisfiable {
            true => self.restate && steps.take("equation", format!("{z} is what it stands for")),
            false => any,
        };
        if !any && !stated {
            return;
        }
        if let Some(datatype) = self.datatype {
            blend.script.commands.push(Command::DeclareDatatypes { datatypes: Box::new([datatype]) });
        }
        if let Some(decl) = terms.declaration(self.z) {
            blend.script.commands.push(Command::Declare { decl, constant: true });
        }
        if stated {
            blend.constraints.push(terms.equal(self.z, self.fused));
        }
        if !satisfiable {
            let equations = equations.into_iter().map(|(unknown, back)| terms.equal(unknown, back));
            blend.constraints.extend(equations);
        }
    }
}

/// Replaces all places at once; none is inside another.
fn replace_all(blend: &mut Blend, mut replaced: Vec<Replacement>) {
    replaced.sort_by_key(|replacement| (replacement.side, replacement.place.root));
    let same_root = |a: &Replacement, b: &Replacement| (a.side, a.place.root) == (b.side, b.place.root);
    for here in replaced.chunk_by(same_root) {
        let root = &mut blend.sides[here[0].side][here[0].place.root];
        let places: Vec<(&[u32], Term)> =
            here.iter().map(|replacement| (replacement.place.path.as_slice(), replacement.new)).collect();
        *root = replace_each(&mut blend.script.terms, *root, &places);
    }
}
