//! Whether two scripts say the same, whatever the numbers of their terms.

use gainsay::script::{Command, DeclId, DeclKind, Function, FunctionId, Head, Script, Term, View};
use gainsay::symbols::Symbol;
use gainsay::theory::sort::Sort;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The first difference between two scripts.
pub fn same_script(a: &Script, b: &Script) -> Result<(), String> {
    let mut compare =
        Compare { a, b, terms: HashMap::default(), decls: HashMap::default(), pending: Vec::new() };
    compare.equal("commands", &a.commands.len(), &b.commands.len())?;
    for (left, right) in a.commands.iter().zip(&b.commands) {
        compare
            .command(left, right)
            .and_then(|()| compare.pending_terms())
            .map_err(|difference| format!("{difference}\nin {left:?}"))?;
    }
    Ok(())
}

struct Compare<'s> {
    a: &'s Script,
    b: &'s Script,
    /// What each term and declaration of the first stands for in the second. Terms are shared, so it is a function.
    terms: HashMap<Term, Term, FxBuildHasher>,
    decls: HashMap<DeclId, DeclId, FxBuildHasher>,
    pending: Vec<(Term, Term)>,
}

type Same = Result<(), String>;

impl Compare<'_> {
    fn equal<T: PartialEq + std::fmt::Debug>(&self, what: &str, a: &T, b: &T) -> Same {
        if a == b { Ok(()) } else { Err(format!("{what}: {a:?} and {b:?}")) }
    }

    fn command(&mut self, a: &Command, b: &Command) -> Same {
        match (a, b) {
            (Command::SetLogic(a), Command::SetLogic(b)) => self.symbol(*a, *b),
            (Command::DeclareSort { name: a, arity: m }, Command::DeclareSort { name: b, arity: n }) => {
                self.symbol(*a, *b)?;
                self.equal("arity", m, n)
            }
            (Command::Declare { decl: a, constant: c }, Command::Declare { decl: b, constant: d }) => {
                self.equal("form", c, d)?;
                self.decl(*a, *b)
            }
            (Command::Define(a), Command::Define(b)) => self.decl(*a, *b),
            (Command::DefineRecursive(a), Command::DefineRecursive(b)) => {
                self.equal("functions", &a.len(), &b.len())?;
                a.iter().zip(b).try_for_each(|(&a, &b)| self.decl(a, b))
            }
            (Command::DeclareDatatypes { datatypes: a }, Command::DeclareDatatypes { datatypes: b }) => {
                self.equal("datatypes", &a.len(), &b.len())
            }
            (Command::Assert(a), Command::Assert(b)) => self.term(*a, *b),
            (
                Command::AssertSoft { term: a, attributes: x },
                Command::AssertSoft { term: b, attributes: y },
            ) => {
                self.equal("attributes", x, y)?;
                self.term(*a, *b)
            }
            (
                Command::Optimise { command: c, term: a, attributes: x },
                Command::Optimise { command: d, term: b, attributes: y },
            ) => {
                self.equal("command", &(c, x), &(d, y))?;
                self.term(*a, *b)
            }
            (Command::CheckSatAssuming(a), Command::CheckSatAssuming(b))
            | (Command::GetValue(a), Command::GetValue(b)) => {
                self.equal("terms", &a.len(), &b.len())?;
                a.iter().zip(b).try_for_each(|(&a, &b)| self.term(a, b))
            }
            _ => self.equal("command", a, b),
        }
    }

    fn term(&mut self, a: Term, b: Term) -> Same {
        self.pending.push((a, b));
        self.pending_terms()
    }

    fn pending_terms(&mut self) -> Same {
        while let Some((a, b)) = self.pending.pop() {
            match self.terms.insert(a, b) {
                None => self.node(a, b)?,
                Some(known) => self.equal("shared term", &known, &b)?,
            }
        }
        Ok(())
    }

    fn node(&mut self, a: Term, b: Term) -> Same {
        let (left, right) = (&self.a.terms, &self.b.terms);
        self.sort(left.sort(a), right.sort(b))?;
        match (left.view(a), right.view(b)) {
            (View::Literal(a), View::Literal(b)) => self.equal("literal", a, b)?,
            (View::Variable(a), View::Variable(b)) => self.symbol(a, b)?,
            (View::Apply(a, _), View::Apply(b, _)) => self.function(a, b)?,
            (View::Bind(..), View::Bind(..)) => self.binder(left.head(a), right.head(b))?,
            (View::Match(..), View::Match(..)) => {}
            (View::Annotated(_, a, _), View::Annotated(_, b, _)) => {
                let texts = |script: &Script, attributes: &[gainsay::script::Attribute]| -> Vec<String> {
                    attributes.iter().map(|attribute| attribute_text(script, attribute)).collect()
                };
                self.equal("attributes", &texts(self.a, a), &texts(self.b, b))?;
            }
            (a, b) => return Err(format!("{a:?} and {b:?}")),
        }
        let (left, right) = (left.children(a), right.children(b));
        self.equal("number of children", &left.len(), &right.len())?;
        self.pending.extend(left.iter().copied().zip(right.iter().copied()));
        Ok(())
    }

    fn binder(&mut self, a: Head, b: Head) -> Same {
        use gainsay::script::Binder::Case;
        match (a, b) {
            (Head::Bind(Case(Some(a))), Head::Bind(Case(Some(b)))) => self.decl(a, b),
            _ => self.equal("binder", &a, &b),
        }
    }

    fn function(&mut self, a: FunctionId, b: FunctionId) -> Same {
        match (self.a.terms.function(a), self.b.terms.function(b)) {
            (Function::Declared(a), Function::Declared(b))
            | (Function::Tester(a), Function::Tester(b))
            | (Function::Updater(a), Function::Updater(b))
            | (Function::AsArray(a), Function::AsArray(b)) => self.decl(*a, *b),
            (Function::Mapped(a), Function::Mapped(b)) => self.function(*a, *b),
            (Function::Opaque(a), Function::Opaque(b)) => self.symbol(*a, *b),
            (a @ Function::Op(op, _), b) => self.equal(op.op().declaration, a, b),
            (a, b) => self.equal("function", a, b),
        }
    }

    fn decl(&mut self, a: DeclId, b: DeclId) -> Same {
        if let Some(known) = self.decls.insert(a, b) {
            return self.equal("declaration", &known, &b);
        }
        let (left, right) = (self.a.terms.decl(a), self.b.terms.decl(b));
        self.symbol(left.name, right.name)?;
        self.equal("arity", &left.arity(), &right.arity())?;
        self.sort(left.result_sort(), right.result_sort())?;
        for (a, b) in left.arg_sorts().into_iter().flatten().zip(right.arg_sorts().into_iter().flatten()) {
            self.sort(a, b)?;
        }
        match (&left.kind, &right.kind) {
            (
                DeclKind::Defined { params, body: Some(a), recursive },
                DeclKind::Defined { params: others, body: Some(b), recursive: other },
            ) => {
                self.equal("recursive", recursive, other)?;
                self.equal("parameters", &params.len(), &others.len())?;
                self.pending.extend(params.iter().copied().zip(others.iter().copied()));
                self.pending.push((*a, *b));
                Ok(())
            }
            (DeclKind::Named(a), DeclKind::Named(b)) => {
                self.pending.push((*a, *b));
                Ok(())
            }
            (DeclKind::Constructor { index: a, .. }, DeclKind::Constructor { index: b, .. }) => {
                self.equal("constructor", a, b)
            }
            (
                DeclKind::Selector { constructor: a, field: f },
                DeclKind::Selector { constructor: b, field: g },
            ) => {
                self.equal("field", f, g)?;
                self.decl(*a, *b)
            }
            (a, b) => self.equal("kind", &std::mem::discriminant(a), &std::mem::discriminant(b)),
        }
    }

    fn symbol(&self, a: Symbol, b: Symbol) -> Same {
        self.equal("name", &self.a.terms.symbols.name(a), &self.b.terms.symbols.name(b))
    }

    fn sort(&self, a: Sort, b: Sort) -> Same {
        let text = |script: &Script, sort| script.terms.sorts.to_text(&script.terms.symbols, sort);
        self.equal("sort", &text(self.a, a), &text(self.b, b))
    }
}

fn attribute_text(script: &Script, attribute: &gainsay::script::Attribute) -> String {
    use gainsay::script::Attribute;
    let name = |symbol| script.terms.symbols.name(symbol);
    match *attribute {
        Attribute::Named(symbol) => format!(":named {}", name(symbol)),
        Attribute::Pattern(keyword, count) => format!("{} {count}", name(keyword)),
        Attribute::Other(keyword, value) => format!("{} {:?}", name(keyword), value.map(name)),
    }
}
