//! Definitions of string operations in terms of others. `tests/strategy/strings/equivalences.rs` checks them
//! for all values of a small domain.

use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Binder, Command, Function, Printer, Script, Term, Terms, View};
use std::sync::LazyLock;

/// An equation between a string operation and its definition: a paragraph of `rules/equivalences.smt2`.
#[derive(Clone, Debug)]
pub struct Equivalence {
    pub name: String,
    /// The declarations of its symbols.
    pub script: Script,
    pub operation: Term,
    pub meaning: Term,
    /// Whether the definition has a quantifier.
    pub is_quantified: bool,
    /// The text of the paragraph.
    text: &'static str,
}

/// Instantiation patterns (triggers) of the quantifiers: solvers instantiate a quantifier where its pattern
/// matches. They do not change the meaning of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Patterns {
    None,
    /// The patterns of the paper.
    Shipped,
    /// A user's pattern in SMT-LIB: one or more terms that must all match.
    Own(String),
}

const PATTERN: &str = ":pattern (";

impl Equivalence {
    /// The equivalence with these patterns; an error if they do not fit it.
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
        // A symbol that occurs only in patterns is rejected: it could be replaced by any equal term without
        // effect.
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

    /// The text before and after its pattern.
    fn around_pattern(&self) -> Option<[&'static str; 2]> {
        let (before, rest) = self.text.split_once(PATTERN)?;
        let mut open = 1;
        let end = rest.find(|letter| {
            open += i32::from(letter == '(') - i32::from(letter == ')');
            open == 0
        })?;
        Some([before, &rest[end + 1..]])
    }

    /// The name of the operator that it defines: that of the left side of its first assertion, an equation.
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
/// If one cannot be read; tests exclude this.
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
