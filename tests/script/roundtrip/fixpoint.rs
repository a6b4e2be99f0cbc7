//! What holds for every text: it can be read, and printing it, in either layout, reaches a fixpoint at once.

use gainsay::script::{Printer, Script};

/// The first way in which a text breaks that.
pub fn check(text: &str) -> Result<(), String> {
    let script = Script::read(text);
    let first = compact(&script);
    let again = Script::read(&first);
    let second = compact(&again);
    if second != first {
        return Err(format!("no fixpoint\n{text}\n---\n{first}\n---\n{second}"));
    }
    let pretty = Printer::pretty().script(&script);
    let from_pretty = compact(&Script::read(&pretty));
    if from_pretty != first {
        return Err(format!("layouts differ\n{text}\n---\n{first}\n---\n{pretty}\n---\n{from_pretty}"));
    }
    Ok(())
}

fn compact(script: &Script) -> String {
    Printer::default().script(script)
}
