//! Any text as a `gainsay.toml` or as a list of solvers: used or refused, without a panic.

use gainsay::answer::Exit;
use gainsay::solver::{Profiles, SolverSpec};
use gainsay::triage::Ignores;

pub fn check(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let mut profiles = Profiles::shipped();
    let is_taken = profiles.add_text("gainsay.toml", &text).is_ok();
    let _ = Ignores::read("gainsay.toml", &text);
    let _ = SolverSpec::parse_list(&text);
    if is_taken {
        // A profile that is taken can be used, whatever patterns it has.
        for profile in profiles.iter() {
            if profile.command.is_empty() || profile.name.is_empty() {
                return Err(format!("the profile {:?} has no command or no name", profile.name));
            }
            gainsay::solver::read_answer(
                b"sat\n(error \"x\")\n",
                b"fatal\n",
                Exit::Code(1),
                profile,
                "(check-sat)",
            );
        }
    }
    Ok(())
}
