//! One trial: a solver with a plan of bad behaviour is asked in fresh processes and in sessions, judged, and
//! examined. Shared by the tests, which try some hundred plans, and by the tool `hell`, which tries any number.

use gainsay::consult::{Consultation, Request, ask_for_rebuttals, consult, testimony};
use gainsay::eval::{Bounds, Decision, decide};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{Finding, FindingKind, Testimony, Verdict, judge};
use gainsay::rng::Rng;
use gainsay::script::{Names, Printer, Script};
use gainsay::solver::{Limits, Profiles, Scopes, Session, SessionConfig, Solver};
use gainsay::triage::{self, Examined, Ignores, Suspect, examine};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Bad behaviour that loses nothing of what the solver says in a fresh process.
const ALLOWED: &[&str] = &[
    "late",
    "bytes",
    "pieces",
    "comments",
    "blank",
    "warnings",
    "crlf",
    "no-line-feed",
    "deaf",
    "child",
    "banner",
    "spaces",
    "success",
    "quoted-echo",
    "long-literals",
    "binary",
    "long-lines",
    "model-word",
    "model-comments",
    "more-symbols",
    "flood",
    "fails-at-end",
    "sips",
    "large-cores",
    "statistics",
    "not-utf8",
];
/// Bad behaviour by which answers may be lost, but must never be held against the solver.
const SPOILING: &[&str] = &[
    "status-aside",
    "reply-aside",
    "refusals",
    "unknown",
    "torn-answer",
    "torn-reply",
    "dies-by-signal",
    "dies-by-code",
    "twice",
    "no-options",
    "orphan",
    "early",
    "closes-input",
    // A solver that complains about memory and then dies counts as out of memory.
    "oom-words",
    "partial-models",
];

/// Lies of the solver, and the accusations that each explains.
pub const LIES: &[(&str, &[FindingKind])] = &[
    (
        "status",
        &[
            FindingKind::WrongSat,
            FindingKind::WrongUnsat,
            FindingKind::InvalidModel,
            FindingKind::InvalidCore,
        ],
    ),
    ("model", &[FindingKind::InvalidModel]),
    ("core", &[FindingKind::InvalidCore]),
    ("value", &[FindingKind::WrongValue]),
    ("assumptions", &[FindingKind::WrongAssumptions]),
    ("crash", &[FindingKind::Crash]),
];

/// Questions about Booleans and short bit-vectors, one per line: flat ones, some with named assertions, and
/// dialogues.
const SCRIPTS: &str = include_str!("scripts.txt");

/// The behaviour of a solver, its lie, and its question.
#[derive(Debug)]
pub struct Plan {
    pub seed: u64,
    pub habits: Vec<&'static str>,
    pub lie: Option<&'static str>,
    /// The index of the script.
    pub script: usize,
    pub scopes: Scopes,
    /// Whether a session is asked several scripts at once.
    pub ahead: bool,
}

impl Plan {
    pub fn new(seed: u64, scripts: usize) -> Plan {
        let mut rng = Rng::new(seed);
        let mut pick = |most: usize| rng.index(most);
        let all: Vec<&str> = ALLOWED.iter().chain(SPOILING).copied().collect();
        let from = if pick(2) == 0 { ALLOWED } else { &all[..] };
        let habits: BTreeSet<&str> = (0..=pick(5)).map(|_| from[pick(from.len())]).collect();
        let lie = (pick(2) == 0).then(|| LIES[pick(LIES.len())].0);
        let scopes = [Scopes::None, Scopes::Cheaper, Scopes::All][pick(3)];
        let ahead = pick(2) == 0;
        Plan { seed, habits: habits.into_iter().collect(), lie, script: pick(scripts), scopes, ahead }
    }

    /// Whether nothing of what it says in a fresh process is lost.
    pub fn is_clear(&self) -> bool {
        self.habits.iter().all(|habit| ALLOWED.contains(habit))
    }

    pub fn without_habits(&self) -> Plan {
        let Plan { seed, lie, script, scopes, ahead, .. } = *self;
        Plan { seed, habits: Vec::new(), lie, script, scopes, ahead }
    }

    fn explained(&self) -> &'static [FindingKind] {
        LIES.iter().find(|(lie, _)| Some(*lie) == self.lie).map_or(&[], |(_, kinds)| kinds)
    }

    /// The arguments that make the solver behave according to the plan.
    pub fn arguments(&self) -> Vec<String> {
        let lie = self.lie.map(|lie| format!("lie={lie}"));
        let habits = self.habits.iter().map(|habit| (*habit).to_owned());
        [format!("seed={}", self.seed)].into_iter().chain(habits).chain(lie).collect()
    }
}

/// The solver's program, and all tests.
pub struct Hell {
    program: PathBuf,
    pub tests: Vec<Test>,
}

/// Nothing takes as long as this, even on a busy machine.
fn limits() -> Limits {
    Limits::seconds(120.0)
}

/// The profile of the solver, without its program.
pub const PROFILE: &str =
    "stdin = []\nsession = []\nanswers = ['dialogue']\n[[solver.imp.forms]]\nname = 'scope'\n";

impl Hell {
    pub fn new(program: &Path) -> Hell {
        let tests = SCRIPTS.lines().filter(|line| line.starts_with('(')).map(test).collect();
        Hell { program: program.to_owned(), tests }
    }

    fn solver(&self, arguments: Vec<String>) -> Solver {
        let mut profiles = Profiles::shipped();
        profiles.add_text("imp.toml", &format!("[solver.imp]\ncommand = ['imp']\n{PROFILE}")).unwrap();
        Solver {
            name: "imp".to_owned(),
            version: "1.0".to_owned(),
            profile: profiles.get("imp").unwrap().clone(),
            argv: self.command(arguments),
            environment: Vec::new(),
            arguments: Vec::new(),
            is_own: false,
        }
    }

    /// The command line of the solver with these arguments.
    pub fn command(&self, arguments: Vec<String>) -> Vec<String> {
        std::iter::once(self.program.display().to_string()).chain(arguments).collect()
    }

    /// The text of a plan's question.
    pub fn text_of(&self, plan: &Plan) -> String {
        Printer::default().script(self.tests[plan.script].script())
    }

    /// Tries a plan; returns complaints.
    pub fn trial(&self, plan: &Plan) -> Vec<String> {
        let solver = self.solver(plan.arguments());
        let test = &self.tests[plan.script];
        let mut complaints = Vec::new();
        let (testimonies, verdict) = asked_afresh(test, &solver);
        let found = accusations(&verdict);
        complaints.extend(unexplained(plan, &verdict, "in a fresh process"));
        if plan.is_clear() && plan.lie.is_some() {
            let quiet = self.solver(plan.without_habits().arguments());
            let wanted = accusations(&asked_afresh(test, &quiet).1);
            if found != wanted {
                complaints.push(format!("found {found:?}, and without its habits {wanted:?}"));
            }
        }
        for suspect in triage::suspects(test, &testimonies, &verdict) {
            complaints.extend(examined(plan, suspect, &solver, plan.is_clear()));
        }
        complaints.extend(self.in_session(plan, &solver));
        complaints
    }

    /// Asks some scripts in one session; returns complaints.
    fn in_session(&self, plan: &Plan, solver: &Solver) -> Vec<String> {
        let mut complaints = Vec::new();
        let config = SessionConfig { sample_every: 3, scopes: plan.scopes, ..SessionConfig::default() };
        let mut session = Session::new(solver.clone(), config);
        let tests: Vec<&Test> = self.tests.iter().cycle().skip(plan.script).take(4).collect();
        let requests: Vec<Request<'_>> =
            tests.iter().map(|test| Request::new(test.script(), false)).collect();
        if plan.ahead {
            let texts: Vec<&str> =
                requests.iter().map(|request| request.for_solver(solver).text(Names::default())).collect();
            session.ask_ahead(&texts, &limits()).unwrap();
        }
        for (test, request) in tests.into_iter().zip(&requests) {
            let answer = request.ask_through(solver, &mut session, &mut Names::default(), &limits()).unwrap();
            let mut testimony = testimony(solver, answer);
            request.for_solver(solver).text(Names::default()).clone_into(&mut testimony.text);
            let ask =
                &mut |solver: &Solver, request: &Request<'_>| Ok(request.ask(solver, &limits())?.answer);
            testimony.rebuttals = ask_for_rebuttals(test.script(), &testimony, &[solver], ask).unwrap();
            let testimonies = [testimony];
            let verdict = judge(test, &testimonies);
            complaints.extend(unexplained(plan, &verdict, "in a session"));
            for suspect in triage::suspects(test, &testimonies, &verdict) {
                complaints.extend(examined(plan, suspect, solver, false));
            }
        }
        complaints
    }

    /// For each lie, the number of scripts that show it without bad behaviour.
    pub fn shown(&self) -> Vec<(&'static str, usize)> {
        let shows = |lie: &str, test: &Test| {
            let quiet = self.solver(vec!["seed=1".to_owned(), format!("lie={lie}")]);
            !accusations(&asked_afresh(test, &quiet).1).is_empty()
        };
        LIES.iter()
            .map(|(lie, _)| (*lie, self.tests.iter().filter(|test| shows(lie, test)).count()))
            .collect()
    }
}

/// A script with evidence for its answer.
fn test(text: &str) -> Test {
    let script = Script::parse(text).unwrap();
    let evidence = match decide(&script.question(), Bounds::default()) {
        Decision::Sat { witness, .. } => Evidence::Witness(witness),
        Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
        other => panic!("{text}: {other:?}"),
    };
    Test::given(script, evidence)
}

fn asked_afresh(test: &Test, solver: &Solver) -> (Vec<Testimony>, Verdict) {
    let how = Consultation { limits: limits(), cores: true, other_seed: None, keep_options: false };
    let testimonies = consult(test.script(), std::slice::from_ref(solver), &how).unwrap();
    let verdict = judge(test, &testimonies);
    (testimonies, verdict)
}

/// The kinds of all findings that are called bugs.
fn accusations(verdict: &Verdict) -> BTreeSet<&'static str> {
    let bugs = verdict.findings.iter().filter(|finding| finding.is_bug());
    bugs.map(|finding| finding.kind.row().word).collect()
}

/// Complaints about accusations that the plan's lie does not explain, and about any alarm.
fn unexplained(plan: &Plan, verdict: &Verdict, place: &str) -> Vec<String> {
    let is_explained = |kind: FindingKind| plan.explained().contains(&kind);
    let bugs = verdict.findings.iter().filter(|finding| finding.is_bug() && !is_explained(finding.kind));
    let accused = bugs.map(|finding| format!("accused {place}: {finding:?}"));
    accused.chain(verdict.alarms.iter().map(|alarm| format!("alarm {place}: {alarm:?}"))).collect()
}

/// A complaint about the result of an examination.
fn examined(plan: &Plan, suspect: Suspect, solver: &Solver, must_show: bool) -> Option<String> {
    let (kind, is_bug) = (suspect.finding.kind, suspect.finding.is_bug());
    let examined = examine(suspect, std::slice::from_ref(solver), &limits(), &Ignores::default()).unwrap();
    match examined {
        Examined::Confirmed(confirmed) => {
            let Finding { kind, .. } = confirmed.finding;
            let is_wrong = confirmed.finding.is_bug() && !plan.explained().contains(&kind);
            is_wrong.then(|| format!("confirmed: {:?}", confirmed.finding))
        }
        Examined::Alarm(alarm) => Some(format!("alarm: {alarm:?}")),
        Examined::NotConfirmed(why) if must_show && is_bug => Some(format!("{kind:?} not confirmed: {why}")),
        Examined::NotConfirmed(_) | Examined::Ignored(_) => None,
    }
}
