#!/bin/bash
# Made by `gainsay cluster` from campaign.toml: change that, and make this again.
#SBATCH --job-name=gainsay
#SBATCH --array=1-12
#SBATCH --cpus-per-task=1
#SBATCH --time=240
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
#SBATCH --output=log/%A_%a.txt
#SBATCH --open-mode=append
set -u
cd "$SLURM_SUBMIT_DIR" || exit
export GAINSAY_HOME="$PWD/solvers"
part=$SLURM_ARRAY_TASK_ID

scratch=$(mktemp -d "${TMPDIR:-/tmp}/gainsay-$part.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
stop='' hunt=''
# TERM is for ever, USR1 until there is more time.
trap 'stop=TERM; [ -z "$hunt" ] || kill "$hunt"' TERM INT
trap 'stop=USR1; [ -z "$hunt" ] || kill "$hunt"' USR1
# 75 says that there is more to do.
save() { gainsay merge "$1" "$2" >&2 || [ $? -eq 75 ]; }

# What was saved before a machine died, or before time was up.
[ ! -e "parts/$part/campaign.db" ] || save "$scratch/part" "parts/$part" || exit
while [ -z "$stop" ]; do
  gainsay hunt --config campaign.toml --pins pins.toml --shard "$part/12" \
    --campaign "$scratch/part" --for 10m -j 1 --quiet &
  hunt=$!
  code=0
  wait "$hunt" || code=$?
  # The first wait ends with the signal, the second with the hunt.
  [ -z "$stop" ] || { code=0; wait "$hunt" || code=$?; }
  hunt=
  save "parts/$part" "$scratch/part" || exit
  case $code in
    0 | 10) echo "part $part is done"; exit 0 ;;
    75) ;;
    *) exit "$code" ;;
  esac
done

[ "$stop" = USR1 ] || exit 143
# Time is up: another turn. Where users may not requeue, slurm.conf can say RequeueExit=75.
# A script that requeues itself is killed before its trap can clear up.
rm -rf "$scratch"
scontrol requeue "$SLURM_JOB_ID"
exit 75
