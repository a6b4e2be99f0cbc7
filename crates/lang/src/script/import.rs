//! Copies terms and declarations of one script into another. Declarations are renamed where their names are taken.

use super::declarations::{Constructor, Datatype, Decl, DeclId, DeclKind};
use super::terms::{Attribute, Binder, Function, FunctionId, Head, Term, Terms, View};
use super::walk::{TermMap, Walker};
use super::{Command, Script};
use crate::hash::{HashMap, HashSet};
use crate::symbols::Symbol;
use crate::theory::signature::{Pattern, Signature};
use crate::theory::sort::{Sort, SortConstructor, SortKind};

/// How the names of an imported script change.
#[derive(Clone, Default, Debug)]
pub struct Renaming {
    /// Prefix and suffix of every name that the script declares. A name that is still taken gets a number, too.
    pub prefix: String,
    pub suffix: String,
}

/// Copies terms and declarations from one arena into another. It remembers what it has copied, so
/// that nothing is copied twice.
#[derive(Clone, Debug)]
pub struct Import {
    renaming: Renaming,
    /// Names that are taken in the target.
    taken: HashSet<Symbol>,
    function_names: HashMap<Symbol, Symbol>,
    sort_names: HashMap<Symbol, Symbol>,
    variable_names: HashMap<Symbol, Symbol>,
    sorts: HashMap<Sort, Sort>,
    decls: HashMap<DeclId, DeclId>,
    datatypes: HashMap<u32, u32>,
    functions: HashMap<FunctionId, FunctionId>,
    terms: TermMap<Term>,
    /// The source's names of terms, when one was needed.
    named: Option<HashMap<(Symbol, Term), DeclId>>,
    walker: Walker,
}

const NONE: Term = Term(u32::MAX);

impl Import {
    /// An import into the arena of a script.
    pub fn new(target: &Script, renaming: Renaming) -> Import {
        let terms = &target.terms;
        let mut taken: HashSet<Symbol> = terms.decls().map(|(_, decl)| decl.name).collect();
        taken.extend(terms.variable_names());
        for op in terms.ops_in_use() {
            let spellings = std::iter::once(&op.op().name).chain(&op.op().old);
            taken.extend(spellings.filter_map(|name| terms.symbols.find(name)));
        }
        taken.extend(terms.datatypes.iter().map(|datatype| datatype.name));
        for command in &target.commands {
            if let Command::DeclareSort { name, .. } | Command::DefineSort { name, .. } = command {
                taken.insert(*name);
            }
        }
        Import {
            renaming,
            taken,
            function_names: HashMap::default(),
            sort_names: HashMap::default(),
            variable_names: HashMap::default(),
            sorts: HashMap::default(),
            decls: HashMap::default(),
            datatypes: HashMap::default(),
            functions: HashMap::default(),
            terms: TermMap::new(NONE),
            named: None,
            walker: Walker::default(),
        }
    }

    /// Maps a term of the source to one of the target. To be called before terms that contain it are imported.
    pub fn identify(&mut self, source: Term, target: Term) {
        self.terms.set(source, target);
    }

    /// Imports a command, and everything that it declares. Commands kept as text are kept as they are.
    pub fn command(&mut self, from: &Terms, into: &mut Terms, command: &Command) -> Command {
        match command {
            Command::SetLogic(name) => Command::SetLogic(into.symbols.intern(from.symbols.name(*name))),
            Command::DeclareSort { name, arity } => {
                Command::DeclareSort { name: self.sort_name(from, into, *name), arity: *arity }
            }
            Command::DefineSort { name, params, body } => Command::DefineSort {
                name: self.sort_name(from, into, *name),
                params: params.iter().map(|&param| self.sort_name(from, into, param)).collect(),
                body: self.sort(from, into, *body),
            },
            Command::Declare { decl, constant } => {
                Command::Declare { decl: self.decl(from, into, *decl), constant: *constant }
            }
            Command::DeclareDatatypes { datatypes } => Command::DeclareDatatypes {
                datatypes: datatypes.iter().map(|&id| self.datatype(from, into, id)).collect(),
            },
            Command::Define(decl) => {
                let new = self.decl(from, into, *decl);
                self.body(from, into, *decl, new);
                Command::Define(new)
            }
            Command::DefineRecursive(decls) => {
                let new: Box<[DeclId]> = decls.iter().map(|&decl| self.decl(from, into, decl)).collect();
                for (&old, &new) in decls.iter().zip(&new) {
                    self.body(from, into, old, new);
                }
                Command::DefineRecursive(new)
            }
            Command::Assert(term) => Command::Assert(self.term(from, into, *term)),
            Command::AssertSoft { term, attributes } => {
                Command::AssertSoft { term: self.term(from, into, *term), attributes: attributes.clone() }
            }
            Command::Optimise { command, term, attributes } => Command::Optimise {
                command: command.clone(),
                term: self.term(from, into, *term),
                attributes: attributes.clone(),
            },
            Command::GetFormula { command, name, terms, attributes } => Command::GetFormula {
                command: command.clone(),
                name: name.clone(),
                terms: terms.iter().map(|&term| self.term(from, into, term)).collect(),
                attributes: attributes.clone(),
            },
            Command::CheckSatAssuming(list) => {
                Command::CheckSatAssuming(list.iter().map(|&term| self.term(from, into, term)).collect())
            }
            Command::GetValue(list) => {
                Command::GetValue(list.iter().map(|&term| self.term(from, into, term)).collect())
            }
            Command::BlockModelValues(list) => {
                Command::BlockModelValues(list.iter().map(|&term| self.term(from, into, term)).collect())
            }
            other => other.clone(),
        }
    }

    /// Imports a term. What it uses is declared in the target's arena; the declaring commands are imported by
    /// [`Import::command`], or made by [`Import::declarations_of`].
    pub fn term(&mut self, from: &Terms, into: &mut Terms, root: Term) -> Term {
        let mut walker = std::mem::take(&mut self.walker);
        let known = |import: &Import, term: Term| import.terms.get(term) != NONE;
        let mut children: Vec<Term> = Vec::new();
        for &term in walker.postorder_where(from, &[root], |term| !known(self, term)) {
            children.clear();
            children.extend(from.children(term).iter().map(|&child| self.terms.get(child)));
            let new = self.node(from, into, term, &children);
            self.terms.set(term, new);
        }
        self.walker = walker;
        self.terms.get(root)
    }

    fn node(&mut self, from: &Terms, into: &mut Terms, term: Term, children: &[Term]) -> Term {
        let sort = self.sort(from, into, from.sort(term));
        match from.view(term) {
            View::Literal(literal) => into.literal(literal.clone()),
            View::Variable(name) => {
                let name = self.variable_name(from, into, name);
                into.variable(name, sort)
            }
            View::Apply(function, _) => {
                let function = self.function(from, into, function);
                into.intern(Head::Apply(function), sort, children)
            }
            View::Bind(binder, ..) => {
                let binder = match binder {
                    Binder::Case(Some(decl)) => Binder::Case(Some(self.decl(from, into, decl))),
                    other => other,
                };
                let (variables, body) = children.split_at(children.len() - 1);
                into.bind(binder, variables, body[0])
            }
            View::Match(..) => into.intern(Head::Match, sort, children),
            View::Annotated(_, attributes, _) => {
                let inner = from.children(term)[0];
                let attributes = attributes
                    .iter()
                    .map(|attribute| self.attribute(from, into, attribute, (inner, children[0])))
                    .collect();
                into.annotate(children[0], attributes, &children[1..])
            }
        }
    }

    /// An attribute of a term, which is given as in the source and as in the target.
    fn attribute(
        &mut self,
        from: &Terms,
        into: &mut Terms,
        attribute: &Attribute,
        (old, new): (Term, Term),
    ) -> Attribute {
        let mut text = |symbol: Symbol| into.symbols.intern(from.symbols.name(symbol));
        match *attribute {
            Attribute::Pattern(keyword, count) => Attribute::Pattern(text(keyword), count),
            Attribute::Other(keyword, value) => Attribute::Other(text(keyword), value.map(text)),
            Attribute::Named(name) => {
                let named = self.named.get_or_insert_with(|| {
                    let is_named = |(id, decl): (DeclId, &Decl)| match decl.kind {
                        DeclKind::Named(term) => Some(((decl.name, term), id)),
                        _ => None,
                    };
                    from.decls().filter_map(is_named).collect()
                });
                if let Some(&id) = named.get(&(name, old)) {
                    let decl = self.decl(from, into, id);
                    let kind = &mut into.decls[decl.0 as usize].kind;
                    if matches!(kind, DeclKind::Free) {
                        *kind = DeclKind::Named(new);
                    }
                }
                Attribute::Named(self.function_name(from, into, name))
            }
        }
    }

    fn function(&mut self, from: &Terms, into: &mut Terms, id: FunctionId) -> FunctionId {
        // `(_ map f)` is the only function made of another one, and is not nested.
        if let Some(&known) = self.functions.get(&id) {
            return known;
        }
        let new = match from.function(id) {
            Function::Op(op, indices) => Function::Op(*op, indices.clone()),
            Function::Declared(decl) => Function::Declared(self.decl(from, into, *decl)),
            Function::Tester(decl) => Function::Tester(self.decl(from, into, *decl)),
            Function::Updater(decl) => Function::Updater(self.decl(from, into, *decl)),
            Function::AsArray(decl) => Function::AsArray(self.decl(from, into, *decl)),
            Function::Apply => Function::Apply,
            Function::Mapped(inner) => Function::Mapped(self.function(from, into, *inner)),
            Function::Opaque(text) => Function::Opaque(into.symbols.intern(from.symbols.name(*text))),
        };
        let new = into.function_id(new);
        self.functions.insert(id, new);
        new
    }

    /// The declaration in the target, without its body.
    pub fn decl(&mut self, from: &Terms, into: &mut Terms, id: DeclId) -> DeclId {
        if let Some(&known) = self.decls.get(&id) {
            return known;
        }
        let decl = from.decl(id);
        let kind = match &decl.kind {
            DeclKind::Constructor { datatype, .. } => {
                self.datatype(from, into, *datatype);
                return self.decls.get(&id).copied().unwrap_or(id);
            }
            DeclKind::Selector { constructor, .. } => {
                self.decl(from, into, *constructor);
                return self.decls.get(&id).copied().unwrap_or(id);
            }
            DeclKind::Free => DeclKind::Free,
            DeclKind::Defined { recursive, .. } => {
                DeclKind::Defined { params: Box::default(), body: None, recursive: *recursive }
            }
            // The term is filled in when its annotation comes.
            DeclKind::Named(_) => DeclKind::Free,
        };
        let name = self.function_name(from, into, decl.name);
        let signature = self.signature(from, into, &decl.signature);
        let new = into.declare(Decl { name, signature, kind });
        self.decls.insert(id, new);
        new
    }

    /// Imports the bodies of definitions that imported terms use, but that no imported command has.
    pub fn bring_definitions(&mut self, from: &Terms, into: &mut Terms) {
        loop {
            let lacks_body =
                |new: DeclId| matches!(into.decl(new).kind, DeclKind::Defined { body: None, .. });
            let mut lacking: Vec<(DeclId, DeclId)> = self
                .decls
                .iter()
                .map(|(&old, &new)| (old, new))
                .filter(|&(old, new)| lacks_body(new) && from.definition(old).is_some())
                .collect();
            if lacking.is_empty() {
                return;
            }
            lacking.sort_unstable();
            for (old, new) in lacking {
                self.body(from, into, old, new);
            }
        }
    }

    /// Imports the body of a definition.
    fn body(&mut self, from: &Terms, into: &mut Terms, old: DeclId, new: DeclId) {
        if let DeclKind::Defined { params, body, recursive } = &from.decl(old).kind {
            let params = params.iter().map(|&param| self.term(from, into, param)).collect();
            let body = body.map(|body| self.term(from, into, body));
            into.decls[new.0 as usize].kind = DeclKind::Defined { params, body, recursive: *recursive };
        }
    }

    fn datatype(&mut self, from: &Terms, into: &mut Terms, id: u32) -> u32 {
        if let Some(&known) = self.datatypes.get(&id) {
            return known;
        }
        let old = &from.datatypes[id as usize];
        let new = into.datatypes.len() as u32;
        self.datatypes.insert(id, new);
        let name = self.sort_name(from, into, old.name);
        let params: Box<[Sort]> = old.params.iter().map(|&param| self.sort(from, into, param)).collect();
        into.datatypes.push(Datatype { name, params, constructors: Vec::new(), codata: old.codata });
        for (index, constructor) in old.constructors.iter().enumerate() {
            let kind = DeclKind::Constructor { datatype: new, index: index as u32 };
            let decl = self.part(from, into, constructor.decl, kind);
            let mut selectors = Vec::new();
            for (field, &selector) in constructor.selectors.iter().enumerate() {
                let kind = DeclKind::Selector { constructor: decl, field: field as u32 };
                selectors.push(self.part(from, into, selector, kind));
            }
            let fields = constructor.fields.iter().map(|&field| self.sort(from, into, field)).collect();
            into.datatypes[new as usize].constructors.push(Constructor { decl, selectors, fields });
        }
        new
    }

    /// A constructor or selector.
    fn part(&mut self, from: &Terms, into: &mut Terms, id: DeclId, kind: DeclKind) -> DeclId {
        let old = from.decl(id);
        let name = self.function_name(from, into, old.name);
        let signature = self.signature(from, into, &old.signature);
        let new = into.declare(Decl { name, signature, kind });
        self.decls.insert(id, new);
        new
    }

    fn signature(&mut self, from: &Terms, into: &mut Terms, signature: &Signature) -> Signature {
        Signature {
            args: signature.args.iter().map(|pattern| self.pattern(from, into, pattern)).collect(),
            result: self.pattern(from, into, &signature.result),
            ..signature.clone()
        }
    }

    /// Recursive on the depth of a sort, which the reader bounds.
    fn pattern(&mut self, from: &Terms, into: &mut Terms, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Sort(sort) => Pattern::Sort(self.sort(from, into, *sort)),
            Pattern::Composite(constructor, parts) => Pattern::Composite(
                self.constructor(from, into, *constructor),
                parts.iter().map(|part| self.pattern(from, into, part)).collect(),
            ),
            Pattern::Param(_)
            | Pattern::BitVec(_)
            | Pattern::Float(..)
            | Pattern::Field(_)
            | Pattern::Derived(_) => pattern.clone(),
        }
    }

    /// Recursive on the depth of a sort, which the reader bounds.
    pub fn sort(&mut self, from: &Terms, into: &mut Terms, sort: Sort) -> Sort {
        // The built-in sorts have the same numbers everywhere.
        if sort <= Sort::UNKNOWN {
            return sort;
        }
        if let Some(&known) = self.sorts.get(&sort) {
            return known;
        }
        let kind = match from.sorts.kind(sort) {
            SortKind::Composite(constructor, parts) => {
                let parts = parts.iter().map(|&part| self.sort(from, into, part)).collect();
                SortKind::Composite(self.constructor(from, into, *constructor), parts)
            }
            SortKind::Opaque(text) => SortKind::Opaque(into.symbols.intern(from.symbols.name(*text))),
            other => other.clone(),
        };
        let new = into.sorts.intern(kind);
        self.sorts.insert(sort, new);
        new
    }

    fn constructor(&mut self, from: &Terms, into: &mut Terms, old: SortConstructor) -> SortConstructor {
        match old {
            SortConstructor::Named(name) => SortConstructor::Named(self.sort_name(from, into, name)),
            built_in => built_in,
        }
    }

    fn function_name(&mut self, from: &Terms, into: &mut Terms, name: Symbol) -> Symbol {
        let known = self.function_names.get(&name).copied();
        let new = known.unwrap_or_else(|| self.new_name(from, into, name));
        *self.function_names.entry(name).or_insert(new)
    }

    fn sort_name(&mut self, from: &Terms, into: &mut Terms, name: Symbol) -> Symbol {
        let known = self.sort_names.get(&name).copied();
        let new = known.unwrap_or_else(|| self.new_name(from, into, name));
        *self.sort_names.entry(name).or_insert(new)
    }

    /// A bound variable keeps its name, unless it would hide a function of the target.
    fn variable_name(&mut self, from: &Terms, into: &mut Terms, name: Symbol) -> Symbol {
        if let Some(&known) = self.variable_names.get(&name) {
            return known;
        }
        let mut new = into.symbols.intern(from.symbols.name(name));
        if into.is_declared(new) {
            new = into.fresh_name(new);
        }
        self.variable_names.insert(name, new);
        new
    }

    /// A name that is free in the target, and means nothing else in the source.
    fn new_name(&mut self, from: &Terms, into: &mut Terms, name: Symbol) -> Symbol {
        let old = from.symbols.name(name);
        let Renaming { prefix, suffix } = &self.renaming;
        let text = format!("{prefix}{old}{suffix}");
        let base = into.symbols.intern(&text);
        let means_other = |text: &str| text != old && from.symbols.find(text).is_some();
        let mut new = base;
        while self.taken.contains(&new) || means_other(into.symbols.name(new)) {
            new = into.fresh_name(base);
        }
        new
    }

    /// The commands that declare what some terms of the source use, directly or through definitions, in the order of
    /// the source; a name that `:named` gives becomes a definition. The terms themselves are imported by
    /// [`Import::term`] afterwards, best without `:named` annotations (see [`Script::expand_names`]).
    pub fn declarations_of(&mut self, from: &Script, into: &mut Terms, roots: &[Term]) -> Vec<Command> {
        let used = Used::by(&from.terms, roots);
        let mut commands: Vec<(u32, Command)> = Vec::new();
        for command in &from.commands {
            let datatype = |id: u32| &from.terms.datatypes[id as usize];
            let position = match command {
                Command::DeclareSort { name, .. } if used.sort_names.contains(name) => 0,
                Command::Declare { decl, .. } | Command::Define(decl) if used.decls.contains(decl) => decl.0,
                Command::DefineRecursive(decls) if decls.iter().any(|decl| used.decls.contains(decl)) => {
                    decls[0].0
                }
                Command::DeclareDatatypes { datatypes }
                    if datatypes.iter().any(|&id| used.sort_names.contains(&datatype(id).name)) =>
                {
                    let first = datatypes.first().and_then(|&id| datatype(id).constructors.first());
                    first.map_or(0, |constructor| constructor.decl.0)
                }
                _ => continue,
            };
            commands.push((position, command.clone()));
        }
        for &decl in &used.decls {
            if let DeclKind::Named(_) = from.terms.decl(decl).kind {
                commands.push((decl.0, Command::Define(decl)));
            }
        }
        commands.sort_by_key(|command| command.0);
        commands.iter().map(|(_, command)| self.declaration(&from.terms, into, command)).collect()
    }

    fn declaration(&mut self, from: &Terms, into: &mut Terms, command: &Command) -> Command {
        if let Command::Define(old) = command
            && let DeclKind::Named(term) = from.decl(*old).kind
        {
            let new = self.decl(from, into, *old);
            let body = Some(self.term(from, into, term));
            let params = Box::default();
            into.decls[new.0 as usize].kind = DeclKind::Defined { params, body, recursive: false };
            return Command::Define(new);
        }
        self.command(from, into, command)
    }
}

/// The declarations and sorts that terms use, directly or through definitions.
#[derive(Default)]
struct Used {
    decls: HashSet<DeclId>,
    sorts: HashSet<Sort>,
    sort_names: HashSet<Symbol>,
}

impl Used {
    fn by(terms: &Terms, roots: &[Term]) -> Used {
        let mut used = Used::default();
        let mut seen: TermMap<bool> = TermMap::new(false);
        let mut stack: Vec<Term> = roots.to_vec();
        while let Some(term) = stack.pop() {
            if seen.get(term) {
                continue;
            }
            seen.set(term, true);
            stack.extend_from_slice(terms.children(term));
            used.sort(terms, terms.sort(term));
            let decl = match terms.head(term) {
                Head::Apply(function) => used_decl(terms, function),
                Head::Bind(Binder::Case(decl)) => decl,
                _ => None,
            };
            let Some(decl) = decl.filter(|&decl| used.decls.insert(decl)) else { continue };
            stack.extend(terms.definition(decl));
            let Signature { args, result, .. } = &terms.decl(decl).signature;
            for pattern in args.iter().chain([result]) {
                if let Pattern::Sort(sort) = pattern {
                    used.sort(terms, *sort);
                }
            }
        }
        used
    }

    fn sort(&mut self, terms: &Terms, sort: Sort) {
        let mut stack = vec![sort];
        while let Some(sort) = stack.pop() {
            if !self.sorts.insert(sort) {
                continue;
            }
            stack.extend(terms.sorts.parts(sort));
            if let SortKind::Composite(SortConstructor::Named(name), _) = terms.sorts.kind(sort) {
                self.sort_names.insert(*name);
            }
            if let Some(datatype) = terms.datatype(sort) {
                stack.extend(datatype.constructors.iter().flat_map(|constructor| &constructor.fields));
            }
        }
    }
}

fn used_decl(terms: &Terms, mut function: FunctionId) -> Option<DeclId> {
    loop {
        match terms.function(function) {
            Function::Declared(decl)
            | Function::Tester(decl)
            | Function::Updater(decl)
            | Function::AsArray(decl) => return Some(*decl),
            Function::Mapped(inner) => function = *inner,
            _ => return None,
        }
    }
}

impl Script {
    /// Appends the wanted commands of another script. Its declarations are renamed where their names are taken.
    /// The import is returned, so that more terms can be copied with it.
    pub fn append(
        &mut self,
        other: &Script,
        renaming: Renaming,
        mut wanted: impl FnMut(&Command) -> bool,
    ) -> Import {
        let mut import = Import::new(self, renaming);
        for command in other.commands.iter().filter(|command| wanted(command)) {
            let command = import.command(&other.terms, &mut self.terms, command);
            self.commands.push(command);
        }
        import
    }

    /// The same script with other names for everything that it declares, so that it can be combined with another one:
    /// functions, sorts, datatypes, and terms named by `:named`. Commands that are kept as text are left as they are.
    pub fn renamed(&self, renaming: Renaming) -> Script {
        let mut script = Script { problems: self.problems.clone(), ..Script::default() };
        script.terms.spellings.clone_from(&self.terms.spellings);
        script.append(self, renaming, |_| true);
        script
    }

    /// The indices of the commands whose declarations no term of the script uses, directly or through definitions.
    pub fn unused_declarations(&self) -> Vec<usize> {
        let roots: Vec<Term> = self.commands.iter().flat_map(Command::terms).copied().collect();
        let used = Used::by(&self.terms, &roots);
        let is_unused = |command: &Command| match command {
            Command::DeclareSort { name, .. } => !used.sort_names.contains(name),
            Command::Declare { decl, .. } | Command::Define(decl) => !used.decls.contains(decl),
            Command::DefineRecursive(decls) => decls.iter().all(|decl| !used.decls.contains(decl)),
            Command::DeclareDatatypes { datatypes } => datatypes.iter().all(|&id| {
                let datatype = &self.terms.datatypes[id as usize];
                !used.sort_names.contains(&datatype.name)
            }),
            // Defined sorts are printed in full.
            Command::DefineSort { .. } => true,
            _ => false,
        };
        (0..self.commands.len()).filter(|&at| is_unused(&self.commands[at])).collect()
    }
}
