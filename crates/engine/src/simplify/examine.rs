//! From a suspect to a finding: confirmed in a fresh process, reduced, confirmed again, and turned into
//! ordinary questions.

use super::compare::{Suspect, compare, read_results};
use super::field::Field;
use super::shrink::smaller;
use gainsay_eval::eval::{self, eval, value_text};
use gainsay_guests::solver::{AskError, Limits, Rewriter, Rewritten, Solver};
use gainsay_judge::judge::wrong_answer;
use gainsay_lang::answer::Status;
use gainsay_lang::script::{ReadOptions, Term};
use gainsay_lang::value::equal;
use gainsay_lang::value::fuel::Fuel;
use serde::Serialize;

/// A rewrite that changes a value, or a tactic that changes whether a goal is satisfiable, confirmed in a fresh
/// process.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The tactic, if the finding is about one.
    pub tactic: Option<String>,
    pub solver: String,
    pub field: &'static str,
    /// The unit of work that found it.
    pub unit: u64,
    /// A script for the solver's authors.
    pub script: String,
    pub term: String,
    /// The solver's result, as printed.
    pub result: String,
    pub options: String,
    /// An assignment under which the values of term and result differ.
    pub assignment: Vec<(String, String)>,
    /// The value of the term.
    pub value: String,
    /// The value of the result.
    pub value_of_result: String,
    /// The operators of the term, by which findings are told apart.
    pub operators: Vec<String>,
    /// Ordinary questions about the same.
    pub questions: Vec<AskedQuestion>,
    /// How many further suspects had all of these operators.
    pub similar: u64,
}

/// A question with its right answer and the solver's answer.
#[derive(Clone, Debug, Serialize)]
pub struct AskedQuestion {
    pub script: String,
    pub expected: String,
    pub answer: String,
}

impl AskedQuestion {
    pub fn is_wrong(&self) -> bool {
        let (answer, expected) = (Status::from_word(&self.answer), Status::from_word(&self.expected));
        answer.zip(expected).is_some_and(|(answer, expected)| wrong_answer(answer, expected).is_some())
    }
}

impl Finding {
    /// Whether the solver also answers an ordinary question wrongly.
    pub fn turns_an_answer(&self) -> bool {
        self.questions.iter().any(AskedQuestion::is_wrong)
    }

    /// Whether another finding is probably the same mistake: it has all operators of this one, and the same
    /// options if this one has any. Tactics use the rewriter and each other, so a finding about a rewrite
    /// covers one about a tactic, but not the other way round.
    pub fn is_like(&self, other: &Finding) -> bool {
        let says_no_less = self.tactic.is_none() || other.tactic.is_some();
        says_no_less
            && self.covers(&other.operators)
            && (self.options == other.options || self.options.is_empty())
    }

    /// Whether a term with these operators may show the same mistake.
    pub fn covers(&self, operators: &[String]) -> bool {
        self.operators.iter().all(|operator| operators.contains(operator))
    }
}

/// The fuel for comparing two values.
const COMPARISON: u64 = 100_000;

/// Examines suspects of one solver and field.
pub struct Examiner<'a> {
    pub solver: &'a Solver,
    pub rewriter: &'a mut Rewriter,
    pub field: &'a mut Field,
    pub reading: ReadOptions,
    pub limits: Limits,
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// A rewrite that was seen to change a value.
struct Wrong {
    term: Term,
    result: String,
    result_term: Term,
    options: String,
    assignment: usize,
}

impl Examiner<'_> {
    /// `None` if the suspect does not show its mistake in a fresh process.
    pub fn examine(&mut self, suspect: &Suspect, unit: u64) -> Result<Option<Finding>, AskError> {
        let read = self.field.script.read_terms(&[&suspect.term], self.reading).pop();
        let Some(Ok(term)) = read else { return Ok(None) };
        let Some(wrong) = self.wrong(term, &suspect.options, true)? else { return Ok(None) };
        let small = self.shrink(wrong)?;
        // A mistake found in a used process must also show in a fresh one.
        for (term, options) in [(small.term, &small.options), (term, &suspect.options)] {
            if let Some(wrong) = self.wrong(term, options, true)?
                && let Some((script, shown)) = self.shown_by_script(&wrong)?
            {
                return self.finding(&shown, script, unit).map(Some);
            }
        }
        Ok(None)
    }

    /// The script of the finding, and the rewrite that a fresh process makes when given only this script,
    /// provided that the evaluator confirms two different values: columns are made for speed, and accuse
    /// nobody.
    fn shown_by_script(&mut self, wrong: &Wrong) -> Result<Option<(String, Wrong)>, AskError> {
        let declarations = self.declarations(&[wrong.term]);
        let command = format!("{declarations}(simplify {}{})\n", self.text(wrong.term), wrong.options);
        for script in self.with_and_without_setup(&command) {
            let printed = self.solver.run_on(&script, &self.limits)?.stdout;
            let shown = self.compared(wrong.term, printed.trim().to_owned(), &wrong.options);
            if let Some(shown) = shown.filter(|shown| self.is_proved(shown)) {
                return Ok(Some((script, shown)));
            }
        }
        Ok(None)
    }

    /// Two scripts: one as short as possible, and one that begins with the setup of our own processes.
    pub(super) fn with_and_without_setup(&self, commands: &str) -> [String; 2] {
        let setup = self.solver.profile.rewriter.iter().flat_map(|rewriting| &rewriting.setup);
        let setup: String = setup.map(|command| format!("{command}\n")).collect();
        [commands.to_owned(), setup + commands]
    }

    pub(super) fn declarations(&self, roots: &[Term]) -> String {
        self.field.declarations_of(&self.field.symbols_of(roots))
    }

    /// Whether the evaluator finds two different values.
    fn is_proved(&self, wrong: &Wrong) -> bool {
        let terms = &self.field.script.terms;
        let model = &self.field.assignments[wrong.assignment];
        let value = |term: Term| eval(terms, term, model, eval::Limits::default()).ok();
        match (value(wrong.term), value(wrong.result_term)) {
            (Some(one), Some(other)) => equal(&one, &other, &mut Fuel::new(COMPARISON)) == Some(false),
            _ => false,
        }
    }

    /// The text of a term, if it parses to the same term again.
    pub(super) fn as_asked(&mut self, term: Term) -> Option<String> {
        let text = self.text(term);
        let read = self.field.script.read_terms(&[&text], self.reading).pop();
        (read == Some(Ok(term))).then_some(text)
    }

    /// The rewrite of a term, if it changes the term's value.
    fn wrong(&mut self, term: Term, options: &str, alone: bool) -> Result<Option<Wrong>, AskError> {
        let Some(text) = self.as_asked(term) else { return Ok(None) };
        let rewritten = match alone {
            true => self.rewriter.alone(&text, options, &self.limits)?,
            false => self.rewriter.rewrite_one(&text, options, &self.limits)?,
        };
        let Rewritten::Term(result) = rewritten else { return Ok(None) };
        Ok(self.compared(term, result, options))
    }

    /// A rewrite, if some value differs.
    fn compared(&mut self, term: Term, result: String, options: &str) -> Option<Wrong> {
        let sort = self.field.script.terms.sort(term);
        let result_term = read_results(self.field, &[(sort, &result)], self.reading).pop()?.ok()?;
        let columns = self.field.columns(&[term, result_term]);
        let assignment = compare(&columns[0], &columns[1]).1?;
        Some(Wrong { term, result, result_term, options: options.to_owned(), assignment })
    }

    /// The smallest wrong rewrite that is found by leaving out options and making the term smaller step by
    /// step.
    fn shrink(&mut self, mut wrong: Wrong) -> Result<Wrong, AskError> {
        if !wrong.options.is_empty() {
            let words: Vec<&str> = wrong.options.split(" :").filter(|word| !word.is_empty()).collect();
            let alone = words.iter().map(|word| format!(" :{word}"));
            for options in [String::new()].into_iter().chain(alone) {
                if let Some(fewer) = self.wrong(wrong.term, &options, false)? {
                    wrong = fewer;
                    break;
                }
            }
        }
        'smaller: loop {
            let candidates = smaller(&mut self.field.script.terms, wrong.term, &self.field.variables);
            for candidate in candidates {
                if (self.is_stopped)() {
                    return Ok(wrong);
                }
                if let Some(found) = self.wrong(candidate, &wrong.options, false)? {
                    wrong = found;
                    continue 'smaller;
                }
            }
            return Ok(wrong);
        }
    }

    /// The operators of a term, sorted, each once.
    pub(super) fn operators(&self, term: Term) -> Vec<String> {
        let mut operators = super::hunt::operators(&self.field.script.terms, term);
        operators.sort();
        operators.dedup();
        operators
    }

    pub(super) fn text(&self, term: Term) -> String {
        super::hunt::printer(self.reading).term(&self.field.script.terms, term)
    }

    fn finding(&mut self, wrong: &Wrong, script: String, unit: u64) -> Result<Finding, AskError> {
        let term = self.text(wrong.term);
        let columns = self.field.columns(&[wrong.term, wrong.result_term]);
        let terms = &self.field.script.terms;
        let sort = terms.sort(wrong.term);
        let shown = |column: usize| {
            let number = columns[column].get(wrong.assignment);
            let value = number.and_then(|&number| self.field.numbers.value(number));
            value.and_then(|value| value_text(terms, value, sort)).unwrap_or_else(|| "?".to_owned())
        };
        let (value, value_of_result) = (shown(0), shown(1));
        let used = self.field.symbols_of(&[wrong.term, wrong.result_term]);
        let model = &self.field.assignments[wrong.assignment];
        let assignment: Vec<(String, String)> = used
            .iter()
            .filter_map(|&symbol| {
                let declared = terms.decl(symbol);
                let name = terms.symbols.name(declared.name).to_owned();
                Some((name, value_text(terms, model.get(symbol)?, declared.result_sort())?))
            })
            .collect();
        let operators = self.operators(wrong.term);
        let declarations = self.field.declarations_of(&used);
        let questions = self.ask_questions(wrong, &declarations, &assignment, &value)?;
        Ok(Finding {
            tactic: None,
            solver: self.solver.label(),
            field: self.field.row.name,
            unit,
            script,
            term,
            result: wrong.result.clone(),
            options: wrong.options.trim().to_owned(),
            assignment,
            value,
            value_of_result,
            operators,
            questions,
            similar: 0,
        })
    }

    /// Asks whether the term can differ from its result, and whether the term can have another value, or its
    /// own, under the assignment.
    fn ask_questions(
        &self,
        wrong: &Wrong,
        declarations: &str,
        assignment: &[(String, String)],
        value: &str,
    ) -> Result<Vec<AskedQuestion>, AskError> {
        let (term, result) = (self.text(wrong.term), self.text(wrong.result_term));
        let mut settings = String::new();
        if let Some(prefix) = self.solver.profile.rewriter.as_ref().and_then(|r| r.options_for_all.as_ref()) {
            for option in wrong.options.split(" :").filter(|option| !option.is_empty()) {
                settings += &format!("(set-option :{prefix}{option})\n");
            }
        }
        let pins: String =
            assignment.iter().map(|(name, value)| format!("(assert (= {name} {value}))\n")).collect();
        let is_known = value != "?" && assignment.iter().all(|(_, value)| value != "?");
        let asked = [
            (format!("(assert (not (= {term} {result})))\n"), Status::Sat),
            (format!("{pins}(assert (not (= {term} {value})))\n"), Status::Unsat),
            (format!("{pins}(assert (= {term} {value}))\n"), Status::Sat),
        ];
        let mut questions = Vec::new();
        for (assertions, expected) in asked.into_iter().take(if is_known { 3 } else { 1 }) {
            let script = format!("{settings}{declarations}{assertions}(check-sat)\n");
            let script = match self.solver.profile.language.needs_logic {
                true => format!("(set-logic ALL)\n{script}"),
                false => script,
            };
            let answer = self.solver.ask_fresh(&script, &self.limits)?;
            let answer = answer.outcome.word().to_owned();
            questions.push(AskedQuestion { script, expected: expected.word().to_owned(), answer });
        }
        Ok(questions)
    }
}
