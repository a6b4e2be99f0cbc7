//! Kubernetes: an Indexed Job on a volume that all pods share, and a second job that merges the parts at the
//! end.

use super::{Cluster, DESCRIPTION, MADE, MERGED, Made, PARTS, indented};

/// The folder with a marker file for each finished part.
const FINISHED: &str = "finished";

/// The file for `kubectl apply`. `description` is the text of the campaign's description, which pods get
/// unchanged.
pub fn kubernetes(cluster: &Cluster, description: &str) -> Vec<Made> {
    let Cluster { name, parts, volume, cores, minutes, .. } = cluster;
    let image = cluster.container.as_deref().unwrap_or("OWNER/gainsay");
    let memory = cluster.memory.map(|megabytes| format!(", memory: {megabytes}Mi")).unwrap_or_default();
    let before: String = cluster.before.iter().map(|line| format!("{line}\n")).collect();
    let begin = format!("set -u\ncd /campaign || exit\nexport GAINSAY_HOME=/campaign/solvers\n{before}");
    let prepare =
        format!("{begin}cp /description/{DESCRIPTION} .\nexec {} cluster prepare .\n", cluster.program);
    // A finished part leaves a marker for the merging job; a part that is stopped fails with 75 and is
    // restarted.
    let part = format!(
        "{begin}part=$((JOB_COMPLETION_INDEX + 1))\nmkdir -p {PARTS} {FINISHED}\n\n{}\nexit 75\n",
        cluster
            .part_script()
            .replace("is done\"; exit 0", &format!("is done\"; touch \"{FINISHED}/$part\"; exit 0"))
    );
    let merge = format!(
        "{begin}until [ \"$(find {FINISHED} -type f 2> /dev/null | wc -l)\" -eq {parts} ]; do sleep 30; done\nexec {} merge {MERGED} {PARTS}/*\n",
        cluster.program
    );
    let command = |script: &str| format!("command: [bash, -c]\nargs:\n  - |\n{}", indented(script, 4));
    let text = format!(
        r"{MADE}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
data:
  {DESCRIPTION}: |
{description}---
apiVersion: batch/v1
kind: Job
metadata:
  name: {name}
spec:
  completionMode: Indexed
  completions: {parts}
  parallelism: {parts}
  backoffLimit: {backoff}
  template:
    spec:
      restartPolicy: OnFailure
      terminationGracePeriodSeconds: 120
      activeDeadlineSeconds: {seconds}
      initContainers:
        - name: solvers
          image: {image}
          volumeMounts:
            - {{name: campaign, mountPath: /campaign}}
            - {{name: description, mountPath: /description}}
{prepare}      containers:
        - name: part
          image: {image}
          resources:
            requests: {{cpu: {cores}{memory}}}
          volumeMounts:
            - {{name: campaign, mountPath: /campaign}}
{part}      volumes:
        - {{name: campaign, persistentVolumeClaim: {{claimName: {volume}}}}}
        - {{name: description, configMap: {{name: {name}}}}}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {name}-merge
spec:
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: merge
          image: {image}
          volumeMounts:
            - {{name: campaign, mountPath: /campaign}}
{merge}      volumes:
        - {{name: campaign, persistentVolumeClaim: {{claimName: {volume}}}}}
",
        description = indented(description, 4),
        backoff = parts.saturating_mul(100),
        seconds = minutes.saturating_mul(60),
        prepare = indented(&command(&prepare), 10),
        part = indented(&command(&part), 10),
        merge = indented(&command(&merge), 10),
    );
    vec![Made { name: "kubernetes.yaml", text }]
}
