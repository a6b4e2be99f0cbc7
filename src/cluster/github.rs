//! GitHub Actions: a matrix whose parts are artifacts, and a job that merges them.

use super::{Cluster, DESCRIPTION, MADE, MERGED, Made, PARTS, PINS, indented};

/// The workflow. It expects the description in the folder `campaign` of the repository.
pub fn github(cluster: &Cluster) -> Vec<Made> {
    let Cluster { name, parts, program, install, cores, minutes, .. } = cluster;
    let numbers: Vec<String> = (1..=*parts).map(|part| part.to_string()).collect();
    let numbers = numbers.join(", ");
    let before: String = cluster.before.iter().map(|line| format!("{line}\n")).collect();
    // A runner is stopped without a warning, and loses its files: the hunt must end before.
    let hunt_minutes = minutes.saturating_sub(10).max(1);
    let hunt = format!(
        r"{before}code=0
{program} hunt --config {DESCRIPTION} --pins {PINS} --shard ${{{{ matrix.part }}}}/{parts} \
  --campaign {PARTS}/${{{{ matrix.part }}}} --for {hunt_minutes}m -j {cores} || code=$?
# 10: bugs, which are looked at when all is merged; 75: time was up, and the merging job names what is left.
case $code in 0 | 10 | 75) ;; *) exit $code ;; esac
"
    );
    let merge = format!(
        r#"code=0
{program} merge {MERGED} {PARTS}/* || code=$?
{program} bugs {MERGED} >> "$GITHUB_STEP_SUMMARY" || [ $? -eq 10 ]
exit $code
"#
    );
    let text = format!(
        r"{MADE}
name: {name}

on: workflow_dispatch

defaults:
  run:
    shell: bash
    working-directory: campaign

env:
  GAINSAY_HOME: ${{{{ github.workspace }}}}/campaign/solvers

jobs:
  # The solvers are installed once, and pinned: every part runs the same ones.
  solvers:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: {install}
      - run: {program} cluster prepare .
      # A tar keeps permissions, which artifacts do not.
      - run: tar cf solvers.tar solvers {PINS}
      - uses: actions/upload-artifact@v4
        with: {{name: solvers, path: campaign/solvers.tar}}

  part:
    needs: solvers
    runs-on: ubuntu-latest
    timeout-minutes: {minutes}
    strategy:
      fail-fast: false
      matrix:
        part: [{numbers}]
    steps:
      - uses: actions/checkout@v4
      - run: {install}
      - uses: actions/download-artifact@v4
        with: {{name: solvers, path: campaign}}
      - run: tar xf solvers.tar
      - name: Hunt
        run: |
{hunt}      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: part-${{{{ matrix.part }}}}
          path: campaign/{PARTS}

  merge:
    needs: part
    if: always()
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: {install}
      - uses: actions/download-artifact@v4
        with: {{pattern: part-*, path: campaign/{PARTS}, merge-multiple: true}}
      - name: Merge
        run: |
{merge}      - if: always()
        uses: actions/upload-artifact@v4
        with: {{name: {MERGED}, path: campaign/{MERGED}}}
",
        hunt = indented(&hunt, 10),
        merge = indented(&merge, 10),
    );
    vec![Made { name: "github.yml", text }]
}
