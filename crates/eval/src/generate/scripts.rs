//! Random scripts: declarations, definitions, scopes, assertions and checks.

use super::terms::{Generator, TermConfig};
use super::vocabulary::Vocabulary;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Attribute, Command, Decl, DeclKind, Script, Term};
use gainsay_lang::theory::derived::Derived;
use gainsay_lang::theory::signature::{Pattern, Signature};
use gainsay_lang::theory::sort::{PLAIN_SORTS, SORT_CONSTRUCTORS, Sort, SortConstructor, UNIT_TUPLE};
use gainsay_lang::theory::{OpId, table};

/// The parameters of random scripts.
#[derive(Clone, Debug)]
pub struct ScriptConfig {
    /// The operators to use.
    pub ops: Vec<OpId>,
    pub constants: usize,
    pub assertions: usize,
    /// Declare datatypes and sorts.
    pub own_sorts: bool,
    /// Definitions, scopes, names, and other commands besides assertions.
    pub all_commands: bool,
    pub terms: TermConfig,
}

impl Default for ScriptConfig {
    /// Something of everything.
    fn default() -> ScriptConfig {
        ScriptConfig {
            ops: table().ops().iter().map(|op| op.id).collect(),
            constants: 8,
            assertions: 6,
            own_sorts: true,
            all_commands: true,
            terms: TermConfig::default(),
        }
    }
}

/// A random script, determined by the random stream.
pub fn script(rng: &mut Rng, config: &ScriptConfig) -> Script {
    let mut vocabulary = Vocabulary::of_ops(&config.ops);
    let declarations = declarations(rng, config, &vocabulary);
    let script = Script::read(&declarations);
    debug_assert!(script.problems.is_empty(), "{declarations}{:?}", script.problems);
    vocabulary.add_script(&script);
    let generator = Generator::new(vocabulary, config.terms.clone());
    let mut writer = Writer { script, generator, rng, scopes: Vec::new() };
    for _ in 0..config.assertions {
        if config.all_commands {
            writer.other_command();
        }
        writer.assertion(config.all_commands);
    }
    writer.script.commands.push(Command::CheckSat);
    writer.script
}

/// Names that need quotes, collide with the printer's `let` variables, or contain unusual characters.
const NAMES: [&str; 8] = ["$1", "|a b|", "~!@%^&*-+=<>.?/", "|été (;\"|", "a.b", "|1st|", "x!1", "_c"];

/// Declarations of sorts, and the sorts they give. Each `{}` is replaced by a sort in use.
const OWN_SORTS: [(&str, &[&str]); 7] = [
    ("(declare-sort U 0)", &["U"]),
    ("(declare-sort |own sort| 1)", &["(|own sort| {})"]),
    ("(declare-datatypes ((Colour 0)) (((red) (green) (blue))))", &["Colour"]),
    (
        "(declare-datatypes ((Tree 0) (Forest 0)) (((node (value {}) (children Forest))) \
         ((none) (some (first Tree) (rest Forest)))))",
        &["Tree", "Forest"],
    ),
    (
        "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))",
        &["(List {})", "(List (List {}))"],
    ),
    ("(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (left X) (|the right| Y))))))", &["(Pair {} {})"]),
    ("(declare-codatatypes ((Stream 0)) (((produce (now {}) (later Stream)))))", &["Stream"]),
];

/// The text that declares a script's sorts, constants and functions.
fn declarations(rng: &mut Rng, config: &ScriptConfig, vocabulary: &Vocabulary) -> String {
    let mut text = String::new();
    if config.all_commands {
        text += "; a random script\n(set-logic ALL)\n(set-info :status unknown)\n";
    }
    let mut sorts = Sorts::of(vocabulary);
    if config.own_sorts {
        for (declaration, own) in OWN_SORTS {
            if rng.one_in(4) {
                text += &format!("{}\n", sorts.fill(rng, declaration));
                let own: Vec<String> = own.iter().map(|sort| sorts.fill(rng, sort)).collect();
                sorts.plain.extend(own);
            }
        }
    }
    let mut names = NAMES.to_vec();
    let mut name = |rng: &mut Rng, prefix: &str, number: usize| {
        if config.all_commands && rng.one_in(8) && !names.is_empty() {
            names.swap_remove(rng.index(names.len())).to_owned()
        } else {
            format!("{prefix}{number}")
        }
    };
    for number in 0..config.constants {
        let (name, sort) = (name(rng, "c", number), sorts.any(rng));
        text += &format!("(declare-const {name} {sort})\n");
    }
    for number in 0..config.constants / 4 {
        let args: Vec<String> = (0..1 + rng.index(3)).map(|_| sorts.any(rng)).collect();
        let (name, result) = (name(rng, "f", number), sorts.any(rng));
        text += &format!("(declare-fun {name} ({}) {result})\n", args.join(" "));
    }
    text
}

/// The sorts of a vocabulary's operators, in SMT-LIB.
struct Sorts {
    plain: Vec<String>,
    bit_vectors: bool,
    floats: bool,
    /// Sorts with holes for others.
    composite: Vec<String>,
}

impl Sorts {
    fn of(vocabulary: &Vocabulary) -> Sorts {
        let mut sorts = Sorts { plain: Vec::new(), bit_vectors: false, floats: false, composite: Vec::new() };
        for op in vocabulary.ops.all() {
            let Signature { args, result, .. } = &op.op().signature;
            args.iter().chain([result]).for_each(|pattern| sorts.add(pattern));
        }
        sorts.plain.sort();
        sorts.plain.dedup();
        sorts.composite.sort();
        sorts.composite.dedup();
        sorts
    }

    fn add(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Sort(sort) => {
                self.plain.extend(
                    PLAIN_SORTS.iter().find(|plain| plain.1 == *sort).map(|plain| plain.0.to_owned()),
                );
            }
            Pattern::BitVec(_) => self.bit_vectors = true,
            Pattern::Float(..) => self.floats = true,
            Pattern::Composite(..) | Pattern::Derived(_) => self.composite.extend(with_holes(pattern)),
            Pattern::Field(_) => self.plain.push("(_ FiniteField 7)".to_owned()),
            Pattern::Param(_) => {}
        }
    }

    fn any(&self, rng: &mut Rng) -> String {
        if !self.composite.is_empty() && rng.one_in(4) {
            let composite = rng.pick(&self.composite);
            return self.fill(rng, composite);
        }
        self.simple(rng)
    }

    fn simple(&self, rng: &mut Rng) -> String {
        if self.bit_vectors && rng.one_in(3) {
            return format!("(_ BitVec {})", rng.pick(&[1, 2, 4, 5, 8, 16, 32, 64]));
        }
        if self.floats && rng.one_in(3) {
            let (eb, sb) = rng.pick(&[(2, 3), (3, 5), (5, 11), (8, 24), (11, 53)]);
            return format!("(_ FloatingPoint {eb} {sb})");
        }
        if self.plain.is_empty() { PLAIN_SORTS[0].0.to_owned() } else { rng.pick(&self.plain).clone() }
    }

    /// Fills each hole of a text with a random sort.
    fn fill(&self, rng: &mut Rng, text: &str) -> String {
        let mut parts = text.split("{}");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            filled += &self.simple(rng);
            filled += part;
        }
        filled
    }
}

/// The text of a sort that matches the pattern, with a hole for each basic sort in it.
fn with_holes(pattern: &Pattern) -> Option<String> {
    match pattern {
        Pattern::Composite(SortConstructor::Tuple, parts) if parts.is_empty() => Some(UNIT_TUPLE.to_owned()),
        Pattern::Composite(constructor, parts) => {
            let name = SORT_CONSTRUCTORS.get(constructor.number())?.name;
            let parts: Option<Vec<String>> = parts.iter().map(with_holes).collect();
            Some(format!("({name} {})", parts?.join(" ")))
        }
        Pattern::Derived(Derived::Any | Derived::Part(..)) => Some("{}".to_owned()),
        Pattern::Derived(_) => Some("(Tuple {} {})".to_owned()),
        _ => Some("{}".to_owned()),
    }
}

/// Appends commands to a script.
struct Writer<'r> {
    script: Script,
    generator: Generator,
    rng: &'r mut Rng,
    /// The number of functions in scope at each `push`.
    scopes: Vec<usize>,
}

impl Writer<'_> {
    fn term(&mut self, sort: Sort) -> Option<Term> {
        self.generator.term(&mut self.script.terms, self.rng, sort)
    }

    fn any_sort(&mut self) -> Sort {
        *self.rng.pick(&self.generator.vocabulary.sorts)
    }

    fn assertion(&mut self, all_commands: bool) {
        let Some(term) = self.term(Sort::BOOL) else { return };
        let named = all_commands && self.rng.one_in(4);
        let term = if named { self.named(term) } else { term };
        self.script.commands.push(Command::Assert(term));
    }

    /// Names a term with `:named`; later commands may use the name.
    fn named(&mut self, term: Term) -> Term {
        let terms = &mut self.script.terms;
        let name = self.generator.fresh_name(terms, "named ");
        let name = terms.symbols.intern(&name);
        let signature = Signature::plain(&[], terms.sort(term));
        let decl = terms.declare(Decl { name, signature, kind: DeclKind::Named(term) });
        let annotated = terms.annotate(term, [Attribute::Named(name)].into(), &[]);
        self.generator.vocabulary.functions.push(decl);
        self.generator.vocabulary_changed();
        annotated
    }

    fn other_command(&mut self) {
        let command = match self.rng.below(16) {
            0 => self.push(),
            1 => self.pop(),
            2 | 3 => self.definition(false),
            4 => self.definition(true),
            5 => self.declaration(),
            6 => {
                self.term(Sort::BOOL).map(|term| Command::AssertSoft { term, attributes: ":weight 2".into() })
            }
            7 => {
                let sort = self.any_sort();
                let command = if self.rng.coin() { "minimize" } else { "maximize" };
                self.term(sort).map(|term| Command::Optimise {
                    command: command.into(),
                    term,
                    attributes: "".into(),
                })
            }
            8 => Some(Command::CheckSat),
            9 => {
                let terms: Vec<Term> = (0..3).filter_map(|_| self.term(Sort::BOOL)).collect();
                Some(Command::CheckSatAssuming(terms.into()))
            }
            10 => {
                let sort = self.any_sort();
                self.term(sort).map(|term| Command::GetValue([term].into()))
            }
            11 => Some(Command::GetModel),
            12 => Some(Command::Other("(echo \"a \"\" in a string\")".into())),
            13 => Some(Command::Comment("; a remark (".into())),
            _ => None,
        };
        self.script.commands.extend(command);
    }

    fn push(&mut self) -> Option<Command> {
        self.scopes.push(self.generator.vocabulary.functions.len());
        Some(Command::Push(1))
    }

    fn pop(&mut self) -> Option<Command> {
        let length = self.scopes.pop()?;
        self.generator.vocabulary.functions.truncate(length);
        self.generator.vocabulary_changed();
        Some(Command::Pop(1))
    }

    fn declaration(&mut self) -> Option<Command> {
        let sort = self.any_sort();
        let terms = &mut self.script.terms;
        let name = self.generator.fresh_name(terms, "d");
        let name = terms.symbols.intern(&name);
        let decl = terms.declare(Decl::constant(name, sort));
        self.generator.vocabulary.functions.push(decl);
        self.generator.vocabulary_changed();
        Some(Command::Declare { decl, constant: true })
    }

    /// A definition; a recursive one may call itself.
    fn definition(&mut self, recursive: bool) -> Option<Command> {
        let count = self.rng.index(3);
        let sorts: Vec<Sort> = (0..count).map(|_| self.any_sort()).collect();
        let result = self.any_sort();
        let terms = &mut self.script.terms;
        let params: Box<[Term]> =
            sorts.iter().map(|&sort| self.generator.fresh_variable(terms, sort)).collect();
        let name = self.generator.fresh_name(terms, "g");
        let name = terms.symbols.intern(&name);
        let decl = terms.declare(Decl::function(name, &sorts, result));
        if recursive {
            self.generator.vocabulary.functions.push(decl);
            self.generator.vocabulary_changed();
        }
        let body = self.generator.term_over(terms, self.rng, result, &params);
        let Some(body) = body else {
            self.generator.vocabulary.functions.retain(|&function| function != decl);
            return None;
        };
        terms.define(decl, params, body, recursive);
        if recursive {
            return Some(Command::DefineRecursive([decl].into()));
        }
        self.generator.vocabulary.functions.push(decl);
        self.generator.vocabulary_changed();
        Some(Command::Define(decl))
    }
}
