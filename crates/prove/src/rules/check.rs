//! Refutes wrong rules: a rule makes claims about its instances, and each claim is tried on values.

use super::{Binding, Class, Rule, RuleKind, TermPattern};
use gainsay_eval::eval::{Bounds, Decision, Evaluator, Limits, Model, decide, value_text};
use gainsay_eval::generate::Values;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Decl, DeclId, Script, Term};
use gainsay_lang::theory::sort::{Sort, SortKind};

/// The size of the widths in instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Small enough to try all values.
    Small,
    /// As in real scripts, for checks by solvers.
    Large,
}

/// One claim of a rule for one choice of sorts and widths.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The part of the rule that it checks.
    pub what: &'static str,
    /// The sorts of the parameters.
    pub instance: String,
    /// Asserts the premises and the negated conclusion: unsatisfiable if the rule is correct.
    pub script: Script,
    symbols: Vec<(DeclId, Sort)>,
}

/// The result of trying a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// All values were tried; 1 if the premises are satisfiable, else 0.
    Exhausted(u64),
    /// This many assignments were tried, of which `held` satisfied the premises.
    Tried { samples: u64, held: u64 },
    /// A counterexample.
    Refuted(String),
}

/// The result of trying a rule.
#[derive(Clone, Default, Debug)]
pub struct Trial {
    /// The number of claims tried on all values, and on some values.
    pub exhausted: u64,
    pub sampled: u64,
    /// How often the premises were satisfied.
    pub held: u64,
    /// Reasons why the rule is wrong or cannot be trusted.
    pub problems: Vec<String>,
}

/// Tries a rule on all values of small sorts, and on `samples` values of each claim about large ones.
pub fn trial(rule: &Rule, samples: u64) -> Trial {
    let mut trial = Trial::default();
    let mut rng = Rng::new(0);
    for scale in [Scale::Small, Scale::Large] {
        match claims(rule, scale) {
            Ok(claims) => {
                claims.iter().for_each(|claim| trial.add(claim, claim.check(&mut rng, samples)));
            }
            Err(problem) => {
                trial.problems.push(problem);
                return trial;
            }
        }
    }
    if trial.held == 0 && trial.problems.is_empty() {
        trial.problems.push("it never applied to any value that was tried".to_owned());
    }
    trial
}

impl Trial {
    fn add(&mut self, claim: &Claim, checked: Checked) {
        match checked {
            Checked::Exhausted(held) => {
                self.exhausted += 1;
                self.held += held;
            }
            Checked::Tried { held, .. } => {
                self.sampled += 1;
                self.held += held;
            }
            Checked::Refuted(values) => {
                let Claim { what, instance, .. } = claim;
                let problem = format!("it is not true that {what} ({instance}); counterexample: {values}");
                self.problems.push(problem);
            }
        }
    }
}

/// The premises imply the conclusion.
struct Statement<'a> {
    what: &'static str,
    premises: Vec<Formula<'a>>,
    conclusion: Formula<'a>,
}

enum Formula<'a> {
    Holds(&'a TermPattern),
    Equal(&'a TermPattern, &'a TermPattern),
}

/// All claims of a rule, for the sorts and widths of a scale.
pub fn claims(rule: &Rule, scale: Scale) -> Result<Vec<Claim>, String> {
    let parameters: Vec<TermPattern> =
        (0..rule.parameters.len()).map(|at| TermPattern::Parameter(at as u8)).collect();
    let statements = statements(rule, &parameters);
    let mut claims = Vec::new();
    for binding in bindings(rule, scale) {
        for statement in &statements {
            claims.extend(claim(rule, &binding, statement)?);
        }
    }
    if claims.is_empty() {
        return Err("no choice of sorts and widths satisfies its conditions".to_owned());
    }
    Ok(claims)
}

fn statements<'a>(rule: &'a Rule, parameters: &'a [TermPattern]) -> Vec<Statement<'a>> {
    let given = |given: &'a Option<TermPattern>| given.iter().map(Formula::Holds);
    match &rule.kind {
        RuleKind::Weakening { strong, weak } => vec![Statement {
            what: "the first side implies the second",
            premises: vec![Formula::Holds(strong)],
            conclusion: Formula::Holds(weak),
        }],
        RuleKind::Equality { given: condition, left, right } => vec![Statement {
            what: "the sides are equal",
            premises: given(condition).collect(),
            conclusion: Formula::Equal(left, right),
        }],
        RuleKind::Fusion { fused, x, y, constants, .. } => {
            let inverted = |what, at: usize, inversion: &'a super::Inversion| Statement {
                what,
                premises: given(constants)
                    .chain(given(&inversion.given))
                    .chain([Formula::Equal(&parameters[2], fused)])
                    .collect(),
                conclusion: Formula::Equal(&parameters[at], &inversion.term),
            };
            vec![inverted("the inverse recovers x", 0, x), inverted("the inverse recovers y", 1, y)]
        }
    }
}

/// The choices of sorts and widths for a rule.
fn bindings(rule: &Rule, scale: Scale) -> Vec<Binding> {
    let widths: &[i64] = match (scale, rule.sizes) {
        (Scale::Small, 0..=2) => &[1, 2, 3, 4],
        (Scale::Small, _) => &[1, 2, 3],
        (Scale::Large, 0..=1) => &[8, 32],
        (Scale::Large, _) => &[5, 11],
    };
    let mut all = vec![Binding::of(rule)];
    for slot in 0..rule.sizes {
        let with = |binding: &Binding, width: i64| {
            let mut binding = binding.clone();
            binding.holes.sizes[slot] = Some(width);
            binding
        };
        all = all.iter().flat_map(|binding| widths.iter().map(move |&width| with(binding, width))).collect();
    }
    for (slot, class) in rule.sorts.iter().enumerate() {
        let sorts: &[Sort] = match (class, scale) {
            (Class::Arith, _) => &[Sort::INT, Sort::REAL],
            (Class::Any, Scale::Small) => &[Sort::BOOL, Sort::ROUNDING_MODE],
            (Class::Any, Scale::Large) => &[Sort::INT, Sort::STRING],
        };
        let with = |binding: &Binding, sort: Sort| {
            let mut binding = binding.clone();
            binding.holes.sorts[slot] = Some(sort);
            binding
        };
        all = all.iter().flat_map(|binding| sorts.iter().map(move |&sort| with(binding, sort))).collect();
    }
    all.retain(|binding| rule.conditions.iter().all(|condition| condition.holds(&binding.holes.sizes)));
    all
}

/// The claim of a statement for one choice; `None` if that gives sorts which do not exist.
fn claim(rule: &Rule, binding: &Binding, statement: &Statement<'_>) -> Result<Option<Claim>, String> {
    let mut script = Script::default();
    let mut binding = binding.clone();
    let (mut symbols, mut instance) = (Vec::new(), Vec::new());
    for (at, parameter) in rule.parameters.iter().enumerate() {
        let Some(sort) = binding.sort(rule, &mut script.terms, at) else { return Ok(None) };
        if !is_sort(&script, sort) {
            return Ok(None);
        }
        let name = script.terms.symbols.intern(&parameter.name);
        let decl = script.terms.declare(Decl::constant(name, sort));
        script.commands.push(Command::Declare { decl, constant: true });
        binding.terms[at] = Some(script.terms.constant(decl));
        symbols.push((decl, sort));
        instance.push(format!(
            "{}: {}",
            parameter.name,
            script.terms.sorts.to_text(&script.terms.symbols, sort)
        ));
    }
    let instance = instance.join(", ");
    let ill_sorted = || format!("it is not well-sorted for {instance}");
    let mut formulas = Vec::new();
    for formula in &statement.premises {
        formulas.push(formula.term(&mut script, &binding).ok_or_else(ill_sorted)?);
    }
    let conclusion = statement.conclusion.term(&mut script, &binding).ok_or_else(ill_sorted)?;
    formulas.push(script.terms.not(conclusion));
    script.commands.extend(formulas.into_iter().map(Command::Assert));
    Ok(Some(Claim { what: statement.what, instance, script, symbols }))
}

/// Whether the sort exists in the standard: exponent and significand of floats have at least two bits each.
fn is_sort(script: &Script, sort: Sort) -> bool {
    match script.terms.sorts.kind(sort) {
        SortKind::Float(eb, sb) => *eb > 1 && *sb > 1,
        _ => script.terms.sorts.parts(sort).iter().all(|&part| is_sort(script, part)),
    }
}

impl Formula<'_> {
    fn term(&self, script: &mut Script, binding: &Binding) -> Option<Term> {
        let terms = &mut script.terms;
        match self {
            Formula::Holds(pattern) => pattern.instantiate_as(terms, binding, Sort::BOOL),
            Formula::Equal(left, right) => {
                let left = left.instantiate(terms, binding)?;
                let right = right.instantiate_as(terms, binding, terms.sort(left))?;
                Some(terms.equal(left, right))
            }
        }
    }
}

impl Claim {
    /// A claim about all symbols that the script declares.
    pub fn new(what: &'static str, instance: String, script: Script) -> Claim {
        let declared = script.commands.iter().filter_map(|command| match command {
            Command::Declare { decl, .. } => Some((*decl, script.terms.decl(*decl).result_sort())),
            _ => None,
        });
        let symbols = declared.collect();
        Claim { what, instance, script, symbols }
    }

    /// Tries all values if there are few, and `samples` random ones otherwise.
    pub fn check(&self, rng: &mut Rng, samples: u64) -> Checked {
        let bounds = Bounds { assignments: 1 << 18, ..Bounds::default() };
        match decide(&self.script.question(), bounds) {
            Decision::Unsat(_) => {
                let mut premises = self.script.clone();
                premises.commands.pop();
                match decide(&premises.question(), bounds) {
                    Decision::Sat { .. } => Checked::Exhausted(1),
                    Decision::Unsat(_) => Checked::Exhausted(0),
                    // It is not known whether the premises are satisfiable, so samples have to show it.
                    Decision::TooLarge | Decision::Unknown(_) => self.sample(rng, samples),
                }
            }
            Decision::Sat { witness, .. } => Checked::Refuted(self.values(witness.model())),
            Decision::TooLarge | Decision::Unknown(_) => self.sample(rng, samples),
        }
    }

    fn sample(&self, rng: &mut Rng, samples: u64) -> Checked {
        let claims: Vec<Term> = self.script.assertions().collect();
        let Some((&negated, premises)) = claims.split_last() else {
            return Checked::Tried { samples: 0, held: 0 };
        };
        let mut held = 0;
        for _ in 0..samples {
            let Some(model) = self.model(rng) else { continue };
            let mut evaluator = Evaluator::new(&self.script.terms, &model, Limits::default());
            if !premises.iter().all(|&premise| evaluator.eval_bool(premise) == Ok(true)) {
                continue;
            }
            held += 1;
            // If the conclusion depends on what the standard leaves open, it is false under some
            // interpretation of that.
            if evaluator.eval_bool(negated) != Ok(false) {
                drop(evaluator);
                return Checked::Refuted(self.values(&model));
            }
        }
        Checked::Tried { samples, held }
    }

    /// Random values for the parameters. A parameter that a premise defines by a term, such as a fused term,
    /// gets the term's value, since random values would rarely satisfy the premise.
    fn model(&self, rng: &mut Rng) -> Option<Model> {
        let terms = &self.script.terms;
        let mut model = Model::default();
        for &(decl, sort) in &self.symbols {
            let value = Values { terms, model: &Model::default(), rng }.value(sort)?;
            model.set(terms, decl, value).ok()?;
        }
        let claims: Vec<Term> = self.script.assertions().collect();
        let premises = claims.split_last().map_or(&[][..], |(_, premises)| premises);
        for &premise in premises {
            let Some((decl, term)) = self.defined_by(premise) else { continue };
            let value = Evaluator::new(terms, &model, Limits::default()).eval(term).ok()?;
            model.set(terms, decl, value).ok()?;
        }
        Some(model)
    }

    /// The parameter that an equation defines, and its defining term.
    fn defined_by(&self, premise: Term) -> Option<(DeclId, Term)> {
        let terms = &self.script.terms;
        let is_equation = terms.op(premise) == Some(gainsay_lang::theory::connectives().equal);
        match terms.children(premise) {
            &[left, right] if is_equation => Some((terms.declaration(left)?, right)),
            _ => None,
        }
    }

    /// The values in the form `x = 3, y = 0`.
    fn values(&self, model: &Model) -> String {
        let terms = &self.script.terms;
        let shown = self.symbols.iter().filter_map(|&(decl, sort)| {
            let value = value_text(terms, model.get(decl)?, sort)?;
            Some(format!("{} = {value}", terms.symbols.name(terms.decl(decl).name)))
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
