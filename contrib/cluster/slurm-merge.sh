#!/bin/bash
# Made by `gainsay cluster` from campaign.toml: change that, and make this again.
#SBATCH --job-name=gainsay-merge
#SBATCH --output=log/merge-%j.txt
set -u
cd "$SLURM_SUBMIT_DIR" || exit
export GAINSAY_HOME="$PWD/solvers"
gainsay merge merged parts/*
code=$?
# 75: there are gaps, which the output names.
[ $code -ne 75 ] || code=1
exit $code
