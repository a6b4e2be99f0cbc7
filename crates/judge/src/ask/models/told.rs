//! Parses the models that a solver prints one after the other.

use gainsay_lang::answer::Status;
use gainsay_lang::sexp::{Node, Tape};

/// The models of a solver, in order, and whether it says that there are no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// As printed; each model was blocked before the next one.
    pub models: Vec<String>,
    pub ends: bool,
}

impl Told {
    /// Parses replies up to the first unexpected one. `None` if there is no model.
    pub fn read(claim: &str) -> Option<Told> {
        let whole = format!("({claim}\n)");
        let tape = Tape::parse(&whole).ok()?;
        let mut replies = tape.root(&whole).children();
        let mut told = Told { models: Vec::new(), ends: false };
        loop {
            let model = replies.next().filter(is_model);
            let Some(model) = model else { break };
            told.models.push(model.text().to_owned());
            match replies.next().and_then(status) {
                Some(Status::Sat) => {}
                Some(Status::Unsat) => {
                    told.ends = true;
                    break;
                }
                _ => break,
            }
        }
        (!told.models.is_empty()).then_some(told)
    }
}

fn is_model(reply: &Node<'_>) -> bool {
    reply.is_list() && !reply.children().next().is_some_and(|first| first.is_symbol("error"))
}

fn status(reply: Node<'_>) -> Option<Status> {
    Status::from_word(reply.text())
}
