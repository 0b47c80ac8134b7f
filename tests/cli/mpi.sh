#!/bin/sh
# A fit that processes share: the numbers of one process, however many they are, and an end with a
# reason when one of them ends. Skipped where the build has no MPI or mpirun is absent.
. "${srcdir:-.}/tests/cli/lib.sh"
grep -q '^#define HAVE_MPI' "$builddir/config.h" || exit 77
command -v mpirun >/dev/null || exit 77
# Open MPI as root, more processes than cores, and no more than a thread for each.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMP_NUM_THREADS
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy
export OMPI_MCA_mpi_yield_when_idle

# near A B: the same trace to 1e-9 in loss, and no rise.
near()
{
	[ "$(wc -l <"$1")" = "$(wc -l <"$2")" ] || fail "$1 and $2 are not of one length"
	cut -f 3 "$1" >a
	cut -f 3 "$2" | paste a - | awk 'NR > 1 {
		d = $1 - $2
		if (d < 0) d = -d
		if (d > 1e-9 * $1) bad = 1
		if (NR > 2 && $2 > before * (1 + 1e-12)) bad = 1
		before = $2
	} END { exit bad }' || fail "the losses of $1 and $2 differ, or one rises"
}

# same_run PROCESSES NETWORK OPTION…: as the run in the directory alone.
same_run()
{
	processes=$1
	shift
	rm -rf shared
	code 0 mpirun -n "$processes" "$ODDONE" run "$@" --format json -o shared
	near alone/trace.tsv shared/trace.tsv
	cut -f 1-4 alone/scores.tsv >a
	cut -f 1-4 shared/scores.tsv >b
	same a b
	same alone/recall.tsv shared/recall.tsv
	equal "$(json alone.json outliers.0.id)" "$(json out outliers.0.id)" "the oddest node"
	equal "$(json alone.json dataset.edges)" "$(json out dataset.edges)" "links"
	equal "$(json alone.json options.dims)" "$(json out options.dims)" "K"
}

# alone NETWORK OPTION…: by one process.
alone()
{
	rm -rf alone
	code 0 "$ODDONE" run "$@" --format json -o alone
	mv out alone.json
}

code 0 "$ODDONE" plant town -o planted --seed 5
alone planted --score one
same_run 2 planted --score one
same_run 7 planted --score one
code 0 "$ODDONE" generate -o made --nodes 3000 --edges 9000 --seed 3
alone made --score one -k 12 -n 8
same_run 3 made --score one -k 12 -n 8
same_run 4 made --score one -k 12 -n 8
alone planted --preset paper --init random --seed 8 --score paper
same_run 3 planted --preset paper --init random --seed 8 --score paper
alone planted --directed --update block --mu 20 --score one
same_run 3 planted --directed --update block --mu 20 --score one

# A network in the order of communities, for as many processes, for fewer and for one; its state
# goes on elsewhere.
code 0 "$ODDONE" convert planted --parts 3 -o pieces
alone pieces --score one
same_run 3 pieces --score one
same_run 2 pieces --score one
code 2 "$ODDONE" convert six --parts 100 -o toomany
says 'more parts than nodes' err
code 0 mpirun -n 3 "$ODDONE" run pieces -n 2 --save-state state
alone pieces --score one --init state -n 3
same_run 3 pieces --score one --init state -n 3

# The oracle's three iterations from its own start.
for oracle in small weighted-directed; do
	start=$srcdir/tests/golden/oracle/$oracle
	[ $oracle = small ] && direction=--directed=no || direction=--directed
	code 0 "$ODDONE" convert "$start" $direction -o "$oracle"
	rm -rf state
	code 0 mpirun -n 3 "$ODDONE" run "$oracle" --preset paper --init "$start/init" -n 3 \
		--score paper --save-state state --format json $direction
	"$builddir/tests/cli/compare_oracle" "$start" state out 3 ||
		fail "$start: a shared run does not equal the oracle"
done

# ---- files and options that are wrong: once, with the exit code of one process ------------------

code 2 mpirun -n 2 "$ODDONE" info town
says 'only run shares its work' err
code 2 mpirun -n 2 "$ODDONE" run town --plant 5%
says 'not offered under mpirun: --plant (oddone plant' err
equal 1 "$(grep -c 'oddone: not offered' err)" "times that it is told"
for option in '--require auc>=.5' '--figures d' --text '--html x.html' --certainty=2 --force \
	'--format tsv' '--score evidence' '--without size' '--preset paper' '--multi sum'; do
	code 2 mpirun -n 2 "$ODDONE" run town $option
	says 'not offered under mpirun: ' err
done
code 3 mpirun -n 2 "$ODDONE" run nowhere
printf 'a\tx\tu v\nb\tx\tu=v\nc\tx\tv\n' >bad.nodes
printf 'a\tb\nb\tc\n' >bad.edges
code 3 mpirun -n 3 "$ODDONE" run bad.nodes -k 1
says 'bad.nodes:2:7' err
sed -i 's/u=v/v/' bad.nodes
printf 'a\tb\nb\tc\tx\n' >bad.edges
code 3 mpirun -n 3 "$ODDONE" run bad.nodes -k 1
says 'bad.edges:2:5' err
printf 'a\tx\tu v\nb\tx\tv\na\tx\tv\n' >bad.nodes
code 3 mpirun -n 3 "$ODDONE" run bad.nodes -k 1
says 'same id' err

# ---- one that ends, a disk that is full, a signal: all end, and nothing is half-written ----------

# start_long [OPTION…]: a job of three processes that never ends, up and running; its number is $job.
start_long()
{
	mpirun -n 3 "$ODDONE" run made -k 12 -n 1000000000 --score one -o never "$@" >out 2>err &
	job=$!
	tries=0
	until [ "$(ps -o pid= --ppid $job | wc -l)" -ge 3 ] || [ $tries -gt 100 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	sleep 1
}
start_long
kill -KILL "$(ps -o pid= --ppid $job | tail -n 1)"
wait $job
[ $? -ne 0 ] || fail "a job with a killed process ends well"
[ -e never ] && fail "files of a job that was killed"
# A state is saved every ten iterations: a job whose process is killed goes on from there.
start_long --save-state last
tries=0
until [ -f last/O3.npy ] || [ $tries -gt 100 ]; do
	sleep 0.1
	tries=$((tries + 1))
done
kill -KILL "$(ps -o pid= --ppid $job | tail -n 1)"
wait $job
code 0 mpirun -n 2 "$ODDONE" run made --init last -n 1 --score one
start_long
kill -TERM $job
wait $job
[ $? -ne 0 ] || fail "a job ends well after SIGTERM"
says 'interrupted, nothing was written' err
[ -e never ] && fail "files of an interrupted job"
# A limit for files of the processes alone; without shared memory, whose files are limited, too.
code 1 env OMPI_MCA_btl=tcp,self PMIX_MCA_gds=hash mpirun -n 2 \
	sh -c 'ulimit -f 100; exec "$@"' sh "$ODDONE" run made -k 12 -n 1 --score one -o full
says 'cannot write' err
[ -e full ] && fail "files on a disk that is full: $(ls -A full)"
finish
