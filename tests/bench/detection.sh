#!/bin/sh
# Detection as README.md reports it: for each network and planting style, 5 % planted, the mean over
# seeds 1 … SEEDS of recall at 5, 10, 15, 20, 25 % and the AUC; also the largest rise of the loss at
# any sub-step of any run, relative to the loss (0 when it never rose).
# usage: detection.sh ODDONE NETWORK…     (SEEDS=10 PRESET=calibrated in the environment)
oddone=$1
shift
seeds=${SEEDS:-10}
preset=${PRESET:-calibrated}
printf '%-10s %-8s  %5s %5s %5s %5s %5s  %5s  %s\n' network style 5% 10% 15% 20% 25% AUC rise
for network in "$@"; do
	for style in uniform local; do
		seed=1
		while [ "$seed" -le "$seeds" ]; do
			dir=$(mktemp -d) || exit 1
			"$oddone" run "$network" --plant 5% --plant-style "$style" --seed "$seed" \
				--preset "$preset" --format tsv --quiet --export "$dir/out" >"$dir/tsv" ||
				exit 1
			sed -n 's/^# \(recall@[0-9]*\|auc\)\t/\1 /p' "$dir/tsv"
			awk -F '\t' 'NR > 1 { if (NR > 2 && last > 0) { r = ($3 - last) / last;
				if (r > most) most = r }; last = $3 } END { print "rise", most + 0 }' \
				"$dir/out/trace.tsv"
			rm -rf "$dir"
			seed=$((seed + 1))
		done | awk -v name="$(basename "$network")" -v style="$style" '
			$1 == "rise" { if ($2 > rise) rise = $2; next }
			{ sum[$1] += $2; n[$1]++ }
			END { printf "%-10s %-8s  ", name, style
				for (l = 5; l <= 25; l += 5)
					printf "%5.3f ", sum["recall@" l] / n["recall@" l]
				printf " %5.3f  %g\n", sum["auc"] / n["auc"], rise + 0 }'
	done
done
