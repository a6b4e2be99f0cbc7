use gainsay::script::*;
use std::path::PathBuf;
fn main() {
    let mut files: Vec<PathBuf> = vec![];
    let mut stack: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    while let Some(p) = stack.pop() {
        if p.is_dir() {
            for e in std::fs::read_dir(&p).unwrap() {
                stack.push(e.unwrap().path())
            }
        } else {
            files.push(p)
        }
    }
    files.sort();
    let mut counts = [0; 5];
    for f in files {
        let bytes = std::fs::read(&f).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let s = Script::read(&text);
        counts[0] += 1;
        let kind = if s.problems.is_empty() {
            1
        } else if s.problems.iter().all(|p| p.kind == ProblemKind::Opaque) {
            2
        } else {
            3
        };
        counts[kind] += 1;
        if kind > 1 {
            let p = s.problems.iter().find(|p| p.kind != ProblemKind::Opaque).unwrap_or(&s.problems[0]);
            let (l, c) = p.line_and_column(&text);
            println!("{:?} {}:{l}:{c}: {}", p.kind, f.display(), p.message);
        }
        let one = Printer::default().script(&s);
        let again = Script::read(&one);
        let two = Printer::default().script(&again);
        if one != two || again.problems.len() != s.problems.len() {
            counts[4] += 1;
            println!("FIXPOINT {} {} {}", f.display(), s.problems.len(), again.problems.len());
        }
        let pretty = Printer::pretty().script(&s);
        let again = Script::read(&pretty);
        if Printer::default().script(&again) != one {
            println!("PRETTY {}", f.display());
        }
    }
    eprintln!("{counts:?}");
}
