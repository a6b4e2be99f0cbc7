//! Those who read and print: gainsay, yaspar-ir with sorts, and smt2parser without.

use gainsay::script::rewrite::Rewriter;
use gainsay::script::{Command, DeclId, Printer, Script, Term};
use smt2parser::{CommandStream, concrete};
use std::fmt::Write;
use std::panic::{RefUnwindSafe, catch_unwind};
use yaspar_ir::ast::{Context, GlobalSubst, Typecheck};
use yaspar_ir::untyped::UntypedAst;

pub trait Reader: RefUnwindSafe {
    const NAME: &'static str;
    /// What reading means for it.
    const READING: &'static str;
    type Parsed;

    fn parse(&self, text: &str) -> Option<Self::Parsed>;
    fn print(&self, parsed: &Self::Parsed, out: &mut String);

    fn accepts(&self, text: &str) -> bool {
        catch_unwind(|| self.parse(text).is_some()).unwrap_or(false)
    }

    fn read_all(&self, texts: &[&str]) -> usize {
        texts.iter().filter(|text| self.parse(text).is_some()).count()
    }

    fn parse_all(&self, texts: &[&str]) -> Vec<Self::Parsed> {
        texts.iter().filter_map(|text| self.parse(text)).collect()
    }

    fn print_all(&self, parsed: &[Self::Parsed]) -> usize {
        let mut out = String::new();
        parsed
            .iter()
            .map(|parsed| {
                out.clear();
                self.print(parsed, &mut out);
                out.len()
            })
            .sum()
    }
}

pub struct Gainsay;

impl Reader for Gainsay {
    const NAME: &'static str = "gainsay";
    const READING: &'static str = "  read with sorts";
    type Parsed = Script;

    fn parse(&self, text: &str) -> Option<Script> {
        Some(Script::read(text))
    }

    fn print(&self, script: &Script, out: &mut String) {
        Printer::default().write_script(out, script);
    }
}

pub struct Yaspar;

impl Reader for Yaspar {
    const NAME: &'static str = "yaspar-ir";
    const READING: &'static str = "  read with sorts (yaspar-ir too)";
    type Parsed = Vec<yaspar_ir::ast::Command>;

    fn parse(&self, text: &str) -> Option<Self::Parsed> {
        let commands = UntypedAst.parse_script_str(text).ok()?;
        commands.type_check(&mut Context::new()).ok()
    }

    fn print(&self, commands: &Self::Parsed, out: &mut String) {
        for command in commands {
            let _ = writeln!(out, "{command}");
        }
    }
}

pub struct Smt2Parser;

impl Reader for Smt2Parser {
    const NAME: &'static str = "smt2parser";
    const READING: &'static str = "  read with sorts (smt2parser without)";
    type Parsed = Vec<concrete::Command>;

    fn parse(&self, text: &str) -> Option<Self::Parsed> {
        CommandStream::new(text.as_bytes(), concrete::SyntaxBuilder, None).collect::<Result<_, _>>().ok()
    }

    fn print(&self, commands: &Self::Parsed, out: &mut String) {
        for command in commands {
            let _ = writeln!(out, "{command}");
        }
    }
}

/// Mutants of a seed by gainsay: a term takes the place of the seed's first constant.
pub struct Mutants {
    script: Script,
    rewriter: Rewriter,
    printer: Printer,
    constant: Term,
    out: String,
}

impl Mutants {
    pub fn new(seed: &str) -> Mutants {
        let mut script = Script::read(seed);
        let decl: DeclId = script.terms.decls().next().expect("the seed declares a constant").0;
        let constant = script.terms.constant(decl);
        let (rewriter, printer) = (Rewriter::default(), Printer::default());
        Mutants { script, rewriter, printer, constant, out: String::new() }
    }

    pub fn make(&mut self, count: usize) -> usize {
        (0..count).map(|number| self.mutant(number)).sum()
    }

    fn mutant(&mut self, number: usize) -> usize {
        let terms = &mut self.script.terms;
        let mark = terms.mark();
        let number = terms.int(number as i64);
        let new = terms.apply("+", &[self.constant, number]).expect("an Int");
        self.out.clear();
        for command in &self.script.commands {
            let command = match command {
                Command::Assert(root) => {
                    &Command::Assert(self.rewriter.substitute(terms, *root, &[(self.constant, new)]))
                }
                command => command,
            };
            self.printer.write_command(&mut self.out, terms, command);
            self.out.push('\n');
        }
        terms.rollback(mark);
        self.out.len()
    }
}

/// The same by yaspar-ir, whose nearest operation expands a defined name wherever it occurs.
pub struct YasparMutants {
    context: Context,
    name: String,
    commands: Vec<yaspar_ir::ast::Command>,
    assertions: Vec<yaspar_ir::ast::Term>,
}

impl YasparMutants {
    pub fn new(seed: &str) -> YasparMutants {
        let script = Script::read(seed);
        let (_, decl) = script.terms.decls().next().expect("the seed declares a constant");
        let name = script.terms.symbols.name(decl.name).to_owned();
        let declaration = format!("(declare-const {name} Int)");
        let definition = format!("(declare-const {name}2 Int)(define-fun {name} () Int (+ {name}2 7))");
        let defined = seed.replacen(&declaration, &definition, 1);
        let mut context = Context::new();
        let commands = UntypedAst.parse_script_str(&defined).expect("the seed is standard");
        let commands = commands.type_check(&mut context).expect("the seed is standard");
        use yaspar_ir::ast::alg::Command as Kind;
        use yaspar_ir::traits::Repr;
        let assertions = commands
            .iter()
            .filter_map(|command| match command.repr() {
                Kind::Assert(term) => Some(term.clone()),
                _ => None,
            })
            .collect();
        YasparMutants { context, name, commands, assertions }
    }

    pub fn make(&mut self, count: usize) -> usize {
        (0..count)
            .map(|_| {
                let mut out = String::new();
                for command in &self.commands[..self.commands.len() - self.assertions.len()] {
                    let _ = writeln!(out, "{command}");
                }
                let expanded = self.assertions[..].gsubst([self.name.as_str()], &mut self.context);
                for term in expanded {
                    let _ = writeln!(out, "(assert {term})");
                }
                out.len()
            })
            .sum()
    }
}
