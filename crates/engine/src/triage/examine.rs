//! Confirmation: the question is asked again of all solvers, in fresh processes, and judged again. The same solver
//! must show the same kind of finding.

use super::steady::{MANY_REPEATS, contrary_answer, unsteady};
use super::{Confirmed, Examined, Ignores, Suspect};
use crate::consult::{Consultation, Request, ask_for_core, consult};
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_judge::judge::{
    Alarm, Basis, Certainty, Finding, ModelVerdict, RecordPolicy, Row, ShownBy, Testimony, Verdict, Voices,
    judge, witness_among,
};
use gainsay_lang::answer::{Answer, Outcome, Status};
use gainsay_lang::script::{Command, Names, Script};
use gainsay_prove::evidence::{Search, Test};

/// Asks again about a suspicion.
pub fn examine(
    suspect: Suspect,
    solvers: &[Solver],
    limits: &Limits,
    ignores: &Ignores,
) -> Result<Examined, AskError> {
    let not_confirmed = |why: &str| Ok(Examined::NotConfirmed(why.to_owned()));
    let finding = &suspect.finding;
    let Some(at) = solvers.iter().position(|solver| solver.label() == finding.solver) else {
        return not_confirmed("the solver is not one of the campaign's");
    };
    if let Some(why) = solvers[at].unusable() {
        return not_confirmed(&format!("the solver cannot be asked so: {why}"));
    }
    if finding.kind.row().noted == RecordPolicy::Never {
        return not_confirmed("rejecting a script is not a bug: it may be beyond the solver's language");
    }
    if let Some(why) = ignores.reason(finding, &solvers[at], suspect.test.script()) {
        return Ok(Examined::Ignored(why));
    }
    // A proof is stronger than a derivation; if the two contradict each other, our own code is wrong.
    let suspect = match suspect.finding.kind.row().rests_on.is_meaning() {
        false => suspect,
        true => match suspect.test.settled(Search::HUNT) {
            Ok(test) => Suspect { test, ..suspect },
            Err(why) => return Ok(Examined::Alarm(Alarm { solver: suspect.finding.solver, why })),
        },
    };
    let examined = Inquiry { suspect: &suspect, solvers, at, limits }.examine()?;
    let scoped = match &examined {
        Examined::NotConfirmed(_) => suspect.in_scope(),
        _ => None,
    };
    let mut examined = match &scoped {
        Some(scoped) => Inquiry { suspect: scoped, solvers, at, limits }.examine()?,
        None => examined,
    };
    if let Examined::Confirmed(confirmed) = &mut examined
        && (scoped.is_some() || suspect.is_known_to_need_scope() && has_scope(confirmed.test.script()))
    {
        confirmed.answer.in_scope = true;
        confirmed.finding.details.push(ONLY_IN_SCOPE.to_owned());
    }
    Ok(examined)
}

/// A remark on a finding that needs a scope which its script may not have.
pub const ONLY_IN_SCOPE: &str = "it shows only inside (push 1)";

fn has_scope(script: &Script) -> bool {
    script.commands.iter().any(|command| matches!(command, Command::Push(_)))
}

impl Suspect {
    fn own_answers(&self) -> impl Iterator<Item = &Answer> {
        let own = self.testimonies.iter().filter(|testimony| testimony.solver == self.finding.solver);
        own.map(|testimony| &testimony.answer)
    }

    /// Whether a larger test showed it in a scope only, and this test was not asked yet.
    fn is_known_to_need_scope(&self) -> bool {
        self.own_answers().any(|answer| answer.in_scope && matches!(answer.outcome, Outcome::NotAsked(_)))
    }

    /// If it was seen in a scope that the script does not have: the suspicion about the script in that scope.
    fn in_scope(&self) -> Option<Suspect> {
        if !self.own_answers().any(|answer| answer.in_scope) {
            return None;
        }
        let mut script = self.test.script().clone();
        let is_head = |command: &&Command| {
            matches!(
                command,
                Command::SetLogic(_)
                    | Command::SetOption { .. }
                    | Command::SetInfo { .. }
                    | Command::Comment(_)
            )
        };
        let head = script.commands.iter().take_while(is_head).count();
        script.commands.insert(head, Command::Push(1));
        let test = Test::new(script, self.test.evidence().clone(), self.test.lineage().clone());
        Some(Suspect { test, ..self.clone() })
    }
}

/// A suspicion, and all solvers that can be asked about it.
struct Inquiry<'a> {
    suspect: &'a Suspect,
    solvers: &'a [Solver],
    /// The index of the accused.
    at: usize,
    limits: &'a Limits,
}

enum Reply {
    Shown(Box<Shown>),
    NotShown(String),
    Alarm(Alarm),
}

/// The suspicion after it was reproduced.
struct Shown {
    accused: Solver,
    testimonies: Vec<Testimony>,
    verdict: Verdict,
    finding: Finding,
}

impl Inquiry<'_> {
    fn examine(&self) -> Result<Examined, AskError> {
        if let Some(alarm) = self.misunderstanding() {
            return Ok(Examined::Alarm(alarm));
        }
        if self.suspect.finding.is_unsteady() {
            return self.confirm_unsteady();
        }
        let shown = match self.show(&self.solvers[self.at])? {
            Reply::Shown(shown) => self.with_fewest_arguments(*shown)?,
            Reply::NotShown(why) => return Ok(Examined::NotConfirmed(why)),
            Reply::Alarm(alarm) => return Ok(Examined::Alarm(alarm)),
        };
        match self.contrary_answer(&shown)? {
            Some(unsteady) => Ok(Examined::Confirmed(Box::new(unsteady))),
            None => self.confirm(shown),
        }
    }

    fn row(&self) -> &'static Row {
        self.suspect.finding.kind.row()
    }

    fn is_about_cores(&self) -> bool {
        self.row().telling.shown_by == ShownBy::Core
    }

    /// An alarm if solvers read another question than the one that is judged, and the finding depends on the
    /// meaning.
    fn misunderstanding(&self) -> Option<Alarm> {
        let test = &self.suspect.test;
        let request = Request::new(test.script(), true);
        let is_same = || test.question().is_asked_by(request.text(Names::default()));
        (self.row().rests_on.is_meaning() && !is_same()).then(|| Alarm {
            solver: self.suspect.finding.solver.clone(),
            why: "the text that it was asked is not the question that was judged".to_owned(),
        })
    }

    /// Asks all solvers again, with `accused` instead of the accused.
    fn show(&self, accused: &Solver) -> Result<Reply, AskError> {
        let mut solvers = self.solvers.to_vec();
        solvers[self.at] = accused.clone();
        let how = Consultation {
            limits: *self.limits,
            cores: self.is_about_cores(),
            other_seed: self.other_seed(),
            // Options in a test are set by the strategy on purpose.
            keep_options: true,
        };
        let testimonies = consult(self.suspect.test.script(), &solvers, &how)?;
        let verdict = judge(&self.suspect.test, &testimonies);
        if let Some(alarm) = verdict.alarms.first().filter(|_| self.row().rests_on.is_meaning()) {
            return Ok(Reply::Alarm(alarm.clone()));
        }
        let label = accused.label();
        let same = |finding: &&Finding| {
            finding.solver == label
                && finding.kind == self.suspect.finding.kind
                && (finding.is_bug() || self.row().noted != RecordPolicy::OnlyBugs)
                && finding.signature == self.suspect.finding.signature
        };
        let Some(finding) = verdict.findings.iter().find(same).cloned() else {
            return Ok(Reply::NotShown(self.what_came_instead(&testimonies[self.at])));
        };
        let finding = match downgrade_unsupported(finding, &testimonies, self.at) {
            // The fault of the answer may not be proved while the fault of its model is.
            demoted if !demoted.is_bug() => proved_model_fault(&verdict, &label).unwrap_or(demoted),
            finding => finding,
        };
        Ok(Reply::Shown(Box::new(Shown { accused: accused.clone(), testimonies, verdict, finding })))
    }

    /// The contrary answer by the accused to the same script, if it does not give the same answer each time.
    fn contrary_answer(&self, shown: &Shown) -> Result<Option<Confirmed>, AskError> {
        let rests_on_answer = match self.row().rests_on {
            Basis::Satisfiable | Basis::Unsatisfiable | Basis::Model | Basis::Core => true,
            Basis::OwnAnswers | Basis::ContraryAnswer => true,
            Basis::Reply | Basis::Fault | Basis::History | Basis::CoreSize | Basis::Comparison => false,
        };
        if !rests_on_answer {
            return Ok(None);
        }
        let own = &shown.testimonies[self.at];
        let repeats = self.suspect.repeats;
        let contrary = contrary_answer(&shown.accused, &own.text, &own.answer.outcome, self.limits, repeats)?;
        Ok(contrary.map(|contrary| {
            unsteady(&shown.accused, &self.suspect.test, own.text.clone(), contrary, self.limits)
        }))
    }

    /// Asks the accused many times, and confirms that its answers change.
    fn confirm_unsteady(&self) -> Result<Examined, AskError> {
        let accused = &self.solvers[self.at];
        let asked = Request::new(self.suspect.test.script(), true).ask(accused, self.limits)?;
        let said = &asked.answer.outcome;
        Ok(match contrary_answer(accused, &asked.text, said, self.limits, MANY_REPEATS)? {
            Some(contrary) => {
                let unsteady = unsteady(accused, &self.suspect.test, asked.text, contrary, self.limits);
                Examined::Confirmed(Box::new(unsteady))
            }
            None => Examined::NotConfirmed(format!(
                "asked {} times in fresh processes, its answer is {} each time",
                MANY_REPEATS + 1,
                said.word()
            )),
        })
    }

    /// The random seed that is said to change the answer.
    fn other_seed(&self) -> Option<u32> {
        const ANY: u32 = 1;
        let seen =
            self.suspect.testimonies.iter().find(|testimony| testimony.solver == self.suspect.finding.solver);
        let seed = seen.and_then(|testimony| testimony.other_seed.as_ref()).map_or(ANY, |(seed, _)| *seed);
        (self.row().telling.shown_by == ShownBy::OtherSeed).then_some(seed)
    }

    fn what_came_instead(&self, testimony: &Testimony) -> String {
        let word = testimony.answer.outcome.word();
        match &testimony.answer.outcome {
            Outcome::Crash(signature) => format!("asked again in a fresh process it crashes: {signature}"),
            Outcome::Rejected(why)
            | Outcome::NotJudged(why)
            | Outcome::NotAsked(why)
            | Outcome::Unknown(why)
                if !why.is_empty() =>
            {
                format!("asked again in a fresh process: {word} ({why})")
            }
            _ => format!("asked again in a fresh process: {word}, and no {}", self.row().word),
        }
    }

    /// Removes the user's arguments as long as the finding shows: all of them, or else one by one.
    fn with_fewest_arguments(&self, mut shown: Shown) -> Result<Shown, AskError> {
        if shown.accused.arguments.is_empty() {
            return Ok(shown);
        }
        if let Reply::Shown(plain) = self.show(&shown.accused.with_only(&[]))? {
            return Ok(*plain);
        }
        let mut at = shown.accused.arguments.len();
        while at > 0 && shown.accused.arguments.len() > 1 {
            at -= 1;
            let mut fewer = shown.accused.arguments.clone();
            fewer.remove(at);
            if let Reply::Shown(smaller) = self.show(&shown.accused.with_only(&fewer))? {
                shown = *smaller;
            }
        }
        Ok(shown)
    }

    fn confirm(&self, shown: Shown) -> Result<Examined, AskError> {
        let truth = shown.verdict.truth.answer;
        let expected = if truth.is_known() { truth } else { consensus(&shown.testimonies, self.at) };
        let others = self.what_others_say(&shown);
        let own = &shown.testimonies[self.at];
        let (mut text, mut answer) = (own.text.clone(), own.answer.clone());
        if self.is_about_cores() {
            let asked = ask_for_core(self.suspect.test.script(), &shown.accused, self.limits)?;
            if asked.answer.core != own.core.as_ref().map(|core| core.names.clone()) {
                return Ok(Examined::NotConfirmed("it gives another core each time".to_owned()));
            }
            (text, answer) = (asked.text, asked.answer);
        }
        Ok(Examined::Confirmed(Box::new(Confirmed {
            test: with_witness(self.suspect.test.clone(), &shown),
            solver: shown.accused,
            finding: shown.finding,
            before: Vec::new(),
            text,
            answer,
            other_seed: self.other_seed(),
            others,
            truth,
            expected,
            limits: *self.limits,
        })))
    }

    fn what_others_say(&self, shown: &Shown) -> Vec<(String, String)> {
        let said = |(testimony, model): (&Testimony, &Option<ModelVerdict>)| {
            let word = testimony.answer.outcome.word();
            let remark = match model {
                Some(ModelVerdict::Valid) => ", with a model that our evaluator accepts",
                Some(ModelVerdict::Invalid(_)) => ", with a model that is wrong",
                _ => "",
            };
            (testimony.solver.clone(), format!("{word}{remark}"))
        };
        let each = shown.testimonies.iter().zip(&shown.verdict.models).enumerate();
        each.filter(|(at, _)| *at != self.at).map(|(_, pair)| said(pair)).collect()
    }
}

/// Downgrades a finding that rests on a derivation only, if independent solvers decided the question and none of
/// them confirms it.
fn downgrade_unsupported(mut finding: Finding, testimonies: &[Testimony], accused: usize) -> Finding {
    let right = finding.kind.row().rests_on.right_answer();
    if !right.is_known() {
        return finding;
    }
    let others = Voices::beside(testimonies, accused);
    let borne_out = !others.who_says(right).is_empty();
    let could_be = others.any_beyond(&testimonies[accused].family);
    if finding.certainty == Certainty::Derived && could_be && !borne_out {
        finding.certainty = Certainty::Disputed;
        let right = right.word();
        finding.details.push(format!("no other solver says {right}; the only evidence is the derivation"));
    }
    finding
}

/// The finding that a solver's model is wrong, if that is proved.
fn proved_model_fault(verdict: &Verdict, solver: &str) -> Option<Finding> {
    let is_it = |finding: &&Finding| finding.kind.row().rests_on == Basis::Model && finding.solver == solver;
    verdict.findings.iter().find(is_it).cloned()
}

/// The answer on which all other solvers that decide agree; unknown if they do not.
fn consensus(testimonies: &[Testimony], accused: usize) -> Status {
    let others = testimonies.iter().enumerate().filter(|(at, _)| *at != accused);
    let said: Vec<&Outcome> = others.map(|(_, other)| &other.answer.outcome).collect();
    match (said.contains(&&Outcome::Sat), said.contains(&&Outcome::Unsat)) {
        (true, false) => Status::Sat,
        (false, true) => Status::Unsat,
        _ => Status::Unknown,
    }
}

/// The test with a solver's model as its witness, unless there is better evidence.
fn with_witness(test: Test, shown: &Shown) -> Test {
    if test.evidence().is_proof() || shown.verdict.truth.answer != Status::Sat {
        return test;
    }
    match witness_among(&test.question(), &shown.testimonies, &shown.verdict.models) {
        Some((terms, witness)) => test.with_witness(terms, witness),
        None => test,
    }
}
