//! What a script wants to be best, and in which order.

use crate::script::{Command, Question, Script, Term};
use crate::sexp::Tape;
use crate::theory::sort::{Sort, SortKind};
use crate::value::Rational;

/// The option that says how several goals go together.
pub const PRIORITY: &str = ":opt.priority";

/// All that a question wants to be best.
#[derive(Clone, Debug)]
pub struct Goals {
    pub priority: Priority,
    /// In the order in which solvers speak about them.
    pub goals: Vec<Goal>,
}

/// How several goals go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// Each is as good as it can be while those before it are.
    Lexicographic,
    /// Each is as good as it can be alone.
    Box,
    /// None can be better unless another one is worse.
    Pareto,
}

#[derive(Clone, Debug)]
pub struct Goal {
    pub direction: Direction,
    pub wish: Wish,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Maximise,
    Minimise,
}

/// What is to be best.
#[derive(Clone, Debug)]
pub enum Wish {
    /// A term: an integer, a real number, or bits without a sign.
    Term(Term),
    /// The weights of what is false, summed.
    Soft { id: String, parts: Vec<(Term, Rational)> },
}

/// Whether a script asks for an optimum.
pub fn is_asked_by(script: &Script) -> bool {
    script.commands.iter().any(is_goal)
}

fn is_goal(command: &Command) -> bool {
    matches!(command, Command::Optimise { .. } | Command::AssertSoft { .. })
}

fn priority_of(command: &Command) -> Option<&str> {
    match command {
        Command::SetOption { keyword, value } if &**keyword == PRIORITY => Some(value),
        _ => None,
    }
}

/// The order of several goals where a script does not say it. A solver can be started with another one.
pub fn unsaid_priority(script: &Script) -> Option<Command> {
    let are_many = script.commands.iter().filter(|command| is_goal(command)).count() > 1;
    let is_said = script.commands.iter().any(|command| priority_of(command).is_some());
    (are_many && !is_said).then(|| Command::SetOption { keyword: PRIORITY.into(), value: "lex".into() })
}

/// The script with nothing that is to be best.
pub fn without_goals(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !is_goal(command) && priority_of(command).is_none());
    script
}

impl Goals {
    /// The goals of a question. `None` if it has none, or one whose meaning is not known.
    pub fn of(question: &Question<'_>) -> Option<Goals> {
        let priority = match question.commands.iter().rev().find_map(priority_of) {
            None | Some("lex") => Priority::Lexicographic,
            Some("box") => Priority::Box,
            Some("pareto") => Priority::Pareto,
            Some(_) => return None,
        };
        let mut goals: Vec<Goal> = Vec::new();
        for command in &question.commands {
            match command {
                Command::Optimise { command, term, attributes } => {
                    let direction = match (&**command, attributes.trim()) {
                        ("maximize", "") => Direction::Maximise,
                        ("minimize", "") => Direction::Minimise,
                        _ => return None,
                    };
                    if !has_order(question, question.terms.sort(*term)) {
                        return None;
                    }
                    goals.push(Goal { direction, wish: Wish::Term(*term) });
                }
                Command::AssertSoft { term, attributes } => add_soft(&mut goals, *term, attributes)?,
                _ => {}
            }
        }
        (!goals.is_empty()).then_some(Goals { priority, goals })
    }

    /// A word about a goal, for people.
    pub fn name(&self, question: &Script, at: usize) -> String {
        use crate::script::Printer;
        match &self.goals[at] {
            Goal { wish: Wish::Soft { id, .. }, .. } if id.is_empty() => {
                "the least cost of the soft constraints".to_owned()
            }
            Goal { wish: Wish::Soft { id, .. }, .. } => {
                format!("the least cost of the soft constraints {id}")
            }
            Goal { wish: Wish::Term(term), direction } => {
                let word = if *direction == Direction::Maximise { "the largest" } else { "the least" };
                format!("{word} {}", Printer::default().term(&question.terms, *term))
            }
        }
    }
}

/// Whether it is known how values of a sort compare where something is to be best.
fn has_order(question: &Script, sort: Sort) -> bool {
    [Sort::INT, Sort::REAL].contains(&sort) || matches!(question.terms.sorts.kind(sort), SortKind::BitVec(_))
}

/// Soft constraints of one name are one goal, which stands where the first of them does.
fn add_soft(goals: &mut Vec<Goal>, term: Term, attributes: &str) -> Option<()> {
    let (weight, name) = read_attributes(attributes)?;
    let same = goals.iter_mut().find_map(|goal| match &mut goal.wish {
        Wish::Soft { id, parts } if *id == name => Some(parts),
        _ => None,
    });
    match same {
        Some(parts) => parts.push((term, weight)),
        None => {
            let wish = Wish::Soft { id: name, parts: vec![(term, weight)] };
            goals.push(Goal { direction: Direction::Minimise, wish });
        }
    }
    Some(())
}

/// Weight and name of a soft constraint. One that is not positive is a reward to z3, and not judged here.
fn read_attributes(attributes: &str) -> Option<(Rational, String)> {
    let list = format!("({attributes})");
    let tape = Tape::parse(&list).ok()?;
    let (mut weight, mut id) = (Rational::ONE, String::new());
    let mut parts = tape.root(&list).children();
    while let Some(keyword) = parts.next() {
        let value = parts.next()?;
        match keyword.text() {
            ":weight" => weight = Rational::parse_decimal(value.text())?,
            ":id" => id = value.symbol()?.to_owned(),
            _ => return None,
        }
    }
    (weight > Rational::ZERO).then_some((weight, id))
}
