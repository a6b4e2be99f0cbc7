//! The goals of a script, and how several goals are combined.

use gainsay_lang::script::{Command, Question, Script, Term};
use gainsay_lang::sexp::Tape;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::Rational;

/// The option for combining several goals.
pub const PRIORITY: &str = ":opt.priority";

/// All goals of a question.
#[derive(Clone, Debug)]
pub struct Goals {
    pub priority: Priority,
    /// In the order of solvers' replies.
    pub goals: Vec<Goal>,
}

/// How several goals are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// Each is optimal subject to the optima of those before it.
    Lexicographic,
    /// Each is optimal by itself.
    Box,
    /// No goal can be improved without worsening another one.
    Pareto,
}

#[derive(Clone, Debug)]
pub struct Goal {
    pub direction: Direction,
    pub wish: Objective,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Maximise,
    Minimise,
}

/// The objective of a goal.
#[derive(Clone, Debug)]
pub enum Objective {
    /// A term: an integer, a real number, or an unsigned bit-vector.
    Term(Term),
    /// Soft constraints: the sum of the weights of those that are false.
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

/// The command that sets the default combination explicitly if a script does not, since a solver can be
/// started with another default.
pub fn unsaid_priority(script: &Script) -> Option<Command> {
    let are_many = script.commands.iter().filter(|command| is_goal(command)).count() > 1;
    let is_said = script.commands.iter().any(|command| priority_of(command).is_some());
    (are_many && !is_said).then(|| Command::SetOption { keyword: PRIORITY.into(), value: "lex".into() })
}

/// The script without goals.
pub fn without_goals(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !is_goal(command) && priority_of(command).is_none());
    script
}

impl Goals {
    /// The goals of a question. `None` if there are none, or one is not understood.
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
                    goals.push(Goal { direction, wish: Objective::Term(*term) });
                }
                Command::AssertSoft { term, attributes } => add_soft(&mut goals, *term, attributes)?,
                _ => {}
            }
        }
        (!goals.is_empty()).then_some(Goals { priority, goals })
    }

    /// A description of a goal for messages.
    pub fn name(&self, question: &Script, at: usize) -> String {
        use gainsay_lang::script::Printer;
        match &self.goals[at] {
            Goal { wish: Objective::Soft { id, .. }, .. } if id.is_empty() => {
                "the least cost of the soft constraints".to_owned()
            }
            Goal { wish: Objective::Soft { id, .. }, .. } => {
                format!("the least cost of the soft constraints {id}")
            }
            Goal { wish: Objective::Term(term), direction } => {
                let word = if *direction == Direction::Maximise { "the largest" } else { "the least" };
                format!("{word} {}", Printer::default().term(&question.terms, *term))
            }
        }
    }
}

/// Whether the order of a sort's values is known.
fn has_order(question: &Script, sort: Sort) -> bool {
    [Sort::INT, Sort::REAL].contains(&sort) || matches!(question.terms.sorts.kind(sort), SortKind::BitVec(_))
}

/// Adds a soft constraint. Those with the same name form one goal, at the place of the first.
fn add_soft(goals: &mut Vec<Goal>, term: Term, attributes: &str) -> Option<()> {
    let (weight, name) = read_attributes(attributes)?;
    let same = goals.iter_mut().find_map(|goal| match &mut goal.wish {
        Objective::Soft { id, parts } if *id == name => Some(parts),
        _ => None,
    });
    match same {
        Some(parts) => parts.push((term, weight)),
        None => {
            let wish = Objective::Soft { id: name, parts: vec![(term, weight)] };
            goals.push(Goal { direction: Direction::Minimise, wish });
        }
    }
    Some(())
}

/// Weight and name of a soft constraint. Weights that are not positive are rewards in z3, and not judged
/// here.
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
