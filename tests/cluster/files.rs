//! The files for batch systems are made from one description.

use crate::support::{Folder, gainsay, home};
use gainsay::cluster::{Cluster, github, kubernetes, slurm};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is in contrib/ is what the program makes.
#[test]
fn contrib_has_what_the_program_makes() {
    let contrib = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/cluster");
    let folder = Folder::new("contrib");
    fs::copy(contrib.join("campaign.toml"), folder.0.join("campaign.toml")).unwrap();
    for system in ["slurm", "kubernetes", "github"] {
        let made = gainsay().args(["cluster", system]).arg(&folder.0).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    for name in ["slurm-parts.sh", "slurm-merge.sh", "kubernetes.yaml", "github.yml"] {
        let made = fs::read_to_string(folder.0.join(name)).unwrap();
        if std::env::var_os("BLESS").is_some() {
            fs::write(contrib.join(name), &made).unwrap();
        }
        let kept = fs::read_to_string(contrib.join(name)).unwrap_or_default();
        assert!(
            kept == made,
            "contrib/cluster/{name} is not what `gainsay cluster` makes; BLESS=1 makes it anew"
        );
    }
}

/// bash reads the scripts, those in the YAML files as well.
#[test]
fn scripts_are_read_by_the_shell() {
    let cluster = Cluster {
        container: Some("example.org/gainsay".to_owned()),
        before: vec!["module load gcc".to_owned()],
        memory: Some(4000),
        slurm: vec!["--partition=long".to_owned()],
        ..Cluster::default()
    };
    let slurm = slurm(&cluster);
    assert!(slurm[0].text.contains("#SBATCH --partition=long\n") && slurm[0].text.contains("--mem=4000M"));
    assert!(
        slurm[0]
            .text
            .contains("apptainer exec --bind \"$PWD,${TMPDIR:-/tmp}\" docker://example.org/gainsay gainsay")
    );
    let mut scripts: Vec<String> = slurm.into_iter().map(|made| made.text).collect();
    for made in kubernetes(&cluster, "[hunt]\ntests = 5\n").into_iter().chain(github(&cluster)) {
        let found = blocks(&made.text);
        assert!(found.len() >= 2, "{}", made.text);
        scripts.extend(found.into_iter().filter(|script| !script.starts_with("[hunt]")));
    }
    assert_eq!(scripts.len(), 7);
    for script in scripts {
        let script = script.replace("${{ matrix.part }}", "1");
        let read = Command::new("bash").args(["-n", "-c", &script]).output().unwrap();
        assert!(read.status.success(), "{script}\n{}", String::from_utf8_lossy(&read.stderr));
    }
}

/// What pods run, run here one after the other, does a campaign; so does what runners of GitHub run.
#[test]
fn scripts_of_pods_and_runners_do_a_campaign() {
    let folder = Folder::new("pods");
    let campaign = folder.0.join("campaign");
    fs::create_dir_all(&campaign).unwrap();
    std::os::unix::fs::symlink(home(), campaign.join("solvers")).unwrap();
    let text = format!(
        "[hunt]\nsolver = \"z3\"\nstrategy = \"bv_few_sat\"\ntests = 120\n
         [cluster]\nparts = 2\nprogram = \"{}\"\nscratch = \"{}\"\n",
        crate::support::program().display(),
        folder.0.display()
    );
    folder.write("description/campaign.toml", &text);
    let bash = |script: &str, part: usize| {
        let mut bash = gainsay_shell(&campaign, part);
        let ran = bash.args(["-c", script]).output().unwrap();
        assert!(ran.status.success(), "{script}\n{}", String::from_utf8_lossy(&ran.stderr));
    };
    let make = |system: &str| {
        let made =
            gainsay().args(["cluster", system, "description"]).current_dir(&folder.0).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    };
    let is_whole = || {
        let merged = gainsay().args(["merge", "merged", "merged"]).current_dir(&campaign).output().unwrap();
        assert!(String::from_utf8_lossy(&merged.stdout).contains("120 of 120 units"), "{merged:?}");
        fs::remove_dir_all(campaign.join("merged")).unwrap();
    };
    make("kubernetes");
    let (here, there) = (campaign.display().to_string(), folder.0.join("description").display().to_string());
    let own = |script: String| {
        let script = script.replace("/description/", &format!("{there}/"));
        script.replace("cd /campaign", &format!("cd {here}")).replace("=/campaign/", &format!("={here}/"))
    };
    let scripts: Vec<String> =
        blocks(&folder.read("description/kubernetes.yaml")).into_iter().map(own).collect();
    let [_, prepare, part, merge] = scripts.as_slice() else { panic!("{scripts:?}") };
    bash(prepare, 0);
    (0..2).for_each(|at| bash(part, at));
    bash(merge, 0);
    is_whole();

    fs::remove_dir_all(campaign.join("parts")).unwrap();
    fs::remove_file(campaign.join("pins.toml")).unwrap();
    make("github");
    let workflow = folder.read("description/github.yml");
    let prepare = workflow
        .lines()
        .find_map(|line| line.trim().strip_prefix("- run: ").filter(|run| run.contains("prepare")));
    bash(prepare.unwrap(), 0);
    let scripts = blocks(&workflow);
    let [part, merge] = scripts.as_slice() else { panic!("{scripts:?}") };
    (1..=2).for_each(|at| bash(&part.replace("${{ matrix.part }}", &at.to_string()), at));
    bash(merge, 0);
    is_whole();
}

/// The shell as pods and runners have it.
fn gainsay_shell(campaign: &Path, part: usize) -> Command {
    let mut bash = Command::new("bash");
    bash.arg("-e").current_dir(campaign).env("JOB_COMPLETION_INDEX", part.to_string());
    bash.env("GAINSAY_HOME", campaign.join("solvers"))
        .env("GITHUB_STEP_SUMMARY", campaign.join("summary.md"));
    bash
}

/// The texts of a YAML file that stand behind a `|`.
fn blocks(yaml: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut blocks = Vec::new();
    let mut lines = yaml.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.ends_with('|') {
            continue;
        }
        let own = lines.peek().map_or(0, |next| indent(next));
        let mut block = String::new();
        while let Some(next) = lines.next_if(|next| next.is_empty() || indent(next) >= own) {
            block += next.get(own..).unwrap_or_default();
            block.push('\n');
        }
        blocks.push(block);
    }
    blocks
}

#[test]
fn a_description_that_cannot_be_used_says_why() {
    let folder = Folder::new("description");
    let told = |text: &str| {
        folder.write("campaign.toml", text);
        let made = gainsay().args(["cluster", "slurm"]).arg(&folder.0).output().unwrap();
        assert_eq!(made.status.code(), Some(2));
        String::from_utf8(made.stderr).unwrap()
    };
    assert!(told("[cluster]\nparts = 3\n").contains("as in `tests = 100000`"));
    assert!(told("[hunt]\ntests = 5\n[cluster]\nparts = 0\n").contains("must be at least 1"));
    assert!(told("[hunt]\ntests = 5\n[cluster]\nprats = 0\n").contains("unknown field `prats`"));
    assert!(told("[hunt]\ntestss = 5\n").contains("unknown field `testss`"));
    let none = gainsay().args(["cluster", "slurm", "no-such-folder"]).output().unwrap();
    assert!(String::from_utf8_lossy(&none.stderr).contains("cannot read no-such-folder/campaign.toml"));
}
