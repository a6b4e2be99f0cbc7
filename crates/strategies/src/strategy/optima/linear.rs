//! Linear programs around a known optimum.
//!
//! A point is chosen, and rows that are tight there. The objective is a sum of positive multiples of these rows,
//! so no feasible point exceeds the chosen one (the multiples are a dual solution). Other rows leave slack at the
//! point. Only the rows bound the variables.

use super::{attributes, priority};
use crate::strategy::Steps;
use gainsay_eval::eval::Model;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Script};
use gainsay_lang::value::{Int, Rational, Value};

/// The script, and the chosen point.
pub fn make(rng: &mut Rng, size: u32, steps: &mut Steps) -> Option<(Script, Option<Model>)> {
    let count = 1 + rng.index(2 + size as usize / 5);
    let all_real = rng.coin();
    let is_mixed = rng.one_in(4);
    let variables: Vec<Variable> = (0..count)
        .map(|_| Variable { is_real: if is_mixed { rng.coin() } else { all_real }, value: small(rng) })
        .collect();
    let mut program = Program { variables, rows: Vec::new() };
    let mut cost = vec![0; count];
    for _ in 0..1 + rng.index(count + 1) {
        let row = program.random_row(rng);
        let multiple = 1 + rng.below(3) as i64;
        cost.iter_mut().zip(&row).for_each(|(cost, factor)| *cost += multiple * factor);
        let room = if rng.one_in(8) { -1 } else { 0 };
        program.rows.push((row, room));
    }
    for _ in 0..rng.index(2 + size as usize / 4) {
        let row = program.random_row(rng);
        program.rows.push((row, 1 + rng.below(6) as i64));
    }
    let mut text = priority(rng, &["", "", "lex", "box"]);
    text += &program.declarations();
    for at in 0..program.rows.len() {
        text += &program.assertion(rng, at);
    }
    let mut goals = vec![program.goal(rng, &cost)];
    for _ in 0..rng.index(3) {
        let row = program.random_row(rng);
        goals.push(program.goal(rng, &row));
    }
    for _ in 0..rng.index(3) {
        let row = program.random_row(rng);
        let wish =
            format!("(<= {} {})", program.sum(&row), program.constant(small(rng), program.is_real(&row)));
        goals.push(format!("(assert-soft {wish} {})", attributes(rng)));
    }
    for goal in goals {
        if steps.take("goal", goal.as_str()) {
            text += &goal;
            text.push('\n');
        }
    }
    let script = Script::parse(&text).ok()?;
    let model = program.model(&script);
    Some((script, model))
}

fn small(rng: &mut Rng) -> i64 {
    rng.below(13) as i64 - 6
}

struct Variable {
    is_real: bool,
    /// The variable's value at the chosen point.
    value: i64,
}

struct Program {
    variables: Vec<Variable>,
    /// The factors of each row, and its slack at the point. Negative slack on a row with reals makes the row
    /// strict, so that the point just violates it.
    rows: Vec<(Vec<i64>, i64)>,
}

impl Program {
    fn random_row(&self, rng: &mut Rng) -> Vec<i64> {
        let mut row: Vec<i64> = self.variables.iter().map(|_| rng.below(7) as i64 - 3).collect();
        if row.iter().all(|factor| *factor == 0) {
            let at = rng.index(row.len());
            row[at] = 1;
        }
        row
    }

    fn value(&self, row: &[i64]) -> i64 {
        self.variables.iter().zip(row).map(|(variable, factor)| variable.value * factor).sum()
    }

    /// Whether a real variable occurs in a row.
    fn is_real(&self, row: &[i64]) -> bool {
        self.variables.iter().zip(row).any(|(variable, factor)| variable.is_real && *factor != 0)
    }

    fn declarations(&self) -> String {
        let sort = |variable: &Variable| if variable.is_real { "Real" } else { "Int" };
        let line = |(at, variable)| format!("(declare-const x{at} {})\n", sort(variable));
        self.variables.iter().enumerate().map(line).collect()
    }

    fn constant(&self, value: i64, is_real: bool) -> String {
        let digits = if is_real { format!("{}.0", value.abs()) } else { value.abs().to_string() };
        if value < 0 { format!("(- {digits})") } else { digits }
    }

    fn sum(&self, row: &[i64]) -> String {
        let is_real = self.is_real(row);
        let mut parts = Vec::new();
        for (at, (variable, &factor)) in self.variables.iter().zip(row).enumerate() {
            let name =
                if is_real && !variable.is_real { format!("(to_real x{at})") } else { format!("x{at}") };
            match factor {
                0 => {}
                1 => parts.push(name),
                _ => parts.push(format!("(* {} {name})", self.constant(factor, is_real))),
            }
        }
        match parts.len() {
            0 => self.constant(0, is_real),
            1 => parts.concat(),
            _ => format!("(+ {})", parts.join(" ")),
        }
    }

    /// A row as an assertion, in a random one of several equivalent forms.
    fn assertion(&self, rng: &mut Rng, at: usize) -> String {
        let (row, room) = &self.rows[at];
        let is_real = self.is_real(row);
        let bound = self.constant(self.value(row) + (*room).max(0), is_real);
        let or_equal = if *room < 0 && is_real { "" } else { "=" };
        let sum = self.sum(row);
        let negated: Vec<i64> = row.iter().map(|factor| -factor).collect();
        let plain = match rng.below(4) {
            0 => {
                let bound = self.constant(-(self.value(row) + (*room).max(0)), is_real);
                format!("(<{or_equal} {bound} {})", self.sum(&negated))
            }
            1 if !or_equal.is_empty() => format!("(not (< {bound} {sum}))"),
            _ => format!("(<{or_equal} {sum} {bound})"),
        };
        format!("(assert {plain})\n")
    }

    /// A row as an objective: maximize the sum, or minimize its negation.
    fn goal(&self, rng: &mut Rng, row: &[i64]) -> String {
        if rng.coin() {
            return format!("(maximize {})", self.sum(row));
        }
        let negated: Vec<i64> = row.iter().map(|factor| -factor).collect();
        format!("(minimize {})", self.sum(&negated))
    }

    /// The chosen point as a model.
    fn model(&self, script: &Script) -> Option<Model> {
        let mut model = Model::default();
        let declared = script.commands.iter().filter_map(|command| match command {
            Command::Declare { decl, .. } => Some(*decl),
            _ => None,
        });
        for (decl, variable) in declared.zip(&self.variables) {
            let value = match variable.is_real {
                true => Value::Real(Rational::from(variable.value)),
                false => Value::Int(Int::from(variable.value)),
            };
            model.set(&script.terms, decl, value).ok()?;
        }
        Some(model)
    }
}
