//! Symbols, file names and solver output that try to break out of the place where they are shown.

use crate::support::python;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A symbol with many injection attempts at once.
const SYMBOL: &str = "$(touch pwned) `touch pwned` '; touch pwned; ' \"; touch pwned; \"\n\
    ```\n~~~\n# INJECTED <img src=x onerror=alert(1)>\nEOF\n'\n</failure><script>\u{1b}]0;pwned\u{7}\u{1b}[2J\u{9b}31m\u{202e}x";

/// A solver that is wrong only about scripts with the symbol, and prints terminal control sequences.
const SOLVER: &str = "import sys\n\
    if '--version' in sys.argv: print('hostile 1.0'); sys.exit()\n\
    text = open(sys.argv[-1]).read()\n\
    print('unsat' if 'INJECTED' in text else 'sat')\n\
    sys.stderr.write('\\x1b]0;pwned\\x07\\x1b[2J warning\\n')\n";

struct Scene {
    folder: PathBuf,
}

impl Scene {
    fn new(name: &str) -> Scene {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name} $(touch pwned) `x`"));
        let _ = fs::remove_dir_all(&folder);
        let seeds = folder.join("seeds/sat");
        fs::create_dir_all(&seeds).unwrap();
        fs::write(folder.join("solver.py"), format!("#!{}\n{SOLVER}", python())).unwrap();
        fs::set_permissions(folder.join("solver.py"), fs::Permissions::from_mode(0o755)).unwrap();
        let names: [&[u8]; 3] =
            [b"a`<b>\n# INJECTED\n```$(touch pwned).smt2", b"not-utf8-\xff\xfe.smt2", b"\x1b[2J'\".smt2"];
        for (at, name) in names.iter().enumerate() {
            let text = format!(
                "(set-logic QF_LIA)\n(declare-const |{SYMBOL}| Int)\n(assert (> |{SYMBOL}| {at}))\n(check-sat)\n"
            );
            fs::write(seeds.join(std::ffi::OsStr::from_bytes(name)), text).unwrap();
        }
        Scene { folder }
    }

    /// Runs gainsay in the folder, and checks that its output has no control sequences.
    fn gainsay(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = crate::support::gainsay().args(arguments).current_dir(&self.folder).output().unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let acts = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{202e}';
        assert!(!printed.contains(acts), "{arguments:?}: {printed:?}");
        self.assert_nothing_ran();
        (output.status.code(), printed)
    }

    fn assert_nothing_ran(&self) {
        for path in every_file(&self.folder) {
            assert_ne!(path.file_name().unwrap(), "pwned", "{}", path.display());
        }
    }
}

fn every_file(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(every_file(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The Markdown outside of code blocks, without inline code.
fn markdown_outside_of_code(text: &str) -> String {
    let mut outside = String::new();
    let mut fence: Option<usize> = None;
    for line in text.lines() {
        let ticks = line.chars().take_while(|c| *c == '`').count();
        match fence {
            Some(length) if ticks >= length && line[ticks..].trim().is_empty() => fence = None,
            Some(_) => {}
            None if ticks >= 3 => fence = Some(ticks),
            None => outside += &(without_code(line) + "\n"),
        }
    }
    assert_eq!(fence, None, "a block of code has no end: {text}");
    outside
}

/// A line of Markdown without inline code: from a run of backquotes to the next run of the same length.
fn without_code(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(start) = rest.find('`') {
        if rest[..start].ends_with('\\') {
            out += &rest[..=start];
            rest = &rest[start + 1..];
            continue;
        }
        let ticks = rest[start..].chars().take_while(|c| *c == '`').count();
        let after = &rest[start + ticks..];
        let mut runs = after.match_indices('`').map(|(at, _)| at).filter(|&at| !after[..at].ends_with('`'));
        let end = runs.find(|&at| after[at..].chars().take_while(|c| *c == '`').count() == ticks);
        out += &rest[..start];
        rest = end.map_or("", |end| &after[end + ticks..]);
    }
    out + rest
}

#[test]
fn nothing_breaks_out_of_where_it_is_shown() {
    let scene = Scene::new("hostile");
    let hunt = [
        "hunt",
        "seeds",
        "--solver",
        "./solver.py;z3@5.4.0",
        "--strategy",
        "approximate",
        "--campaign",
        "campaign",
    ];
    let (code, printed) = scene.gainsay(&[&hunt[..], &["-i", "2", "-j", "1", "--seed", "1"]].concat());
    assert_eq!(code, Some(10), "{printed}");
    assert!(!printed.lines().any(|line| line.starts_with("# INJECTED")), "{printed}");
    let reports: Vec<PathBuf> =
        every_file(&scene.folder).into_iter().filter(|path| path.ends_with("report.md")).collect();
    assert!(!reports.is_empty());
    let mut kept = 0;
    for report in &reports {
        let folder = report.parent().unwrap();
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)), "{name:?}");
        assert_harmless(&fs::read_to_string(report).unwrap());
        kept += usize::from(fs::read_to_string(folder.join("bug.smt2")).unwrap().contains(SYMBOL));
        let shown = Command::new("sh").arg("repro.sh").current_dir(folder).output().unwrap();
        let shown_text = String::from_utf8_lossy(&shown.stdout);
        assert_eq!(shown.status.code(), Some(0), "{shown_text}");
        assert!(!shown_text.contains('\u{1b}'), "{shown_text:?}");
    }
    assert!(kept > 0, "the symbol survives reduction");
    scene.assert_nothing_ran();
    for format in ["md", "junit", "json"] {
        let (code, text) = scene.gainsay(&["bugs", "campaign", "export", "--format", format]);
        assert_eq!(code, Some(0), "{text}");
        match format {
            "md" => assert_harmless(&text),
            "junit" => {
                assert!(!text.contains("<script>") && !text.contains("<img"), "{text}");
                assert_eq!(text.matches("<failure").count(), text.matches("</failure>").count(), "{text}");
            }
            _ => {}
        }
    }
    scene.gainsay(&["bugs", "campaign"]);
    scene.gainsay(&["solvers", "doctor", "./solver.py"]);
    for seed in every_file(&scene.folder.join("seeds")) {
        // A name that is not UTF-8 cannot be passed as an argument here; its script was hunted with above.
        let Some(path) = seed.to_str() else { continue };
        let (_, printed) = scene.gainsay(&["check", "--no-cores", "--solver", "./solver.py", path]);
        assert!(!printed.lines().any(|line| line.starts_with("# INJECTED")), "{printed}");
        for command in ["info", "eval"] {
            let (_, printed) = scene.gainsay(&[command, path]);
            assert!(!printed.lines().any(|line| line.starts_with("# INJECTED")), "{printed}");
        }
    }
}

fn assert_harmless(markdown: &str) {
    assert!(!markdown.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')), "{markdown:?}");
    let mut outside = markdown_outside_of_code(markdown);
    for fold in ["<details>", "<summary>How gainsay found it</summary>", "</details>"] {
        outside = outside.replace(fold, "");
    }
    assert!(!outside.lines().any(|line| line.starts_with("# INJECTED")), "{outside}");
    for (at, _) in outside.match_indices('<') {
        assert!(outside[..at].ends_with('\\'), "markup: {outside}");
    }
}

/// Scripts that are written for other programs are not changed.
#[test]
fn what_other_programs_read_is_not_changed() {
    let scene = Scene::new("unchanged");
    let seed =
        every_file(&scene.folder.join("seeds")).into_iter().find(|path| path.to_str().is_some()).unwrap();
    let output = crate::support::gainsay().arg("fmt").arg(&seed).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains(SYMBOL));
    let (_, json) = scene.gainsay(&["eval", "--json", seed.to_str().unwrap()]);
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
}
