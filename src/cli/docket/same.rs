//! `gainsay docket same`: bugs that were different when they were added, and look the same by what is known
//! since.

use crate::docket::{Docket, State};
use crate::words::counted;
use serde_json::{Value, json};

#[derive(clap::Args)]
pub struct Args {
    /// Make them duplicates
    #[arg(long)]
    set: bool,
}

pub fn run(docket: &mut Docket, args: &Args, (who, when): (&str, &str), json: bool) -> anyhow::Result<()> {
    let found = docket.repeats();
    let mut told: Vec<Value> = Vec::new();
    for (at, first, why) in &found {
        let (name, other) = (docket.cases[*at].name.clone(), docket.cases[*first].name.clone());
        match json {
            true => told.push(json!({"bug": name, "same_as": other, "why": why})),
            false => say!("{name} is taken for {other}: {why}"),
        }
        if args.set {
            let case = &mut docket.cases[*at];
            let _lock = case.reopen()?;
            case.life.set(State::DuplicateOf(other), who, when, why);
            case.save_life()?;
        }
    }
    let number = counted(found.len(), "bug");
    match (json, found.len(), args.set) {
        (true, ..) => say!("{}", Value::Array(told)),
        (_, 0, _) => say!("no two bugs look the same"),
        (.., true) => say!("set to duplicate: {number}"),
        (.., false) => say!("likely duplicates: {number}; `gainsay docket same --set` marks them"),
    }
    Ok(())
}
