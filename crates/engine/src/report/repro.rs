//! `repro.sh`: a shell script that shows a bug with nothing but the solver.

use super::record::BugRecord;
use crate::triage::{Confirmed, MANY_REPEATS};
use gainsay_judge::judge::ShownBy;
use gainsay_lang::answer::{Exit, Outcome, Status};

/// How `repro.sh` ends: that is stable, and what others go by; its words are for people.
pub const SHOWS: i32 = 0;
pub const SHOWS_NOT: i32 = 1;
/// Above these the shell speaks of signals, and `git bisect run` skips a commit by this one.
const CANNOT_TELL: i32 = 125;

/// A POSIX shell script that ends with one of these codes.
pub fn script(confirmed: &Confirmed, record: &BugRecord) -> String {
    let (expected, actual) = (quote(&record.expected), quote(&record.actual));
    let setting = setting(confirmed);
    let shows = shows(confirmed);
    let remark = match status_remark(confirmed) {
        Some(remark) => format!(
            "  printf '%s\\n' \"$output\" | grep -qF {} &&\n    \
             echo '(This error only says that the answer differs from the :status of the script, which is correct.)'\n",
            quote(remark)
        ),
        None => String::new(),
    };
    format!(
        "\
#!/bin/sh
# Reproduces the bug of report.md.
# Exit code: {SHOWS} the bug shows, {SHOWS_NOT} it does not, {CANNOT_TELL} the solver cannot be started, so nobody knows.
# For another build or version:  SOLVER='./build/solver --option' sh repro.sh
cd \"$(dirname \"$0\")\" || exit {CANNOT_TELL}
{setting}
# Runs the solver on a file ($1) with further options ($2); sets output, status, answers, and the answer to the last question.
ask() {{
  output=$(run \"$1\" \"$2\" 2>&1)
  status=$?
  # What the shell gives for a program that is not there, or is none.
  if [ \"$status\" -eq 126 ] || [ \"$status\" -eq 127 ]; then
    tell
    echo 'The solver cannot be started.'
    exit {CANNOT_TELL}
  fi
  answers=$(printf '%s\\n' \"$output\" | grep -E '^(sat|unsat|unknown)$')
  answered=$(printf '%s\\n' \"$answers\" | grep -c .)
  asked=$(grep -c '^(check-sat' \"$1\")
  answer=$(printf '%s\\n' \"$answers\" | tail -n 1)
  # After an error, or with answers missing, the solver answered another question.
  if [ \"$answered\" -ne \"$asked\" ] || printf '%s\\n' \"$output\" | before_answer | grep -q '^(error'; then answer=; fi
}}

before_answer() {{
  awk -v last=\"$asked\" '/^(sat|unsat|unknown)$/ && ++seen == last {{ exit }} {{ print }}'
}}

shows() {{
{shows}}}

tell() {{
  # Control characters are left out: this goes to a terminal.
  printf '%s\\n' \"$output\" | head -n 20 | LC_ALL=C tr -d '\\000-\\010\\013-\\037\\177'
{remark}}}

for file in bug.smt2 original.smt2; do
  if shows \"$file\"; then
    tell
    echo \"$file\"
    printf '%s\\n' expected:' '{expected} actual:' '{actual}
    echo 'The bug shows.'
    exit {SHOWS}
  fi
done
tell
printf '%s\\n' expected:' '{expected}
echo 'The bug does not show.'
exit {SHOWS_NOT}
"
    )
}

/// The beginning of the solver's complaint that its answer differs from the script's `:status`, if it makes
/// one.
pub fn status_remark(confirmed: &Confirmed) -> Option<&str> {
    let is_wrong = confirmed.finding.kind.row().rests_on.right_answer().is_known();
    let has_status = is_wrong && confirmed.truth != Status::Unknown;
    confirmed.solver.profile.patterns.status_remark.as_deref().filter(|_| has_status)
}

/// Shell lines that define how the solver is run: as when the bug was confirmed.
fn setting(confirmed: &Confirmed) -> String {
    let solver = &confirmed.solver;
    let mut lines: Vec<String> =
        solver.environment.iter().map(|(name, value)| format!("export {name}={}", quote(value))).collect();
    lines.push(format!("[ -n \"$SOLVER\" ] || SOLVER={}", quote(&words(&solver.full_argv()))));
    // Another machine may be slower; but the script must end in any case.
    let shown_by = confirmed.finding.telling().shown_by;
    let patience = if shown_by == ShownBy::Time { 1 } else { 2 };
    let seconds = confirmed.limits().wall.as_secs().max(1) * patience;
    lines.push(format!("limit='timeout {seconds}'"));
    lines.push("command -v timeout >/dev/null 2>&1 || limit=".to_owned());
    // `ulimit -v` limits addresses rather than memory, and programs with a sanitizer do not start under it.
    let memory = match shown_by == ShownBy::Memory {
        true => format!("  ulimit -v {} 2>/dev/null\n", confirmed.limits().memory >> 10),
        false => String::new(),
    };
    let call = match &solver.profile.stdin {
        Some(arguments) => format!("eval \"$limit $SOLVER $2 $more \"{} < \"$1\"", quote(&words(arguments))),
        None => "eval \"$limit $SOLVER $2 $more \\\"\\$1\\\"\"".to_owned(),
    };
    let incremental = &solver.profile.options.incremental;
    let more = match incremental.is_empty() {
        true => "more=".to_owned(),
        false => format!(
            "more=$(grep -E '^\\((push|reset-assertions|check-sat)' \"$1\" | sed 1d | grep -q . && echo {})",
            quote(&words(incremental))
        ),
    };
    lines.push(format!("run() {{\n  {more}\n{memory}  {call}\n}}"));
    lines.join("\n") + "\n"
}

/// The shell function that asks the solver and tells whether the bug shows in the file `$1`.
fn shows(confirmed: &Confirmed) -> String {
    let actual = confirmed.answer.outcome.word();
    let shown_by = confirmed.finding.telling().shown_by;
    let lines: Vec<String> = match shown_by {
        ShownBy::Crash => crash(confirmed),
        ShownBy::SanitizerReport => vec!["ask \"$1\"".into(), sanitizer(confirmed)],
        ShownBy::Model => vec![
            "ask \"$1\"".into(),
            "[ \"$answer\" = sat ] || return 1".into(),
            "same_output && return 0".into(),
            "[ \"$asked\" -eq 1 ] && command -v gainsay >/dev/null 2>&1 || return 1".into(),
            "printf '%s\\n' \"$output\" | gainsay eval \"$1\" --model - >/dev/null 2>&1".into(),
            "[ $? -eq 10 ]".into(),
        ],
        ShownBy::Core => {
            vec!["ask \"$1\"".into(), "[ \"$answer\" = unsat ] && same_output".into()]
        }
        ShownBy::Reply => {
            // The last answer may be about another model.
            vec!["ask \"$1\"".into(), "[ -n \"$answer\" ] && same_output".into()]
        }
        ShownBy::Repetition => vec![
            "seen=".into(),
            format!("for run in $(seq 1 {}); do", 2 * MANY_REPEATS),
            "  ask \"$1\"".into(),
            "  seen=\"$seen $answer\"".into(),
            "  case \"$seen \" in *' sat '*) case \"$seen \" in *' unsat '*) return 0 ;; esac ;; esac".into(),
            "done".into(),
            "return 1".into(),
        ],
        ShownBy::OtherSeed => {
            let seeded = confirmed.solver.with_seed(confirmed.other_seed.unwrap_or_default());
            let options: Vec<String> =
                seeded.argv[confirmed.solver.argv.len()..].iter().map(|option| quote(option)).collect();
            let differ = match confirmed.finding.kind.is_error() {
                true => "[ \"$once $answer\" = 'sat unsat' ] || [ \"$once $answer\" = 'unsat sat' ]",
                false => {
                    "[ \"$once\" != \"$answer\" ] && { [ \"$once\" = unknown ] || [ \"$answer\" = unknown ]; }"
                }
            };
            vec![
                "ask \"$1\"".into(),
                "once=$answer".into(),
                format!("ask \"$1\" {}", quote(&options.join(" "))),
                differ.into(),
            ]
        }
        ShownBy::Session => {
            let profile = &confirmed.solver.profile;
            let options: Vec<String> = profile.session.iter().flatten().map(|option| quote(option)).collect();
            vec![
                "ask alone.smt2".into(),
                "alone=$answer".into(),
                format!("ask \"$1\" {}", quote(&options.join(" "))),
                // The solver may also die, or reject what a fresh process accepts.
                "last=$(printf '%s\\n' \"$answers\" | tail -n 1)".into(),
                "[ \"$last\" != \"$alone\" ] || [ \"$status\" -ge 128 ] || [ \"$answered\" -lt \"$asked\" ] ||".into(),
                "  printf '%s\\n' \"$output\" | grep '^(error' | grep -qv model".into(),
            ]
        }
        ShownBy::Time => {
            let enough = (confirmed.answer.wall.as_secs() / 2).max(1);
            vec![
                "start=$(date +%s)".into(),
                "ask \"$1\"".into(),
                format!("[ $(($(date +%s) - start)) -ge {enough} ]"),
            ]
        }
        ShownBy::Memory => {
            vec!["ask \"$1\"".into(), "[ \"$answer\" != sat ] && [ \"$answer\" != unsat ]".into()]
        }
        ShownBy::Answer => vec!["ask \"$1\"".into(), format!("[ \"$answer\" = {} ]", quote(actual))],
    };
    lines.iter().map(|line| format!("  {line}\n")).collect::<String>() + same_output(shown_by)
}

/// The shell function that compares the whole output with the recorded one, without whitespace and complaints
/// about `:status`; only where nothing else tells.
fn same_output(shown_by: ShownBy) -> &'static str {
    match shown_by {
        ShownBy::Model | ShownBy::Core | ShownBy::Reply => {
            "}\n\nsame_output() {\n  \
             own=$(printf '%s\\n' \"$output\" | grep -v '^(error' | tr -s '[:space:]' ' ')\n  \
             [ \"$own\" = \"$(grep -v '^(error' output.txt | tr -s '[:space:]' ' ')\" ]\n"
        }
        ShownBy::Answer | ShownBy::Crash | ShownBy::SanitizerReport | ShownBy::Repetition => "",
        ShownBy::OtherSeed | ShownBy::Session | ShownBy::Time | ShownBy::Memory => "",
    }
}

/// The test for a crash: by its message, or by how the process ends.
fn crash(confirmed: &Confirmed) -> Vec<String> {
    let patterns = &confirmed.solver.profile.patterns;
    let output = confirmed.output();
    let said =
        patterns.crash.iter().chain(&patterns.internal_error).find(|pattern| output.contains(*pattern));
    let test = match (said, confirmed.answer.exit, &confirmed.answer.outcome) {
        (Some(pattern), _, _) => format!("printf '%s\\n' \"$output\" | grep -qF {}", quote(pattern)),
        (None, Exit::Signal(signal), _) => format!("[ $status -eq {} ]", 128 + signal),
        (None, Exit::Code(code), Outcome::Crash(_)) if code != 0 => format!("[ $status -eq {code} ]"),
        _ => "[ $status -ge 128 ]".to_owned(),
    };
    vec!["ask \"$1\"".into(), test]
}

/// The test for a sanitizer's report: by its words, without values that change from run to run.
fn sanitizer(confirmed: &Confirmed) -> String {
    let signature = confirmed.answer.sanitizer.as_ref().map(|report| report.text.as_str());
    let words =
        signature.and_then(|text| text.split(" in ").next()).filter(|text| text.contains("Sanitizer: "));
    format!("printf '%s\\n' \"$output\" | grep -qF {}", quote(words.unwrap_or(": runtime error: ")))
}

/// Words quoted for the shell, separated by spaces.
pub fn words(words: &[String]) -> String {
    words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
}

/// A word quoted for the shell.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
