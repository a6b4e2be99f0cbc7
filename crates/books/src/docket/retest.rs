//! Retests: asks a solver again about every bug of a docket.

use super::{Case, DocketError, Retest, State};
use gainsay_engine::report::{REPRO, SHOWS, SHOWS_NOT, words};
use gainsay_engine::threads::in_threads;
use gainsay_engine::triage::{Fate, ReleaseVerdict, Trial, ask_again};
use gainsay_guests::solver::{Limits, Solver};
use gainsay_lang::answer::Exit;
use gainsay_lang::quote::one_line;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The result of a retest.
#[derive(Clone, Debug)]
pub struct Retested {
    /// The index of the case.
    pub case: usize,
    /// The solver's label, with its version.
    pub solver: String,
    pub version: String,
    /// Whether it is the user's own build and not a release.
    pub is_own: bool,
    /// `None` if it could not be asked.
    pub fate: Option<Fate>,
    pub said: String,
    /// The result for the history of releases.
    pub trial: Option<Trial>,
}

/// Asks a solver about all of its bugs, several at a time, and calls `watch` for each. When `stop` says so, the
/// rest is left out.
pub fn retest(
    cases: &[Case],
    solver: &Solver,
    limits: &Limits,
    jobs: usize,
    stop: &(dyn Fn() -> bool + Sync),
    watch: &(dyn Fn(&Retested) + Sync),
) -> Vec<Retested> {
    let meant: Vec<usize> = (0..cases.len())
        .filter(|&at| cases[at].record.program.name == solver.profile.name && cases[at].life.state.is_bug())
        .collect();
    let told: Mutex<Vec<Retested>> = Mutex::default();
    let next = AtomicUsize::new(0);
    in_threads(jobs.clamp(1, meant.len().max(1)), || {
        while let Some(&case) = meant.get(next.fetch_add(1, Ordering::Relaxed)) {
            let one = ask(&cases[case], case, solver, limits, stop);
            // An interrupted question proves nothing.
            if stop() {
                break;
            }
            watch(&one);
            told.lock().unwrap_or_else(PoisonError::into_inner).push(one);
        }
    });
    let mut told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.sort_by_key(|one| one.case);
    told
}

/// Asks about one bug. It is fixed if none of its scripts shows it.
fn ask(case: &Case, number: usize, solver: &Solver, limits: &Limits, stop: &dyn Fn() -> bool) -> Retested {
    let with_options = solver.with_options(&case.record.program.arguments);
    let mut told = Retested {
        case: number,
        solver: solver.label(),
        version: solver.version.clone(),
        is_own: solver.is_own,
        fate: None,
        said: String::new(),
        trial: None,
    };
    if !case.record.trusts_arguments(&case.files()) {
        let options = case.record.program.arguments.join(" ");
        told.said = format!(
            "not asked: your gainsay did not write its options ({}); --trust allows them",
            one_line(&options)
        );
        return told;
    }
    if !case.record.finding.kind.row().bisectable {
        match reproduce(case, &with_options, limits) {
            Ok(fate) => (told.fate, told.said) = (Some(fate), "repro.sh says so".to_owned()),
            Err(why) => told.said = why,
        }
        return told;
    }
    let scripts = case.scripts();
    let mut wrong = 0;
    for (script, kind) in &scripts {
        let trial = match ask_again(script, *kind, &with_options, limits, stop) {
            Ok(trial) => trial,
            Err(error) => {
                told.said = error.to_string();
                return Retested { fate: None, trial: None, ..told };
            }
        };
        let Some(fate) = Fate::of(*kind, &trial) else {
            return Retested { fate: None, said: trial.said, trial: None, ..told };
        };
        wrong += usize::from(fate == Fate::StillThere);
        if told.fate.is_none_or(|before| before < fate) {
            (told.fate, told.said, told.trial) = (Some(fate), trial.said.clone(), Some(trial));
        }
        if stop() {
            break;
        }
    }
    // Scripts that count as one bug may show two.
    if 0 < wrong && wrong < scripts.len() {
        told.said.push_str(&format!(" ({wrong} of its {} scripts)", scripts.len()));
    }
    told
}

/// What shows in several runs, or in a process that has seen other scripts, is shown by the report's own script.
fn reproduce(case: &Case, solver: &Solver, limits: &Limits) -> Result<Fate, String> {
    if let Some(why) = solver.unusable() {
        return Err(format!("cannot be asked so: {why}"));
    }
    let file = case.folder.join(REPRO);
    let text = case.files().text(REPRO).map_err(|why| format!("{} is not read: {why}", file.display()))?;
    // It is a program, and a docket may come from anyone.
    if !case.record.trusts(&text) {
        return Err("not asked: its repro.sh was not written by your gainsay; --trust runs it".to_owned());
    }
    let path = file.canonicalize().map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let shell = Solver::of_command(&["sh".to_owned(), path.to_string_lossy().into_owned()]);
    let mut shell = shell.with_variable("SOLVER", &words(&solver.full_argv()));
    for (name, value) in &solver.environment {
        shell = shell.with_variable(name, value);
    }
    let patient = Limits { wall: limits.wall * PATIENCE, ..*limits };
    let answer = shell.run_on("", &patient).map_err(|error| error.to_string())?;
    match answer.exit {
        Exit::Code(SHOWS) => Ok(Fate::StillThere),
        Exit::Code(SHOWS_NOT) => Ok(Fate::Changed),
        Exit::Code(code) => Err(format!("repro.sh cannot tell: it ended with exit code {code}")),
        Exit::Signal(_) | Exit::Killed(_) | Exit::Alive => Err("repro.sh did not come to its end".to_owned()),
    }
}

/// The time limit of `repro.sh`, as a multiple of that of a question: it asks several times.
const PATIENCE: u32 = 20;

/// Records a result: in the bug's history if it is of a release, and in its state. Returns whether a fixed bug
/// came back.
pub fn note(case: &mut Case, told: &Retested, who: &str, when: &str) -> Result<bool, DocketError> {
    let Some(fate) = told.fate else { return Ok(false) };
    // Solvers took their time, and somebody may have set its state meanwhile.
    let _lock = case.reopen()?;
    let mut is_back = false;
    let said = told.said.clone();
    let retest = Retest { when: when.to_owned(), fate: fate.word().to_owned(), said };
    case.life.retests.insert(told.solver.clone(), retest);
    if let Some(mut trial) = told.trial.clone().filter(|trial| !told.is_own && !trial.release.is_empty()) {
        // One of its scripts may show another kind of finding.
        if fate == Fate::StillThere {
            trial.verdict = ReleaseVerdict::Bad(case.record.finding.kind);
        }
        case.note_trial(trial);
    }
    match fate {
        Fate::StillThere if case.life.state.is_back_in(&told.version) => {
            let was = format!("{}, and shows in {}", case.life.state, told.solver);
            case.life.set(State::CameBack(told.version.clone()), who, when, &was);
            is_back = true;
        }
        Fate::Fixed if !told.is_own => {
            let good = case.record.releases.as_ref().and_then(|history| history.end()?.good);
            let fixed = good.map(|release| State::FixedIn(release.to_owned()));
            let may = matches!(
                case.life.state,
                State::Open | State::Reported | State::CameBack(_) | State::FixedIn(_)
            );
            if let Some(fixed) = fixed.filter(|fixed| may && *fixed != case.life.state) {
                let why = format!("{} says {}", told.solver, told.said);
                case.life.set(fixed, who, when, &why);
            }
        }
        _ => {}
    }
    case.save()?;
    Ok(is_back)
}
