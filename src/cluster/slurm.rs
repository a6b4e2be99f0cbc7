//! Slurm: an array job, and a job that merges when all of it has ended.

use super::{Cluster, MADE, MERGED, Made, PARTS};

pub const PARTS_FILE: &str = "slurm-parts.sh";
pub const MERGE_FILE: &str = "slurm-merge.sh";

/// The files of both jobs.
pub fn slurm(cluster: &Cluster) -> Vec<Made> {
    let cluster = &cluster.on_node();
    vec![Made { name: PARTS_FILE, text: parts(cluster) }, Made { name: MERGE_FILE, text: merge(cluster) }]
}

/// Options of `sbatch`, one line each.
fn options(cluster: &Cluster, own: &[String]) -> String {
    own.iter().chain(&cluster.slurm).map(|option| format!("#SBATCH {option}\n")).collect()
}

fn beginning(cluster: &Cluster) -> String {
    let before: String = cluster.before.iter().map(|line| format!("{line}\n")).collect();
    format!("set -u\ncd \"$SLURM_SUBMIT_DIR\" || exit\nexport GAINSAY_HOME=\"$PWD/solvers\"\n{before}")
}

fn parts(cluster: &Cluster) -> String {
    let Cluster { name, parts, cores, minutes, memory, .. } = cluster;
    let mut own = vec![
        format!("--job-name={name}"),
        format!("--array=1-{parts}"),
        format!("--cpus-per-task={cores}"),
        format!("--time={minutes}"),
        "--requeue".to_owned(),
        "--signal=B:USR1@120".to_owned(),
        "--output=log/%A_%a.txt".to_owned(),
        "--open-mode=append".to_owned(),
    ];
    own.extend(memory.map(|megabytes| format!("--mem={megabytes}M")));
    format!(
        "#!/bin/bash\n{MADE}\n{}{}part=$SLURM_ARRAY_TASK_ID\n\n{}\n{AGAIN}",
        options(cluster, &own),
        beginning(cluster),
        cluster.part_script()
    )
}

/// Slurm restarts the job of a node that died (`--requeue`); a part whose time is up asks for that itself.
const AGAIN: &str = "\
[ \"$stop\" = USR1 ] || exit 143
# Time is up: another turn. Where users may not requeue, slurm.conf can say RequeueExit=75.
# A script that requeues itself is killed before its trap can clear up.
rm -rf \"$scratch\"
scontrol requeue \"$SLURM_JOB_ID\"
exit 75
";

/// Replaces exit code 75, which would make a cluster with `RequeueExit=75` merge again and again.
const ONCE: &str = "\
code=$?
# 75: there are gaps, which the output names.
[ $code -ne 75 ] || code=1
exit $code
";

fn merge(cluster: &Cluster) -> String {
    let Cluster { name, program, .. } = cluster;
    let own = [format!("--job-name={name}-merge"), "--output=log/merge-%j.txt".to_owned()];
    format!(
        "#!/bin/bash\n{MADE}\n{}{}{program} merge {MERGED} {PARTS}/*\n{ONCE}",
        options(cluster, &own),
        beginning(cluster)
    )
}
