//! The commands, as `--help` shows them, and their old names.

use crate::support::{Folder, gainsay};
use clap::Command;
use gainsay::cli::command;

/// All commands that are shown, with their own: each with its words after `gainsay`.
fn shown() -> Vec<(String, Command)> {
    let mut whole = command().term_width(100);
    whole.build();
    let mut found = vec![(String::new(), whole)];
    let mut at = 0;
    while at < found.len() {
        let (name, command) = found[at].clone();
        let subs = command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help");
        found.extend(subs.map(|sub| (format!("{name} {}", sub.get_name()), sub.clone())));
        at += 1;
    }
    found
}

#[test]
fn the_help_lists_each_command_once_below_a_group() {
    let help = command().term_width(80).render_help().to_string();
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    let (groups, _) = help.split_once("\nOptions:").unwrap();
    let (_, groups) = groups.split_once("<COMMAND>\n").unwrap();
    let rows = groups.lines().filter_map(|line| line.strip_prefix("  "));
    let mut listed: Vec<&str> = rows.map(|row| row.split("  ").next().unwrap()).collect();
    assert_eq!(listed[0], "hunt");
    for group in groups.trim_start().split("\n\n") {
        let (heading, rows) = group.split_once('\n').unwrap();
        assert!(heading.contains(": ") && rows.lines().all(|row| row.starts_with("  ")), "{group}");
    }
    let mut commands: Vec<String> =
        shown().into_iter().map(|(name, _)| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    commands.retain(|name| !name.contains(' '));
    commands.sort();
    listed.sort_unstable();
    assert_eq!(listed, commands);
    assert!(commands.len() > 15, "{commands:?}");
}

#[test]
fn global_options_are_listed_once_and_understood_everywhere() {
    for (name, mut command) in shown() {
        let help = command.render_long_help().to_string();
        let listed = |option: &str| help.lines().any(|line| line.trim_start().starts_with(option));
        for option in ["--color", "--trust", "-h, --help"] {
            assert_eq!(listed(option), name.is_empty(), "gainsay{name}: {option}");
        }
        let globals = command.get_arguments().filter(|argument| argument.is_global_set());
        let longs: Vec<&str> = globals.filter_map(|argument| argument.get_long()).collect();
        assert!(
            ["color", "trust", "help"].iter().all(|long| longs.contains(long)),
            "gainsay{name}: {longs:?}"
        );
    }
    let read = |line: &str| command().try_get_matches_from(line.split(' ')).is_ok();
    assert!(read("gainsay bugs monday show 1 --color never --trust"));
    assert!(read("gainsay --color never bugs monday --trust show 1"));
    let coloured = |line: &str| {
        let output = gainsay().args(line.split(' ')).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap().contains('\u{1b}'))
    };
    assert_eq!(coloured("fmt no-such-file.smt2 --color always"), (Some(2), true));
    assert_eq!(coloured("--color always fmt no-such-file.smt2"), (Some(2), true));
    assert_eq!(coloured("fmt no-such-file.smt2 --color never"), (Some(2), false));
}

/// Where options have headings, all have one.
#[test]
fn options_stand_below_headings() {
    let mut with_headings = 0;
    for (name, command) in shown().into_iter().skip(1) {
        let options = command.get_opts().filter(|option| !option.is_hide_set());
        let (below, bare): (Vec<_>, Vec<_>) = options.partition(|option| option.get_help_heading().is_some());
        with_headings += usize::from(!below.is_empty());
        let bare: Vec<_> = bare.iter().map(|option| option.get_id()).collect();
        assert!(below.is_empty() || bare.is_empty(), "gainsay{name}: no heading for {bare:?}");
        assert!(!below.is_empty() || bare.len() < 12, "gainsay{name}: {bare:?} in one list");
    }
    assert!(with_headings > 4, "{with_headings}");
}

/// What a command line says and its exit code.
fn told(folder: &Folder, line: &str) -> (String, String, Option<i32>) {
    let output = gainsay().args(line.split(' ')).current_dir(&folder.0).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn old_names_do_what_the_new_ones_do() {
    let folder = Folder::new("cli-commands");
    folder.write(
        "x.smt2",
        "(declare-const x (_ BitVec 4))(assert (distinct (bvadd x #x1) (bvsub x #xf)))(check-sat)",
    );
    assert_eq!(told(&folder, "prove x.smt2 --out proof").2, Some(0));
    for (old, new, code) in [
        ("seeds --logic QF_LIA", "list seeds --logic QF_LIA", 0),
        ("seeds x.smt2", "list seeds x.smt2", 0),
        ("ops --theory BV --json", "list ops --theory BV --json", 0),
        ("rules", "list rules", 0),
        ("rules list", "list rules", 0),
        ("verify proof x.smt2", "prove x.smt2 --verify proof", 0),
        ("verify proof x.smt2 --json", "prove x.smt2 --verify proof --json", 0),
        ("verify nowhere x.smt2", "prove x.smt2 --verify nowhere", 2),
        ("replay nowhere 1", "bugs nowhere replay 1", 2),
        ("replay nowhere --all", "bugs nowhere recheck", 2),
        ("audit x.smt2 --solver z3 --docket none", "docket audit x.smt2 --solver z3 --docket none", 2),
        ("audit x.smt2 --solver z3 --docket none", "docket --docket none audit x.smt2 --solver z3", 2),
        ("site out", "page --out out", 2),
        ("serve nowhere", "page nowhere --serve", 2),
        ("simplify no-such-solver", "rewriters no-such-solver", 2),
    ] {
        let (before, now) = (told(&folder, old), told(&folder, new));
        assert_eq!(before, now, "{old}");
        assert_eq!(now.2, Some(code), "{new}: {now:?}");
        assert!(!now.1.contains("Usage:"), "{new}: {now:?}");
    }
}

#[test]
fn languages_and_strategies_are_listed() {
    let folder = Folder::new("cli-commands-list");
    let (languages, _, code) = told(&folder, "list languages");
    assert_eq!(code, Some(0));
    assert!(languages.lines().any(|line| line.starts_with("QF_BV ")), "{languages}");
    let (strategies, _, code) = told(&folder, "list strategies");
    assert_eq!(code, Some(0));
    assert!(strategies.lines().any(|line| line.starts_with("* fusion ")), "{strategies}");
    assert!(strategies.lines().any(|line| line.starts_with("  tactics ")), "{strategies}");
}

/// Shells complete what is shown, and no old names.
#[test]
fn completions_are_of_what_is_shown() {
    let folder = Folder::new("cli-commands-completions");
    for shell in ["bash", "zsh", "fish"] {
        let (script, _, code) = told(&folder, &format!("completions {shell}"));
        assert_eq!(code, Some(0));
        assert!(script.contains("rewriters") && script.contains("recheck"), "{shell}");
        for old in ["simplify", "serve\n", "gainsay,site", "gainsay,audit"] {
            assert!(!script.contains(old), "{shell}: {old}");
        }
    }
}
