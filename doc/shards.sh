#!/bin/sh
# A comparison spread over a cluster, or over the cores of one machine.
#
#   Slurm        sbatch --array=1-16 doc/shards.sh; when all have ended: MERGE=1 sh doc/shards.sh
#   GNU parallel seq 16 | parallel SLURM_ARRAY_TASK_ID={} SLURM_ARRAY_TASK_COUNT=16 sh doc/shards.sh
#   one machine  SHARDS=4 sh doc/shards.sh            the parts one after the other, and the table
#
#SBATCH --time=04:00:00
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#
# Any task may be killed and given again: it goes on where it was.
set -eu
NETWORK=${NETWORK:-cora}
OPTIONS=${OPTIONS:---plant 5% --seeds 10}
OUT=${OUT:-results}
ODDONE=${ODDONE:-oddone}
command=${COMMAND:-compare} # or battery

part()
{
	# shellcheck disable=SC2086 # options, a word each
	"$ODDONE" "$command" "$NETWORK" $OPTIONS --shard "$1/$2" -o "$OUT/shards/$1"
}

merge()
{
	# shellcheck disable=SC2086
	"$ODDONE" "$command" "$NETWORK" $OPTIONS --merge "$OUT/shards" -o "$OUT"
}

if [ -n "${MERGE:-}" ]; then
	merge
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
	part "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_COUNT"
else
	SHARDS=${SHARDS:-4}
	for part in $(seq "$SHARDS"); do
		part "$part" "$SHARDS"
	done
	merge
fi
