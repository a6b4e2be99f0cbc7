//! RQ1, RQ2 and RQ4: the bugs that fusion finds.

use super::{TARGETS, hunt};
use crate::bench::Bench;
use crate::bugs::{Bug, Class, bugs, dated, releases_with};
use crate::statistics::{percent, whole};
use crate::table::{NONE, Table};
use std::collections::BTreeMap;

/// Fig. 8b: confirmed bugs of Z3 and CVC4 by type; the last row is performance and unknown.
const FIG_8B: [(Class, [&str; 2]); 4] = [
    (Class::Soundness, ["24", "5"]),
    (Class::Crash, ["11", "1"]),
    (Class::InvalidModel, [NONE, NONE]),
    (Class::Other, ["2", "2"]),
];

/// Fig. 8c: by logic.
const FIG_8C: [(&str, [&str; 2]); 6] = [
    ("NIA", ["2", "1"]),
    ("NRA", ["15", "1"]),
    ("QF_NIA", ["0", "1"]),
    ("QF_NRA", ["2", "0"]),
    ("QF_S", ["15", "4"]),
    ("QF_SLIA", ["3", "1"]),
];

pub fn fig8(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut found: Vec<Vec<Bug>> = Vec::new();
    let mut tests = Vec::new();
    for pair in TARGETS {
        let campaign = hunt(bench, pair)?;
        tests.push(whole(campaign.tests()));
        found.push(bugs(bench, &campaign)?.into_iter().filter(|bug| bug.is_of(pair[0])).collect());
    }
    let [z3, cvc4] = TARGETS.map(|[target, _]| target);
    let mut table = Table::new(["", "paper: Z3", "CVC4", &format!("ours: {z3}"), cvc4]);
    let mut row = |name: &str, printed: [&str; 2], counts: &dyn Fn(&Bug) -> bool| {
        let ours = found.iter().map(|bugs| bugs.iter().filter(|bug| counts(bug)).count().to_string());
        table.row([name, printed[0], printed[1]].map(str::to_owned).into_iter().chain(ours));
    };
    for (class, printed) in FIG_8B {
        row(class.word(), printed, &|bug| bug.class() == class);
    }
    for (logic, printed) in FIG_8C {
        row(logic, printed, &|bug| bug.logic == logic);
    }
    row("other logics", ["0", "0"], &|bug| FIG_8C.iter().all(|(logic, _)| bug.logic != *logic));
    table.row(["tests", "about 800 million", "", &tests[0], &tests[1]]);
    table.note("Ours are buckets of confirmed findings; the logic is the smallest that has all of the reduced script.");
    Ok(table)
}

pub fn recheck(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table =
        Table::new(["found in", "asked again", "findings", "fixed", "changed", "still there", "not asked"]);
    for pair in TARGETS {
        let campaign = hunt(bench, pair)?;
        let told = bench.gainsay(&["replay", &campaign.name, "--all", "--solver", pair[1], "--json"])?;
        let Some(told) = told.first() else { continue };
        let all = told["findings"].as_array().map_or(0, Vec::len).to_string();
        let count =
            |keys: &[&str]| keys.iter().filter_map(|key| told[*key].as_u64()).sum::<u64>().to_string();
        let changed = ["changed", "unknown", "another_bug", "no_answer"];
        let counts = [&["fixed"][..], &changed, &["still_there"], &["not_asked"]].map(count);
        table.row([pair[0].to_owned(), pair[1].to_owned(), all].into_iter().chain(counts));
    }
    table.note("The last four count bugs, without notes.");
    Ok(table)
}

/// Of 24 soundness bugs of Z3 and 5 of CVC4 (RQ2).
const FIG_10: [(&str, &str); 2] = [("z3@4.5.0", "8"), ("cvc4@1.5", "2")];

pub fn fig10(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table = Table::new(["release", "paper: soundness bugs", "ours: soundness bugs", "all bugs"]);
    for (release, printed) in FIG_10 {
        table.row([release, printed]);
    }
    let mut shown = Vec::new();
    for pair in TARGETS {
        let campaign = hunt(bench, pair)?;
        let all = dated(bench, &campaign, pair[0])?;
        let name = pair[0].split('@').next().unwrap_or_default();
        for release in releases_with(&all) {
            let has: Vec<&Bug> = all.iter().filter(|bug| bug.bad.contains(&release)).collect();
            let sound = has.iter().filter(|bug| bug.class() == Class::Soundness).count();
            shown.push((format!("{name}@{release}, soundness"), sound as f64));
            shown.push((format!("{name}@{release}, all"), has.len() as f64));
            table.row([
                format!("{name}@{release}"),
                NONE.to_owned(),
                sound.to_string(),
                has.len().to_string(),
            ]);
        }
    }
    table.draw_bars("Bugs that a release has, of those that were found", &shown);
    table.note(
        "The two releases of the paper are not packaged; other releases without a row have none of our bugs.",
    );
    Ok(table)
}

pub fn concatenation(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table = Table::new(["", "bugs", "concatenation is enough", "share"]);
    table.row(["paper", "50", "5", "10.0 %"]);
    for pair in TARGETS {
        let campaign = hunt(bench, pair)?;
        let all = bugs(bench, &campaign)?;
        let mut steps: BTreeMap<bool, usize> = BTreeMap::new();
        for bug in all.iter().filter(|bug| bug.is_of(pair[0])) {
            if let Some(needed) = bug.steps {
                *steps.entry(needed == 0).or_default() += 1;
            }
        }
        let enough = steps.get(&true).copied().unwrap_or(0);
        let count: usize = steps.values().sum();
        table.row([
            format!("ours: {}", pair[0]),
            count.to_string(),
            enough.to_string(),
            percent(enough, count),
        ]);
    }
    Ok(table)
}
