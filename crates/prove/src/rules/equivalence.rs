//! Equivalences between operations on strings and what they mean. They are looked at for all values of a small domain by
//! `tests/strategy/strings/equivalences.rs`.

use crate::script::rewrite::substitute;
use crate::script::walk::Walker;
use crate::script::{Binder, Command, Function, Printer, Script, Term, Terms, View};
use std::sync::LazyLock;

/// What an operation on strings means in terms of others: a paragraph of `rules/equivalences.smt2`.
#[derive(Clone, Debug)]
pub struct Equivalence {
    pub name: String,
    /// Declarations only.
    pub script: Script,
    pub operation: Term,
    pub meaning: Term,
    /// Whether there is a quantifier in the meaning.
    pub is_quantified: bool,
    /// The paragraph.
    text: &'static str,
}

/// What solvers are told about where to use quantifiers: terms that a quantifier is used for wherever they match. They do not
/// change what a script means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Patterns {
    None,
    /// Those of the paper.
    Shipped,
    /// The user's, as a script writes them: one or more terms that are to match together.
    Own(String),
}

const PATTERN: &str = ":pattern (";

impl Equivalence {
    /// The same with these patterns at its quantifiers; why that cannot be, if so.
    pub fn with(&self, patterns: &Patterns) -> Result<Equivalence, String> {
        match patterns {
            Patterns::Shipped => Ok(self.clone()),
            Patterns::None => Ok(self.bare()),
            Patterns::Own(own) => self.with_own(own),
        }
    }

    fn bare(&self) -> Equivalence {
        let mut bare = self.clone();
        let terms = &mut bare.script.terms;
        for quantifier in quantifiers(terms, bare.meaning) {
            let View::Bind(binder, variables, body) = terms.view(quantifier) else { continue };
            let (variables, body) = (variables.to_vec(), terms.bare(body));
            let plain = terms.bind(binder, &variables, body);
            bare.meaning = substitute(terms, bare.meaning, &[(quantifier, plain)]);
        }
        bare
    }

    fn with_own(&self, own: &str) -> Result<Equivalence, String> {
        let [before, after] = self.around_pattern().ok_or_else(|| format!("{} has no pattern", self.name))?;
        let text = format!("{before}{PATTERN}{own}){after}");
        let script =
            Script::parse(&text).map_err(|problem| format!("it cannot be read: {}", problem.message))?;
        let no_terms = || "it is more than terms".to_owned();
        let changed = understood(script, self.text).ok_or_else(no_terms)?;
        let bare = changed.bare();
        if bare.whole_text() != self.bare().whole_text() {
            return Err(no_terms());
        }
        // What stands in patterns alone cannot be exchanged for something equal: nothing would depend on that.
        let leaves = |root: Term| {
            let all = Walker::default().postorder(&bare.script.terms, &[root]).to_vec();
            all.into_iter().filter(|&term| bare.script.terms.children(term).is_empty())
        };
        let known: Vec<Term> = leaves(bare.meaning).collect();
        match leaves(changed.meaning).find(|leaf| !known.contains(leaf)) {
            Some(leaf) => {
                let leaf = Printer::default().term(&bare.script.terms, leaf);
                Err(format!("{leaf} does not occur in the meaning of {}", self.name))
            }
            None => Ok(changed),
        }
    }

    fn whole_text(&self) -> String {
        let (mut printer, terms) = (Printer::default(), &self.script.terms);
        let [operation, meaning] = [self.operation, self.meaning].map(|term| printer.term(terms, term));
        format!("{}{operation}\n{meaning}\n", printer.script(&self.script))
    }

    /// What stands before its pattern and after it.
    fn around_pattern(&self) -> Option<[&'static str; 2]> {
        let (before, rest) = self.text.split_once(PATTERN)?;
        let mut open = 1;
        let end = rest.find(|letter| {
            open += i32::from(letter == '(') - i32::from(letter == ')');
            open == 0
        })?;
        Some([before, &rest[end + 1..]])
    }

    /// The name of the operator whose meaning it tells: that of the left side of its first assertion, an equation.
    pub fn operator(&self) -> Option<&'static str> {
        let terms = &self.script.terms;
        let View::Apply(function, _) = terms.view(*terms.children(self.operation).first()?) else {
            return None;
        };
        match terms.function(function) {
            Function::Op(op, _) => Some(op.op().name),
            _ => None,
        }
    }
}

/// All equivalences.
///
/// # Panics
/// If one cannot be read, which a test sees.
pub fn equivalences() -> &'static [Equivalence] {
    static ALL: LazyLock<Vec<Equivalence>> = LazyLock::new(|| {
        let paragraphs = include_str!("../../../../rules/equivalences.smt2").split("\n\n").skip(1);
        let read = |text| read(text).unwrap_or_else(|| panic!("a bad equivalence: {text}"));
        paragraphs.map(read).collect()
    });
    &ALL
}

fn read(text: &'static str) -> Option<Equivalence> {
    understood(Script::parse(text).ok()?, text)
}

fn understood(mut script: Script, text: &'static str) -> Option<Equivalence> {
    let name = script.info(":name")?.to_owned();
    let assertions: Vec<Term> = script.assertions().collect();
    let &[operation, meaning] = assertions.as_slice() else { return None };
    script.commands.retain(Command::is_declaration);
    let is_quantified = script.terms.has_binder(meaning);
    Some(Equivalence { name, script, operation, meaning, is_quantified, text })
}

/// All universal quantifiers of a formula.
pub fn quantifiers(terms: &Terms, root: Term) -> Vec<Term> {
    let mut walker = Walker::default();
    let all = walker.postorder(terms, &[root]).iter();
    all.copied().filter(|&term| matches!(terms.view(term), View::Bind(Binder::Forall, ..))).collect()
}
