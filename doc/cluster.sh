#!/bin/sh
# A comparison spread over a cluster, or over the cores of one machine: a task for each seed.
#
#   Slurm        sbatch --array=1-10 doc/cluster.sh; when all have ended: TABLE=1 sh doc/cluster.sh
#   GNU parallel seq 10 | parallel SLURM_ARRAY_TASK_ID={} sh doc/cluster.sh
#   one machine  sh doc/cluster.sh                    all seeds and the table
#
#SBATCH --time=04:00:00
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#
# All tasks write to one directory, which keeps every finished cell. A task that was killed may be given
# again. The last command, with all seeds, finds the cells there and makes the table.
set -eu
NETWORK=${NETWORK:-cora}
OPTIONS=${OPTIONS:---plant 5%}
SEEDS=${SEEDS:-10}
OUT=${OUT:-results}
ODDONE=${ODDONE:-oddone}
command=${COMMAND:-compare} # or battery

seeds=1-$SEEDS
if [ -z "${TABLE:-}" ] && [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
	seeds=$SLURM_ARRAY_TASK_ID-$SLURM_ARRAY_TASK_ID
fi
mkdir -p "$OUT" # one that oddone makes it removes again when there is nothing in it
# shellcheck disable=SC2086 # options, a word each
"$ODDONE" "$command" "$NETWORK" $OPTIONS --seeds "$seeds" -o "$OUT"
