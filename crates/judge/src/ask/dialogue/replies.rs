//! Parses the replies of a solver: which text is the value of which term.

use super::asides;
use gainsay_lang::script::{Attribute, Command, Question, Term, View};
use gainsay_lang::sexp::{Node, Tape, symbol_name};

/// A reply to one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Values of terms, as printed.
    Values(Vec<(Term, String)>),
    /// Assumptions, as printed.
    Assumptions(Vec<String>),
}

impl Reply {
    /// The replies to the commands of a question; errors are left out. `None` if a reply cannot be assigned
    /// to a command.
    pub fn read_all(question: &Question<'_>, claim: &str) -> Option<Vec<Reply>> {
        let whole = format!("({claim})");
        let tape = Tape::parse(&whole).ok()?;
        let printed: Vec<Node<'_>> = tape.root(&whole).children().collect();
        let commands: Vec<&Command> = asides(question).collect();
        // Each command has one list as its reply, also if it failed: `(error ..)`.
        let is_error = |node: &Node<'_>| node.children().next().is_some_and(|first| first.is_symbol("error"));
        if printed.len() != commands.len() || !printed.iter().all(Node::is_list) {
            return None;
        }
        let pairs = commands.into_iter().zip(printed).filter(|(_, reply)| !is_error(reply));
        pairs.map(|(command, reply)| Reply::read(question, command, reply)).collect()
    }

    fn read(question: &Question<'_>, command: &Command, reply: Node<'_>) -> Option<Reply> {
        match command {
            Command::GetValue(terms) => {
                let values: Vec<String> =
                    reply.children().map(|pair| Some(pair_of(pair)?.1)).collect::<Option<_>>()?;
                (values.len() == terms.len())
                    .then(|| Reply::Values(terms.iter().copied().zip(values).collect()))
            }
            Command::GetAssignment => {
                let named = named(question);
                let mut values = Vec::new();
                for pair in reply.children() {
                    let (name, value) = pair_of(pair)?;
                    let formula = named.iter().find(|(other, _)| *other == symbol_name(&name));
                    values.extend(formula.map(|(_, term)| (*term, value)));
                }
                Some(Reply::Values(values))
            }
            Command::GetUnsatAssumptions => {
                Some(Reply::Assumptions(reply.children().map(|literal| literal.text().to_owned()).collect()))
            }
            _ => None,
        }
    }
}

/// A term and its value, as printed.
fn pair_of(pair: Node<'_>) -> Option<(String, String)> {
    let parts: Vec<Node<'_>> = pair.children().collect();
    let [term, value] = parts[..] else { return None };
    Some((term.text().to_owned(), value.text().to_owned()))
}

/// The named formulas in the assertions of a question, with their names.
fn named<'q>(question: &'q Question<'_>) -> Vec<(&'q str, Term)> {
    let terms = &question.terms;
    let roots: Vec<Term> = question.assertions().collect();
    let mut named = Vec::new();
    for part in terms.postorder(&roots) {
        let View::Annotated(formula, attributes, _) = terms.view(part) else { continue };
        for attribute in attributes {
            if let Attribute::Named(name) = attribute {
                named.push((terms.symbols.name(*name), formula));
            }
        }
    }
    named
}
