//! Workers: `gainsay hunt` with a solver that answers at once.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

pub struct Programs {
    pub gainsay: PathBuf,
    /// What is hunted: arguments of `gainsay hunt`.
    pub hunt: Vec<String>,
}

/// All that is started here inherits it, so that what is left behind can be told.
const MARK: &str = "GAINSAY_SHARED";

impl Programs {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.gainsay);
        command.env(MARK, std::process::id().to_string());
        command
    }

    /// Begins a hunt in a folder; what it prints goes to a file there.
    pub fn hunt(&self, folder: &Path, campaign: &str, name: &str, more: &[&str]) -> Child {
        std::fs::create_dir_all(folder).expect("a folder");
        let out = std::fs::File::create(folder.join(name)).expect("a file");
        let err = std::fs::File::create(folder.join(format!("{name}.err"))).expect("a file");
        let mut hunt = self.command();
        hunt.args(["hunt", "--json", "-j", "1", "--schedule", "equal", "--campaign", campaign]);
        hunt.args(&self.hunt).args(more).current_dir(folder).stdin(Stdio::null()).stdout(out).stderr(err);
        hunt.spawn().expect("gainsay starts")
    }

    /// The keys of a campaign's bugs, in order.
    pub fn bugs(&self, folder: &Path, campaign: &str) -> Vec<String> {
        let list = self.command().args(["bugs", campaign, "--json"]).current_dir(folder).output();
        let list: Value = serde_json::from_slice(&list.expect("a list").stdout).expect("JSON");
        let key = |bug: &Value| bug["bucket"].as_str().unwrap_or_default().to_owned();
        let mut keys: Vec<String> = list.as_array().expect("a list").iter().map(key).collect();
        keys.sort();
        keys
    }

    /// Puts parts together; gives what that comes to.
    pub fn merge(&self, folder: &Path, whole: &str, parts: &[String]) -> Value {
        let merged = self.command().args(["merge", whole, "--json"]).args(parts).current_dir(folder).output();
        serde_json::from_slice(&merged.expect("parts are merged").stdout).expect("JSON")
    }
}

/// How many of the processes that were started here, or by those, are still there.
pub fn left_behind() -> usize {
    let mark = format!("{MARK}={}\0", std::process::id());
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let environments = processes.filter_map(|process| std::fs::read(process.path().join("environ")).ok());
    environments.filter(|found| String::from_utf8_lossy(found).contains(&mark)).count()
}

/// The summary at the end of what a hunt printed.
pub fn summary(folder: &Path, name: &str) -> Value {
    let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|_| {
        let told = std::fs::read_to_string(folder.join(format!("{name}.err"))).unwrap_or_default();
        panic!("{name} ended without a summary: {told}")
    })
}
