//! Candidates: a script together with a model, and edits of both.

use gainsay_eval::eval::{Limits, Model, SortDomains, eval, value_text};
use gainsay_lang::script::occurrences::free_variables;
use gainsay_lang::script::rewrite::Rewriter;
use gainsay_lang::script::{
    Command, DeclId, Function, Head, Literal, Printer, ReadOptions, Script, Term, Terms, View,
};
use gainsay_lang::theory::arithmetic;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::{Kind, Value};

use super::measure::terms_of;

/// A script that is being reduced. A known model that satisfies it comes along; passes keep it fitting as well as
/// they can, but the caller must evaluate it.
#[derive(Clone, Default, Debug)]
pub struct Candidate {
    /// The script.
    pub script: Script,
    /// A model that satisfies it, if one is known.
    pub model: Option<Model>,
}

impl Candidate {
    /// A candidate to begin with.
    pub fn new(script: Script, model: Option<Model>) -> Candidate {
        Candidate { script, model }
    }

    /// The script, printed with one command a line.
    pub fn text(&self) -> String {
        Printer::default().script(&self.script)
    }

    /// All terms of the commands.
    pub fn roots(&self) -> Vec<Term> {
        self.script.commands.iter().flat_map(|command| terms_of(&self.script, command)).collect()
    }

    /// All terms below the commands, each once, parts first.
    pub fn parts(&self) -> Vec<Term> {
        self.script.terms.postorder(&self.roots())
    }

    /// Replaces a term by another everywhere, bound or not; drops `(assert true)`. Returns whether anything
    /// changed.
    pub fn replace(&mut self, from: Term, to: Term) -> bool {
        self.rewrite(|_, old, new| if old == from { to } else { new })
    }

    /// Rewrites all terms bottom-up: `make` gets each term as it was, and as it is with its parts rewritten.
    /// Returns whether anything changed.
    pub fn rewrite(&mut self, mut make: impl FnMut(&mut Terms, Term, Term) -> Term) -> bool {
        let mut rewriter = Rewriter::default();
        let mut changed = false;
        self.script.map_terms(|terms, root| {
            let new = rewriter.bottom_up(terms, root, &mut make);
            changed |= new != root;
            new
        });
        let terms = &self.script.terms;
        let is_true = |term: Term| terms.view(term) == View::Literal(&Literal::Bool(true));
        if changed {
            self.script
                .commands
                .retain(|command| !matches!(command, Command::Assert(term) if is_true(*term)));
        }
        changed
    }

    /// Replaces a function of the script by another of the same signature.
    pub fn replace_decl(&mut self, from: DeclId, to: DeclId) {
        self.rewrite(|terms, _, new| match terms.head(new) {
            Head::Apply(function) if *terms.function(function) == Function::Declared(from) => {
                let function = terms.function_id(Function::Declared(to));
                let (sort, children) = (terms.sort(new), terms.children(new).to_vec());
                terms.intern(Head::Apply(function), sort, &children)
            }
            _ => new,
        });
    }

    /// Declares one function instead of another.
    pub fn declare_instead(&mut self, old: DeclId, new: DeclId) {
        let arity = |decl| self.script.terms.decl(decl).arity();
        let becomes_constant = arity(old) > 0 && arity(new) == 0;
        for command in &mut self.script.commands {
            if let Command::Declare { decl, constant } = command
                && *decl == old
            {
                *decl = new;
                *constant |= becomes_constant;
            }
        }
    }

    /// A new constant to replace a term; in the model it gets the term's value.
    pub fn fresh_constant_for(&mut self, term: Term) -> Option<Term> {
        let name = self.fresh_name("c");
        let terms = &mut self.script.terms;
        let constant = terms.declare_constant(&name, terms.sort(term));
        let decl = terms.declaration(constant)?;
        if let Some(model) = &mut self.model
            && let Ok(value) = eval(&self.script.terms, term, model, Limits::default())
        {
            // A value that does not fit is left out; the caller checks the model anyway.
            let _ = model.set(&self.script.terms, decl, value);
        }
        Some(constant)
    }

    /// Declares a constant before the first command that uses it.
    pub fn declare_before_use(&mut self, constant: Term) {
        let Some(decl) = self.script.terms.declaration(constant) else { return };
        let script = &self.script;
        let uses = |command: &Command| script.terms.postorder(&terms_of(script, command)).contains(&constant);
        let first = script.commands.iter().position(uses).unwrap_or(script.commands.len());
        self.script.commands.insert(first, Command::Declare { decl, constant: true });
    }

    /// The value of a closed term under the model, as a term.
    pub fn value_of(&mut self, term: Term) -> Option<Term> {
        let value = eval(&self.script.terms, term, self.model.as_ref()?, Limits::default()).ok()?;
        self.term_of_value(&value, self.script.terms.sort(term))
    }

    /// A default value of a sort, as a term.
    pub fn default_of(&mut self, sort: Sort) -> Option<Term> {
        let model = Model::default();
        let value = SortDomains { terms: &self.script.terms, model: &model }.default(sort)?;
        self.term_of_value(&value, sort)
    }

    /// A value as a term that every solver reads.
    pub fn term_of_value(&mut self, value: &Value, sort: Sort) -> Option<Term> {
        let terms = &mut self.script.terms;
        let literal = match value {
            Value::Bool(value) => Literal::Bool(*value),
            Value::Int(value) if value.is_negative() => {
                let positive = terms.int(value.abs());
                return terms.apply_ops(&[arithmetic().negate_int], &[], None, &[positive]).ok();
            }
            Value::Int(value) => Literal::Int(value.clone()),
            Value::Bits(value) => Literal::Bits(value.clone()),
            Value::Text(value) => Literal::Text(value.clone()),
            Value::Element { .. } => return None,
            _ => return self.read_value(value, sort),
        };
        Some(terms.literal(literal))
    }

    fn read_value(&mut self, value: &Value, sort: Sort) -> Option<Term> {
        let text = value_text(&self.script.terms, value, sort)?;
        if text.contains("!val!") {
            return None;
        }
        let name = self.fresh_name("value");
        let sort_text = self.script.terms.sorts.to_text(&self.script.terms.symbols, sort);
        let definition = format!("((define-fun {name} () {sort_text} {text}))");
        let read = self.script.read_definitions(&definition, ReadOptions::default());
        let body = read.definitions.first()?.body;
        (self.script.terms.sort(body) == sort).then_some(body)
    }

    /// An unused name that resembles this one.
    fn fresh_name(&mut self, base: &str) -> String {
        let terms = &mut self.script.terms;
        let base = terms.symbols.intern(base);
        let name = terms.fresh_name(base);
        terms.symbols.name(name).to_owned()
    }

    /// Whether a term has no free variable.
    pub fn is_closed(&self, term: Term) -> bool {
        free_variables(&self.script.terms, term).is_empty()
    }

    /// The functions and constants that the script declares, in order.
    pub fn declared(&self) -> Vec<DeclId> {
        declared(&self.script)
    }

    /// Whether constants of a sort can be declared.
    pub fn can_declare(&self, sort: Sort) -> bool {
        let kind = self.script.terms.sorts.kind(sort);
        sort != Sort::REGLAN && !kind.is_map() && !kind.is_open()
    }

    /// Removes unused terms from the arena by parsing the script again, if the model can be transferred.
    pub fn compact(&mut self) {
        let text = self.text();
        let script = Script::read(&text);
        if script.terms.len() == self.script.terms.len() || Printer::default().script(&script) != text {
            return;
        }
        let model = match &self.model {
            None => None,
            Some(model) => match self.moved_model(model, &script) {
                Some(model) => Some(model),
                None => return,
            },
        };
        *self = Candidate { script, model };
    }

    /// The model for the same script in another arena; `None` if a value belongs to this arena or a name is
    /// declared twice.
    fn moved_model(&self, model: &Model, script: &Script) -> Option<Model> {
        let has_universes =
            self.script.commands.iter().any(|command| matches!(command, Command::DeclareSort { .. }));
        if model.has_partial() || has_universes {
            return None;
        }
        let mut moved = Model::default();
        moved.complete_with_defaults = model.complete_with_defaults;
        let (old, new) = (declared(&self.script), declared(script));
        for (&old, &new) in old.iter().zip(&new) {
            let Some(value) = model.get(old) else { continue };
            if !belongs_nowhere(value) || !script.terms.decl(new).is_free() {
                return None;
            }
            moved.set(&script.terms, new, value.clone()).ok()?;
        }
        (old.len() == new.len()).then_some(moved)
    }
}

fn declared(script: &Script) -> Vec<DeclId> {
    let decl_of = |command: &Command| match command {
        Command::Declare { decl, .. } => Some(*decl),
        _ => None,
    };
    script.commands.iter().filter_map(decl_of).collect()
}

/// Whether a value is independent of the arena.
fn belongs_nowhere(value: &Value) -> bool {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value.kind() {
            Some(Kind::Collection(_) | Kind::Array(_) | Kind::Table { .. }) => stack.extend(value.parts()),
            Some(_) => return false,
            None if matches!(value, Value::Element { .. }) => return false,
            None => {}
        }
    }
    true
}
