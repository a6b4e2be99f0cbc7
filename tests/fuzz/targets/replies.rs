//! Whatever a solver prints, it is read without a panic; and an honest reply with noise that is allowed is the answer.

use super::bytes::Bytes;
use gainsay::answer::{Exit, Limit, Outcome, Status};
use gainsay::solver::{Profile, Profiles};
use std::sync::LazyLock;

static PROFILES: LazyLock<Profiles> = LazyLock::new(Profiles::shipped);

/// Scripts, and how many questions they ask.
const SCRIPTS: [(&str, usize); 4] = [
    ("(declare-const x Bool)(assert x)(check-sat)", 1),
    ("(check-sat)(push 1)(assert false)(check-sat)(pop 1)(check-sat)", 3),
    ("(set-option :produce-models true)(declare-const |a b| Int)(check-sat)(get-model)", 1),
    ("(set-option :produce-unsat-cores true)(assert (! false :named a))(check-sat)(get-unsat-core)", 1),
];

const EXITS: [Exit; 10] = [
    Exit::Code(0),
    Exit::Code(1),
    Exit::Code(139),
    Exit::Signal(libc::SIGSEGV),
    Exit::Signal(libc::SIGABRT),
    Exit::Signal(libc::SIGKILL),
    Exit::Killed(Limit::Wall),
    Exit::Killed(Limit::Memory),
    Exit::Killed(Limit::Output),
    Exit::Alive,
];

pub fn check(bytes: &[u8]) -> Result<(), String> {
    let mut bytes = Bytes(bytes);
    let profiles: Vec<&Profile> = PROFILES.iter().collect();
    let profile = *bytes.pick(&profiles);
    let (script, questions) = *bytes.pick(&SCRIPTS);
    match bytes.coin() {
        true => any(bytes, profile, script),
        false => honest(bytes, profile, script, questions),
    }
}

fn any(mut bytes: Bytes<'_>, profile: &Profile, script: &str) -> Result<(), String> {
    let exit = *bytes.pick(&EXITS);
    let at = bytes.below(1 << 16) % (bytes.0.len() + 1);
    let (stdout, stderr) = bytes.0.split_at(at);
    let answer = gainsay::solver::read_answer(stdout, stderr, exit, profile, script);
    // What was printed is kept, and reading it again comes to the same.
    let again = gainsay::solver::read_answer(
        answer.stdout.as_bytes(),
        answer.stderr.as_bytes(),
        exit,
        profile,
        script,
    );
    match answer.outcome == again.outcome {
        true => Ok(()),
        false => Err(format!("{:?}, then {:?}", answer.outcome, again.outcome)),
    }
}

/// Lines that say nothing about an answer.
const NOISE: [&str; 7] =
    ["success\n", "\n", "  \n", "; a comment\n", "\"an echo (of ; anything\"\n", "c 12 conflicts\n", "\r\n"];

fn noise(bytes: &mut Bytes<'_>) -> String {
    (0..bytes.between(0, 3)).map(|_| *bytes.pick(&NOISE)).collect()
}

fn honest(mut bytes: Bytes<'_>, profile: &Profile, script: &str, questions: usize) -> Result<(), String> {
    const WORDS: [(&str, Status); 3] =
        [("sat", Status::Sat), ("unsat", Status::Unsat), ("unknown", Status::Unknown)];
    let ends = ["\n", "\r\n", " \n"];
    let (mut stdout, mut last) = (String::new(), Status::Unknown);
    for _ in 0..questions {
        let (word, status) = *bytes.pick(&WORDS);
        stdout += &format!("{}{word}{}", noise(&mut bytes), bytes.pick(&ends));
        last = status;
    }
    stdout += &noise(&mut bytes);
    let stderr = noise(&mut bytes);
    let answer =
        gainsay::solver::read_answer(stdout.as_bytes(), stderr.as_bytes(), Exit::Code(0), profile, script);
    let is_right = match last {
        Status::Sat => answer.outcome == Outcome::Sat,
        Status::Unsat => answer.outcome == Outcome::Unsat,
        Status::Unknown => matches!(answer.outcome, Outcome::Unknown(_)),
    };
    match is_right && answer.fault().is_none() {
        true => Ok(()),
        false => Err(format!("{}: {stdout:?} is {:?}, not {last:?}", profile.name, answer.outcome)),
    }
}
