//! What output means, without running anything.

use crate::support::{printed, real};
use gainsay::answer::{Answer, Exit, Limit, Outcome, Status};
use gainsay::solver::{Limits, Profile, Profiles, marked};

const OWN_WORDS: &str = "(declare-const x Bool)(assert x)(check-sat)";

/// What a run on this script left behind.
fn read_script(profile: &Profile, script: &str, stdout: &str, stderr: &str, exit: Exit) -> Answer {
    gainsay::solver::read_answer(stdout.as_bytes(), stderr.as_bytes(), exit, profile, script)
}

fn read(solver: &str, stdout: &str, stderr: &str, exit: Exit) -> Answer {
    read_several(solver, stdout, stderr, exit, 1)
}

/// What a run on a script with so many questions left behind.
fn read_several(solver: &str, stdout: &str, stderr: &str, exit: Exit, questions: usize) -> Answer {
    let profiles = Profiles::shipped();
    let profile = profiles.get(solver).expect("a shipped profile");
    gainsay::solver::read_answer(
        stdout.as_bytes(),
        stderr.as_bytes(),
        exit,
        profile,
        &"(check-sat)".repeat(questions),
    )
}

/// What a run left behind that was asked this behind its answer, and replied so.
fn read_asides(answers: &str, commands: &[&str], replies: &[&str]) -> Answer {
    let (sent, stdout) = printed(&format!("(check-sat)\n{}", commands.concat()), answers, replies);
    let profiles = Profiles::shipped();
    let answer = read_script(profiles.get("cvc5").unwrap(), &sent, &stdout, "", FINE);
    assert!(!answer.stdout.contains("aside"), "{}", answer.stdout);
    answer
}

const FINE: Exit = Exit::Code(0);
const ABORTED: Exit = Exit::Signal(libc::SIGABRT);

#[test]
fn outcomes() {
    let model_error = "(error \"line 9 column 10: an invalid model was generated\")";
    let cases: &[(&str, &str, &str, Exit, &str)] = &[
        ("z3", "sat\n", "", FINE, "sat"),
        ("z3", "unsat\nsat\n", "", FINE, "unknown"),
        ("z3", "success\nunknown\n(:reason-unknown \"incomplete\")\n", "", FINE, "unknown"),
        ("z3", "  sat\r\n", "", FINE, "sat"),
        ("z3", "saturation\n", "", FINE, "unknown"),
        ("z3", "sat (really)\n", "", FINE, "unknown"),
        // Errors: before the answer, after it, cut short, on the wrong stream.
        ("z3", "(error \"line 1: bad\")\nsat\n", "", Exit::Code(1), "rejected"),
        ("z3", "sat\n(error \"no model\")\n", "", Exit::Code(1), "sat"),
        ("z3", "(error \"line 1: \\\"(\\\" is bad\nunsat\n", "", Exit::Code(1), "rejected"),
        ("boolector", "<stdin>:1: unsupported command\n", "", Exit::Code(1), "rejected"),
        ("bitwuzla", "", "[error] <stdin>:1:1: bad\n", Exit::Code(1), "rejected"),
        ("bitwuzla", "sat\n", "[bzla] warning: Equalities not yet supported.\n", FINE, "rejected"),
        ("bitwuzla", "sat\n", "[bzla] warning: something else\n", FINE, "sat"),
        ("yices", "(error \"at line 6: undefined term\")\n", "", FINE, "rejected"),
        // Crashes, also after an answer; and what only looks like one.
        ("z3", "", "", Exit::Signal(libc::SIGSEGV), "crash"),
        ("z3", "", "", Exit::Code(139), "crash"),
        ("z3", "sat\n", "ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\n", Exit::Code(114), "crash"),
        ("z3", "", "Overflow\n", Exit::Code(104), "crash"),
        ("z3", "", "", Exit::Code(114), "crash"),
        // Wrong usage, in the words of some; and a doubt, which is no death.
        ("z3", "", "ERROR: unknown parameter 'smt.fooo'\n", Exit::Code(110), "rejected"),
        ("z3", "ERROR: unknown parameter 'smt.fooo'\n", "", Exit::Code(110), "rejected"),
        (
            "z3",
            "",
            "Error: invalid command line option: -foo\nFor usage information: z3 -h\n",
            Exit::Code(109),
            "rejected",
        ),
        ("z3", "", "", Exit::Code(110), "unknown"),
        (
            "yices",
            "",
            "yices-smt2: invalid option: --foo\nTry yices-smt2 --help\n",
            Exit::Code(19),
            "rejected",
        ),
        ("z3", &format!("sat\n{model_error}\n"), "", Exit::Code(1), "sat"),
        ("z3", &format!("{model_error}\n"), "", Exit::Code(1), "rejected"),
        ("z3", &format!("sat\n{model_error}\n"), "", Exit::Signal(libc::SIGSEGV), "crash"),
        ("cvc5", "sat\n", "cvc5 suffered a segfault.\nOffending address is 0x1\n", ABORTED, "crash"),
        ("cvc5", "", "cvc5 interrupted by timeout.\n", ABORTED, "timeout"),
        ("cvc4", "", "Fatal failure within f\nConversion is dependent on SymFPU\n", ABORTED, "rejected"),
        (
            "cvc5",
            "unsat\n",
            "==1==ERROR: AddressSanitizer: x on y\n    #1 0x2 in f a.cpp:1\n",
            Exit::Code(1),
            "unsat",
        ),
        // Limits, before and after an answer.
        ("z3", "", "", Exit::Killed(Limit::Wall), "timeout"),
        ("z3", "", "", Exit::Killed(Limit::Cpu), "timeout"),
        ("z3", "unsat\n", "", Exit::Killed(Limit::Wall), "unsat"),
        ("z3", "x\n", "", Exit::Killed(Limit::Output), "unknown"),
        ("z3", "timeout\n", "", Exit::Code(102), "timeout"),
        ("z3", "(error \"out of memory\")\n", "", Exit::Code(101), "out of memory"),
        ("cvc5", "", "terminate called after throwing 'std::bad_alloc'\n", ABORTED, "out of memory"),
        ("cvc5", "", "", Exit::Signal(libc::SIGKILL), "out of memory"),
        // Nothing that tells.
        ("z3", "", "", FINE, "unknown"),
        ("z3", "", "", Exit::Code(7), "unknown"),
        ("z3", "", "", Exit::Signal(libc::SIGTERM), "unknown"),
    ];
    for (solver, stdout, stderr, exit, expected) in cases {
        let answer = read(solver, stdout, stderr, *exit);
        assert_eq!(
            answer.outcome.word(),
            *expected,
            "{solver} {stdout:?} {stderr:?} {exit:?}: {:?}",
            answer.outcome
        );
    }
}

/// Debian's cvc4 was built without floats, and aborts on them in many words: that is no crash.
#[test]
fn floats_that_cvc4_was_built_without_are_rejected() {
    let cvc4 = real("cvc4");
    let bits = "(fp #b0 #b01111111 #b00000000000000000000000)";
    for asserted in [
        &format!("(= x {bits})"),
        "(= x ((_ to_fp 8 24) RNE 0.5))",
        "(= x (_ +zero 8 24))",
        "(fp.eq x (fp.neg x))",
        "(fp.isNaN ((_ to_fp 8 24) (bvneg b)))",
    ] {
        for logic in ["ALL", "QF_BVFP"] {
            let script = format!(
                "(set-logic {logic})(declare-const x (_ FloatingPoint 8 24))(declare-const b (_ BitVec 32))\
                 (assert {asserted})(check-sat)"
            );
            let answer = cvc4.ask_fresh(&script, &Limits::default()).unwrap();
            assert_eq!(answer.outcome.word(), "rejected", "{script}: {:?} {}", answer.outcome, answer.stderr);
        }
    }
}

/// Help may follow on what is wrong.
#[test]
fn the_line_that_names_the_error_is_told() {
    let help =
        "ERROR: unknown parameter 'fooo' at module 'smt'\nLegal parameters are:\n  auto_config (bool)\n";
    let answer = read("z3", "", help, Exit::Code(110));
    assert_eq!(
        answer.outcome,
        Outcome::Rejected("ERROR: unknown parameter 'fooo' at module 'smt'".to_owned())
    );
}

#[test]
fn a_doubt_is_kept_beside_the_answer() {
    let error = "(error \"line 9 column 10: an invalid model was generated\")\n";
    let doubt = |stdout: &str| read("z3", stdout, "", Exit::Code(1)).doubt;
    assert_eq!(doubt(&format!("sat\n{error}")).as_deref(), Some("an invalid model was generated"));
    assert_eq!(doubt(error), None);
    assert_eq!(doubt("sat\n"), None);
    let script = "(declare-const |an invalid model was generated| Bool)(check-sat)";
    let profiles = Profiles::shipped();
    let repeated =
        read_script(profiles.get("z3").unwrap(), script, &format!("sat\n{error}"), "", Exit::Code(1));
    assert_eq!((repeated.doubt, repeated.outcome), (None, Outcome::Sat));
    let words = "sat\nERRORS SATISFYING ASSERTIONS WITH MODEL\n";
    assert_eq!(read("cvc5", words, "", FINE).outcome, Outcome::Sat);
    assert_eq!(read("cvc5", &words[4..], "", Exit::Code(1)).outcome.word(), "crash");
}

#[test]
fn reasons_are_kept() {
    let answer = read("z3", "unknown\n(:reason-unknown \"(incomplete quantifiers)\")\n", "", FINE);
    assert_eq!(answer.outcome, Outcome::Unknown("(incomplete quantifiers)".into()));
    let answer = read("cvc5", "unknown (INCOMPLETE)\n", "", FINE);
    assert_eq!(answer.outcome, Outcome::Unknown("INCOMPLETE".into()));
    let answer = read_several("cvc5", "unknown (INCOMPLETE)\nunknown\n", "", FINE, 2);
    assert_eq!(answer.outcome, Outcome::Unknown(String::new()));
}

#[test]
fn models_are_known_by_their_form() {
    for model in [
        "(\n  (define-fun x () Int 3)\n)",
        "(model\n  (define-fun x () String \")(\"))",
        "(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n(declare-sort U 0)\n)",
        "()",
    ] {
        let answer =
            read_asides("sat", &["(get-model)", "(get-unsat-core)"], &[model, "(error \"no core\")"]);
        assert_eq!(answer.model.as_deref(), Some(model));
        assert_eq!((answer.core, answer.statuses), (None, vec![Status::Sat]));
        // Nothing that it was not asked for.
        assert_eq!(read("cvc5", &format!("sat\n{model}\n"), "", FINE).model, None);
        assert_eq!(read_asides("sat", &["(get-model)"], &[&format!("{model}\n(model )")]).model, None, "two");
        assert_eq!(
            read_asides(&format!("sat\n{model}"), &["(get-model)"], &["(error \"none\")"]).model,
            None
        );
    }
    assert_eq!(read_asides("sat", &["(get-model)"], &["((x 3))"]).model, None);
    assert_eq!(read_asides("sat", &["(get-model)"], &["(\n  (define-fun x () Int"]).model, None, "cut short");
}

#[test]
fn cores_are_lists_of_names() {
    let core = |answer, reply| read_asides(answer, &["(get-unsat-core)"], &[reply]).core;
    assert_eq!(core("unsat", "(a |b c|)"), Some(vec!["a".to_owned(), "|b c|".to_owned()]));
    assert_eq!(core("unsat", "()"), Some(Vec::new()));
    assert_eq!(core("unsat\n(b)", "(a)"), Some(vec!["a".to_owned()]));
    assert_eq!(core("unsat\n(a)", "(error \"no core\")"), None);
    assert_eq!(core("sat", "(a b)"), None);
}

/// Of several questions the last one counts; and only if all were answered, no more and no less.
#[test]
fn the_answer_to_the_last_question_counts() {
    let cases: &[(usize, &str, Exit, &str)] = &[
        (2, "unsat\nsat\n", FINE, "sat"),
        (3, "unknown\nsat\nunsat\n", FINE, "unsat"),
        (2, "unknown (INCOMPLETE)\nunsat\n(error \"no model\")\n", FINE, "unsat"),
        // Who stops on the way has not answered, whatever it said before.
        (2, "sat\n", FINE, "unknown"),
        (2, "sat\n", Exit::Killed(Limit::Wall), "timeout"),
        (2, "sat\n", Exit::Signal(libc::SIGSEGV), "crash"),
        (2, "unsat\n(error \"line 5: bad\")\n", Exit::Code(1), "rejected"),
        // An error before the last answer: the question is another one.
        (2, "unsat\n(error \"line 5: bad\")\nsat\n", Exit::Code(1), "rejected"),
        (2, "unsat\nsat\n(error \"line 7: no core\")\n", Exit::Code(1), "sat"),
        (2, "unsat\nsat\nsat\n", FINE, "unknown"),
    ];
    for (questions, stdout, exit, expected) in cases {
        let answer = read_several("z3", stdout, "", *exit, *questions);
        assert_eq!(answer.outcome.word(), *expected, "{stdout}: {:?}", answer.outcome);
        assert_eq!(answer.is_complete(), answer.statuses.len() >= *questions);
    }
    let models = ["((define-fun x () Int 1))", "((define-fun x () Int 2))"];
    let (sent, stdout) = printed(
        "(check-sat)(get-model)(check-sat)(get-model)",
        &format!("sat\n{}", models[0]),
        &["sat", models[1]],
    );
    let answer = read_script(Profiles::shipped().get("z3").unwrap(), &sent, &stdout, "", FINE);
    assert_eq!(answer.model.as_deref(), Some(models[1]));
}

/// Where there are marks before the questions, each gets the one answer between its own.
#[test]
fn an_answer_that_comes_twice_is_not_the_next_one() {
    let sent = marked("(check-sat)(push 1)(assert false)(check-sat)(pop 1)(check-sat)");
    let marks: Vec<&str> =
        sent.split("(echo \"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let [second, third] = marks[..] else { panic!("{sent}") };
    let died = Exit::Signal(libc::SIGSEGV);
    let cases = [
        (format!("sat\n{second}\nunsat\n\"{third}\"\nsat\n"), FINE, "sat", 3),
        (format!("sat\nsat\n{second}\nunsat\n{third}\n"), FINE, "unknown", 0),
        (format!("sat\n{second}\nunsat\nunsat\n{third}\n"), FINE, "unknown", 1),
        (format!("sat\n{second}\n{third}\nunsat\nsat\n"), FINE, "unknown", 1),
        ("sat\nunsat\nsat\n".to_owned(), FINE, "unknown", 0),
        ("sat\nsat\nsat\n".to_owned(), died, "crash", 0),
    ];
    for (stdout, exit, expected, known) in cases {
        let answer = read_script(Profiles::shipped().get("z3").unwrap(), &sent, &stdout, "", exit);
        assert_eq!((answer.outcome.word(), answer.statuses.len()), (expected, known), "{stdout}");
    }
}

/// Words that a script may hold itself are a solver's own only where it does not repeat the script.
#[test]
fn what_a_solver_repeats_accuses_nobody() {
    let shipped = Profiles::shipped();
    for profile in shipped.iter() {
        let patterns = &profile.patterns;
        for words in patterns.crash.iter().chain(&patterns.internal_error) {
            let script = format!("(declare-const |{words}| Bool)(assert |{words}|)(check-sat)(get-model)");
            let outcome = |script: &str, stdout: &str, stderr: &str, exit| {
                read_script(profile, script, stdout, stderr, exit).outcome.word()
            };
            let model = format!("sat\n(\n  (define-fun |{words}| () Bool\n true)\n)\n");
            let value = format!("sat\n((s \"{words}\"))\n");
            let torn = format!("sat\n(\n  (define-fun y () Int\n{words}\n");
            let warning = format!("warning: {words} is not used\n");
            for exit in [FINE, Exit::Code(1), Exit::Alive, Exit::Killed(Limit::Wall)] {
                // In replies, whole or cut off, it does not matter what the script says: values are computed.
                for stdout in [&model, &value, &torn] {
                    assert_eq!(outcome(OWN_WORDS, stdout, "", exit), "sat", "{words} {stdout} {exit:?}");
                }
                for (stdout, stderr) in [("sat\n", warning.as_str()), (&format!("{words}\nsat\n"), "")] {
                    assert_eq!(outcome(&script, stdout, stderr, exit), "sat", "{words} {stdout} {exit:?}");
                }
                let error = format!("(error \"line 1 column 8: unknown constant {words}\")\nsat\n");
                assert_eq!(outcome(&script, &error, "", exit), "rejected", "{error}");
            }
            assert_eq!(outcome(OWN_WORDS, "sat\n", &warning, FINE), "sat", "{warning}");
            // Its own words.
            if patterns.doubts.contains(words) {
                continue;
            }
            assert_eq!(outcome(OWN_WORDS, &format!("sat\n{words} here\n"), "", FINE), "crash", "{words}");
            assert_eq!(outcome(OWN_WORDS, "sat\n", &format!("{words} here\n"), Exit::Code(1)), "crash");
            assert_eq!(outcome(&script, "sat\n", words, Exit::Signal(libc::SIGSEGV)), "crash");
        }
    }
}

#[test]
fn a_model_that_was_cut_off_is_none() {
    let cut = "sat\n(\n  (define-fun y () Int (let ((x 5)) (\n  (define-fun x () Int 1)\n";
    assert_eq!(read("z3", cut, "", Exit::Killed(Limit::Wall)).model, None);
    // Nor is what stands in it an answer.
    let answers = "sat\n(\n  (define-fun |a\nunsat\n";
    let answer = read_several("z3", answers, "", Exit::Killed(Limit::Wall), 2);
    assert_eq!((answer.outcome, answer.statuses), (Outcome::Timeout, vec![Status::Sat]));
}

/// The standard's reply to a command that has no effect: the answers that follow are to another question.
#[test]
fn unsupported_before_the_answer_is_a_rejection() {
    let unsupported = |stdout, questions| read_several("z3", stdout, "", FINE, questions).outcome;
    let Outcome::Rejected(why) = unsupported("unsupported\nunsat\n", 1) else { panic!("not rejected") };
    assert!(why.contains("unsupported"), "{why}");
    assert_eq!(unsupported("unsat\nunsupported\nsat\n", 2).word(), "rejected");
    assert_eq!(unsupported("unsupported\n; :foo line: 1 position: 1\nsat\n", 1).word(), "rejected");
    assert_eq!(unsupported("success\nsat\nunsupported\n", 1), Outcome::Sat);
    assert_eq!(unsupported("sat\n((unsupported true))\n", 1), Outcome::Sat);
}

#[test]
fn out_of_memory_is_no_crash_whoever_says_it() {
    let unknown = Profile::unknown("mine");
    let allocation = "memory allocation of 4294967296 bytes failed";
    for words in [
        "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc",
        "fatal: out of memory",
        "Out of memory",
        "mmap: Cannot allocate memory",
        allocation,
        "Traceback (most recent call last):\nMemoryError",
        "==1==ERROR: AddressSanitizer: out of memory: allocator is trying to allocate 0x1000 bytes",
        "==1==ERROR: AddressSanitizer: requested allocation size 0x400000000000 exceeds maximum supported size",
        "==1==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000 (errno: 12)",
        "==1==AddressSanitizer: hard rss limit exhausted (300Mb vs 313Mb)",
    ] {
        for exit in [ABORTED, Exit::Code(1), Exit::Code(134)] {
            let answer = read_script(&unknown, OWN_WORDS, "", words, exit);
            assert_eq!((answer.outcome, answer.sanitizer), (Outcome::OutOfMemory, None), "{words}");
            let later = read_script(&unknown, OWN_WORDS, "unsat\n", words, exit);
            assert_eq!((later.outcome, later.sanitizer), (Outcome::Unsat, None), "{words}");
        }
    }
    let killed = read_script(&unknown, OWN_WORDS, "", "", Exit::Killed(Limit::Memory));
    assert_eq!(killed.outcome, Outcome::OutOfMemory);
    // A value that says so is a value.
    let value = read_script(&unknown, OWN_WORDS, "sat\n((s \"out of memory\"))\n", "", ABORTED);
    assert_eq!(value.outcome.word(), "crash");
}

#[test]
fn who_aborts_on_a_wrong_status_has_not_crashed() {
    let stderr = "Fatal failure within CVC4::Result f() at ./src/smt/smt_engine.cpp:1754\nExpected result unsat but got sat\n";
    for solver in ["cvc4", "cvc5"] {
        assert_eq!(read(solver, "", stderr, ABORTED).outcome.word(), "rejected");
        assert_eq!(read(solver, "sat\n", stderr, ABORTED).outcome, Outcome::Sat);
    }
}

#[test]
fn a_sanitizers_report_stands_beside_the_answer() {
    let undefined = "ub.cc:8:50: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'";
    let address =
        "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n    #0 0x2 in f() /src/a.cpp:1";
    for (report, exit) in
        [(undefined, FINE), (undefined, Exit::Code(1)), (address, Exit::Code(1)), (address, ABORTED)]
    {
        let answer = read("z3", "sat\n", report, exit);
        assert_eq!(answer.outcome, Outcome::Sat, "{report}");
        assert!(answer.sanitizer.is_some() && answer.fault() == answer.sanitizer.as_ref(), "{report}");
        let none = read("z3", "", report, exit);
        assert_eq!((none.outcome.word(), none.fault()), ("crash", none.sanitizer.as_ref()), "{report}");
        // In a model it is a symbol, and what the script says itself is the script's.
        let model = format!("sat\n((define-fun |{report}| () Bool true))\n");
        assert_eq!(read("z3", &model, "", FINE).sanitizer, None);
        let script = format!("(declare-const |{report}| Bool)(check-sat)");
        let profile = Profile::unknown("mine");
        assert_eq!(read_script(&profile, &script, "sat\n", report, FINE).sanitizer, None);
    }
    let other = undefined.replace("2147483647 + 1", "2147483640 + 9");
    assert_eq!(read("z3", "sat\n", &other, FINE).sanitizer, read("z3", "sat\n", undefined, FINE).sanitizer);
}
