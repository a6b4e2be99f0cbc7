//! Dialogues: a test as an incremental script whose last question has the same answer.
//!
//! Real users push and pop, assume, ask in between and set options, and solvers have separate code for all that.
//! So some tests are put in this form after a strategy has made them. It is the last step of making a test and can
//! be undone like any other, which leaves the flat test. The evidence of a test is evidence for the dialogue's
//! last question, and is checked there again.

mod asides;
mod junk;

pub use junk::ClaimPool;

use super::Steps;
use gainsay_eval::eval::{Bounds, Model};
use gainsay_judge::ask;
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{
    Attribute, Command, Decl, DeclId, DeclKind, GLOBAL_DECLARATIONS, Question, Script, Term,
};
use gainsay_lang::symbols::Symbol;
use gainsay_lang::theory::signature::Signature;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;
use gainsay_prove::evidence::{self, Evidence, Search, Test};
use gainsay_prove::rules::built_in;
use std::collections::BTreeSet;

/// The name of the step.
pub const RULE: &str = "dialogue";

/// Scripts with more terms stay as they are.
const MOST_TERMS: usize = 1 << 16;
/// The most levels that are opened around the assertions.
const MOST_LEVELS: u32 = 4;
/// The most questions in between.
const MOST_INTERLUDES: usize = 3;
/// Limits for repeating an exhaustive search, or a proof, on the dialogue's last question.
const BOUNDS: Bounds = Bounds {
    assignments: 1 << 18,
    instances: 1 << 18,
    domain: 1 << 12,
    universe: 2,
    work: 100_000,
    ..Bounds::DEFAULT
};

/// Turns one in `one_in` tests into a dialogue.
pub fn as_dialogue(test: Test, one_in: u64, rng: &mut Rng, steps: &mut Steps) -> Test {
    if !rng.one_in(one_in) || test.script().is_incremental() || test.script().terms.len() > MOST_TERMS {
        return test;
    }
    match dialogue_of(&test, rng) {
        Some(dialogue) if steps.take(RULE, form(dialogue.script())) => match steps.taken().last() {
            Some(step) => dialogue.after(step),
            None => dialogue,
        },
        _ => test,
    }
}

/// The test as a dialogue. `None` if it asks for more than satisfiability (such tests stay flat), or if its
/// evidence cannot be confirmed for the last question.
pub fn dialogue_of(test: &Test, rng: &mut Rng) -> Option<Test> {
    if ask::Kind::of(test.script()).is_some() {
        return None;
    }
    let mut dialogue = Dialogue::new(test.script(), rng);
    let options = dialogue.options();
    let only_options = !options.is_empty() && dialogue.rng.one_in(4);
    if only_options {
        dialogue.commands = std::mem::take(&mut dialogue.script.commands);
    } else {
        dialogue.emit_dialogue();
    }
    let asides = dialogue.asides(test.evidence().answer());
    let Dialogue { mut script, commands, literals, values, stand_ins, prelude, .. } = dialogue;
    script.commands = options.clone();
    if !prelude.is_empty() {
        script.commands.extend(prelude);
        script.commands.push(Command::Reset);
        script.commands.extend(options);
    }
    script.commands.extend(commands);
    let assumed = literals.len();
    if script.is_incremental() || script.asks() || assumed > 0 {
        let last = if assumed == 0 { Command::CheckSat } else { Command::CheckSatAssuming(literals.into()) };
        script.commands.push(last);
    } else if !asides.is_empty() {
        script.commands.push(Command::CheckSat);
    } else if !only_options {
        return None;
    }
    script.commands.extend(asides);
    script.fit_logic();
    let question = script.question();
    let (old, new) = (test.question().claims(), question.claims());
    // Every missing assertion must be assumed instead, and every new one must be a guard or stand-in that we
    // added.
    if old.count_beyond(&new) > assumed || new.count_beyond(&old) > stand_ins + assumed {
        return None;
    }
    let evidence = evidence(test.evidence(), &question, &values, old == new)?;
    drop(question);
    Some(Test::new(script, evidence, test.lineage().clone()))
}

/// The evidence for the last question. If it has the same assertions as the flat test, the evidence is unchanged.
/// Otherwise some assertions have stand-ins: an assumed literal, and a guard or definition of a new symbol, which
/// together imply the assertion. So no model is gained; and with the new symbols' values, every model of the old
/// question is a model of the new one.
fn evidence(
    old: &Evidence,
    question: &Question<'_>,
    values: &[(DeclId, bool)],
    is_same: bool,
) -> Option<Evidence> {
    Some(match old {
        Evidence::Witness(witness) => {
            let mut model: Model = witness.model().clone();
            for &(decl, value) in values {
                model.set(&question.terms, decl, Value::Bool(value)).ok()?;
            }
            Evidence::Witness(evidence::witness(question, model).ok()?)
        }
        other if is_same => other.clone(),
        Evidence::Exhausted(_) => {
            let tried = Evidence::by_trying(question, BOUNDS);
            return matches!(tried, Evidence::Exhausted(_)).then_some(tried);
        }
        Evidence::Refuted(_) => {
            let proof = Evidence::by_search(question, Search::BRIEF.trying(BOUNDS));
            return (proof.answer() == Status::Unsat).then_some(proof);
        }
        Evidence::Derived(derivation) => Evidence::Derived(derivation.clone().then(built_in::ASSUMED)),
        Evidence::None => Evidence::None,
    })
}

/// A dialogue in the making.
struct Dialogue<'a> {
    script: Script,
    junk: ClaimPool,
    rng: &'a mut Rng,
    commands: Vec<Command>,
    /// The assumptions of the last question.
    literals: Vec<Term>,
    /// Values of the new symbols under which all guards and definitions hold.
    values: Vec<(DeclId, bool)>,
    /// How many assertions are new: guards, and stand-ins for assertions of the test.
    stand_ins: usize,
    /// Whether assumptions are allowed.
    may_assume: bool,
    /// Whether models can be requested.
    has_models: bool,
    /// Whether formulas have names whose truth can be requested.
    has_names: bool,
    /// A first question, after which `(reset)` forgets everything, options included.
    prelude: Vec<Command>,
    levels: u32,
    interludes: usize,
}

impl<'a> Dialogue<'a> {
    fn new(script: &Script, rng: &'a mut Rng) -> Dialogue<'a> {
        let mut script = script.clone();
        script.commands.retain(|command| !command.is_question());
        Dialogue {
            junk: ClaimPool::of(&script),
            script,
            rng,
            commands: Vec::new(),
            literals: Vec::new(),
            values: Vec::new(),
            stand_ins: 0,
            may_assume: true,
            has_models: true,
            has_names: false,
            prelude: Vec::new(),
            levels: 0,
            interludes: 0,
        }
    }

    /// Options that all solvers take, and names of assertions for unsat cores. They do not change the answer.
    /// Cores and assumptions are not combined, since not every solver supports both. Options are rare: solvers
    /// that keep options over `(reset)` need a process of their own for such a test.
    fn options(&mut self) -> Vec<Command> {
        let mut options = Vec::new();
        if !self.rng.one_in(3) {
            return options;
        }
        let mut set = |keyword: &str, value: &str| {
            options.push(Command::SetOption { keyword: keyword.into(), value: value.into() });
        };
        if self.rng.one_in(6) {
            set(":produce-models", "false");
            self.has_models = false;
        }
        if self.rng.one_in(5) {
            set(":produce-unsat-cores", "true");
            self.may_assume = false;
            self.name_assertions();
        } else if self.rng.one_in(8) {
            set(":produce-unsat-assumptions", "true");
        }
        if self.rng.one_in(8) {
            set(":produce-assignments", "true");
            self.has_names = true;
            self.name_assertions();
        }
        options
    }

    /// Names three quarters of the assertions that have no name.
    fn name_assertions(&mut self) {
        for at in 0..self.script.commands.len() {
            let Command::Assert(term) = self.script.commands[at] else { continue };
            if self.script.terms.name_of(term).is_some() || self.rng.one_in(4) {
                continue;
            }
            let name = self.fresh("named");
            let terms = &mut self.script.terms;
            let signature = Signature::plain(&[], Sort::BOOL);
            terms.declare(Decl { name, signature, kind: DeclKind::Named(term) });
            let named = terms.annotate(term, [Attribute::Named(name)].into(), &[]);
            self.script.commands[at] = Command::Assert(named);
        }
    }

    fn fresh(&mut self, base: &str) -> Symbol {
        let base = self.script.terms.symbols.intern(base);
        if self.script.terms.is_declared(base) { self.script.terms.fresh_name(base) } else { base }
    }

    /// Emits the whole script, with levels and other questions in between.
    fn emit_dialogue(&mut self) {
        let body = std::mem::take(&mut self.script.commands);
        let is_preface =
            |command: &Command| !command.is_declaration() && !matches!(command, Command::Assert(_));
        let preface = body.iter().take_while(|command| is_preface(command)).count();
        let declared = body.iter().rposition(Command::is_declaration).map_or(preface, |last| last + 1);
        let mut said = preface;
        self.commands.extend_from_slice(&body[..preface]);
        if declared > preface
            && body[preface..declared].iter().all(Command::is_declaration)
            && self.rng.one_in(8)
        {
            self.declare_globally(&body[preface..declared]);
            said = declared;
        } else if self.rng.one_in(16) {
            self.prelude(&body[..declared]);
        }
        let assumed = self.assumed(&body);
        for (at, command) in body.into_iter().enumerate().skip(said) {
            if self.levels < MOST_LEVELS && self.rng.one_in(3) {
                let count = 1 + u32::from(self.rng.one_in(4));
                self.levels += count;
                self.commands.push(Command::Push(count));
            }
            if at >= declared && self.rng.one_in(3) {
                self.interlude();
            } else if at > said && at < declared && self.interludes == 0 && self.rng.one_in(16) {
                self.interludes += 1;
                self.commands.push(Command::CheckSat);
            }
            match command {
                Command::Assert(term) if assumed.contains(&at) => self.assume(term),
                other => self.commands.push(other),
            }
        }
        if self.interludes == 0 && self.literals.is_empty() || self.rng.one_in(3) {
            self.interlude();
        }
    }

    /// Declares everything in a level that is popped, or before `(reset-assertions)`. `:global-declarations` keeps
    /// the symbols.
    fn declare_globally(&mut self, declarations: &[Command]) {
        let option = Command::SetOption { keyword: GLOBAL_DECLARATIONS.into(), value: "true".into() };
        self.commands.insert(0, option);
        let forgets = self.rng.coin();
        if !forgets || self.rng.coin() {
            self.commands.push(Command::Push(1));
        }
        self.commands.extend_from_slice(declarations);
        self.assert_claims();
        self.commands.push(Command::CheckSat);
        self.commands.push(if forgets { Command::ResetAssertions } else { Command::Pop(1) });
        self.interludes += 1;
    }

    /// Asks a question with other assertions about the same symbols, before the script proper.
    fn prelude(&mut self, declarations: &[Command]) {
        if !declarations.iter().all(|command| !matches!(command, Command::Assert(_))) {
            return;
        }
        let commands = std::mem::replace(&mut self.commands, declarations.to_vec());
        self.assert_claims();
        self.commands.push(Command::CheckSat);
        self.prelude = std::mem::replace(&mut self.commands, commands);
    }

    /// The positions of the assertions that become assumptions: some of the last ones.
    fn assumed(&mut self, body: &[Command]) -> BTreeSet<usize> {
        if !self.may_assume || !self.rng.one_in(3) {
            return BTreeSet::new();
        }
        let terms = &self.script.terms;
        let is_plain = |command: &Command| matches!(command, Command::Assert(term) if terms.name_of(*term).is_none() && self.junk.is_plain(terms, *term));
        let plain: Vec<usize> = (0..body.len()).filter(|&at| is_plain(&body[at])).collect();
        let count = 1 + self.rng.index(2);
        plain.into_iter().rev().take(count).collect()
    }

    /// Assumes a literal instead of asserting the term.
    fn assume(&mut self, term: Term) {
        self.stand_ins += 1;
        if self.rng.one_in(4) {
            let name = self.fresh("claim");
            let decl = self.script.terms.declare(Decl::constant(name, Sort::BOOL));
            self.script.terms.define(decl, Box::default(), term, false);
            self.commands.push(Command::Define(decl));
            let literal = self.script.terms.constant(decl);
            self.literals.push(literal);
            return;
        }
        let positive = !self.rng.one_in(3);
        let literal = self.symbol("switch", positive);
        let terms = &mut self.script.terms;
        let (literal, guard) = match (positive, self.rng.coin()) {
            (true, true) => (literal, terms.implies(literal, term)),
            (true, false) => (literal, terms.equal(literal, term)),
            (false, true) => (terms.not(literal), terms.or(&[literal, term])),
            (false, false) => {
                let contrary = terms.not(term);
                (terms.not(literal), terms.equal(literal, contrary))
            }
        };
        self.commands.push(Command::Assert(guard));
        self.literals.push(literal);
    }

    /// A new Boolean symbol, and its value.
    fn symbol(&mut self, base: &str, value: bool) -> Term {
        let name = self.fresh(base);
        let decl = self.script.terms.declare(Decl::constant(name, Sort::BOOL));
        self.commands.push(Command::Declare { decl, constant: true });
        self.values.push((decl, value));
        self.script.terms.constant(decl)
    }

    /// Asks something else in between, and leaves nothing behind that could change a later answer.
    fn interlude(&mut self) {
        if self.interludes >= MOST_INTERLUDES {
            return;
        }
        self.interludes += 1;
        match self.rng.below(8) {
            0 => self.commands.push(Command::CheckSat),
            1 | 2 if self.may_assume => self.guarded(),
            3 | 4 => self.nested(),
            _ => {
                let count = 1 + u32::from(self.rng.one_in(4));
                self.commands.push(Command::Push(count));
                self.assert_claims();
                self.commands.push(Command::CheckSat);
                self.commands.push(Command::Pop(count));
            }
        }
    }

    /// A claim behind a switch that is on for one question only.
    fn guarded(&mut self) {
        let Some(claim) = self.junk.claim(&mut self.script.terms, self.rng) else { return };
        self.stand_ins += 1;
        let switch = self.symbol("option", false);
        let guard = self.script.terms.implies(switch, claim);
        self.commands.push(Command::Assert(guard));
        self.commands.push(Command::CheckSatAssuming([switch].into()));
    }

    /// One level inside another.
    fn nested(&mut self) {
        self.commands.push(Command::Push(1));
        self.assert_claims();
        if self.rng.coin() {
            self.commands.push(Command::CheckSat);
        }
        self.commands.push(Command::Push(1));
        self.assert_claims();
        self.commands.push(Command::CheckSat);
        if self.rng.coin() {
            self.commands.extend([Command::Pop(1), Command::CheckSat, Command::Pop(1)]);
        } else {
            self.commands.push(Command::Pop(2));
        }
    }

    /// Asserts arbitrary claims.
    fn assert_claims(&mut self) {
        for _ in 0..1 + self.rng.index(2) {
            let claim = self.junk.claim(&mut self.script.terms, self.rng);
            self.commands.extend(claim.map(Command::Assert));
        }
    }
}

/// What a dialogue consists of, in words.
fn form(script: &Script) -> String {
    let count =
        |wanted: fn(&Command) -> bool| script.commands.iter().filter(|command| wanted(command)).count();
    let mut words: Vec<String> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::SetOption { keyword, value } => Some(format!("{keyword} {value}")),
            _ => None,
        })
        .collect();
    let parts = [
        ("push", count(|command| matches!(command, Command::Push(_)))),
        ("pop", count(|command| matches!(command, Command::Pop(_)))),
        ("reset", count(|command| *command == Command::Reset)),
        ("reset-assertions", count(|command| *command == Command::ResetAssertions)),
        ("questions", count(Command::is_question)),
        ("with assumptions", count(|command| matches!(command, Command::CheckSatAssuming(_)))),
        ("get-value", count(|command| matches!(command, Command::GetValue(_)))),
        ("get-assignment", count(|command| *command == Command::GetAssignment)),
        ("get-unsat-assumptions", count(|command| *command == Command::GetUnsatAssumptions)),
        ("block-model", count(Command::is_block)),
    ];
    words.extend(parts.iter().filter(|part| part.1 > 0).map(|(word, count)| format!("{count} {word}")));
    words.join(", ")
}
