/* test_session.c: the open document: going back is exact, whatever lies between. */
#include "config.h"

#include "session_helpers.h"
#include "session_setup.h"

/* One command of every kind that can be undone. */
static const char *const moves[] = {"iterate 2", "substep 3", "plant structural=1", "substep",
	"set without=size", "set score=one", "weights 1,0,0", "set k=5",
	"plant combined=1 attribute=1", "iterate", "back 2", "reset", "set mu=2", "iterate 2",
	"unplant", "until it=3", "back 1 iterations", "reset new", "set iterations=7",
	"plant 5% --cold", "substep 7", "set preset=paper", "reset", "iterate 2", "weights preset"};
#define MOVES (sizeof moves / sizeof *moves)

/* Undo all the way to the start, redo all the way to the end: every state bit by bit. */
static void walk(size_t budget, int rounds)
{
	struct session *s = open_session(dir);
	struct picture seen[MOVES + 1];
	s->budget = budget;
	seen[0] = picture_of(s);
	for (size_t i = 0; i < MOVES; i++) {
		run_ok(s, moves[i]);
		seen[i + 1] = picture_of(s);
	}
	assert_int_equal(s->undo.count, MOVES);
	for (int round = 0; round < rounds; round++) {
		for (size_t i = MOVES; i-- > 0;) {
			run_ok(s, "undo");
			assert_same(picture_of(s), seen[i]);
		}
		run_bad(s, "undo", "nothing to undo");
		for (size_t i = 0; i < MOVES; i++) {
			run_ok(s, "redo");
			assert_same(picture_of(s), seen[i + 1]);
		}
		run_bad(s, "redo", "nothing to redo");
	}
	session_free(s);
}

/* Run every command of a log, as oddone play does. */
static odd_status play_log(struct session *s, const char *path, const char *const *values,
	size_t value_count, const odd_job *job, odd_error *err)
{
	struct log_player *p;
	const char *line;
	odd_status status = log_player_open(&p, path, values, value_count, err);
	if (status != ODD_OK)
		return status;
	while (!s->quit && (status = log_player_next(p, &line, err)) == ODD_OK && line != NULL) {
		odd_error fault = {0};
		status = session_run(s, line, job, &fault);
		if (status != ODD_OK) {
			fault.code = status;
			status = log_player_fault(p, &fault, err);
		} else {
			status = log_player_check(p, session_checksum(s), err);
		}
		if (status != ODD_OK)
			break;
	}
	log_player_close(p);
	return status;
}

static void undo_and_redo_are_exact(void **state)
{
	(void)state;
	walk(SESSION_BUDGET, 2);
}

static void undo_is_exact_without_memory(void **state)
{
	(void)state;
	walk(0, 1);
	walk(300000, 1); /* some snapshots fit, and are thinned */
}

static void snapshots_keep_to_the_budget(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	s->budget = 300000;
	run_ok(s, "iterate 40");
	assert_true(s->now.epoch->kept_bytes <= s->budget);
	assert_true(s->now.epoch->kept_count > 1);
	struct picture end = picture_of(s);
	run_ok(s, "back 100");
	assert_int_equal(s->now.steps, 140);
	assert_other(picture_of(s), end);
	run_ok(s, "substep 100");
	assert_same(picture_of(s), end);
	session_free(s);
}

/* Every sub-step visited backwards is the one seen forwards. */
static void back_and_forth(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	struct picture seen[20];
	for (int i = 0; i < 20; i++) {
		seen[i] = picture_of(s);
		if (i < 19)
			run_ok(s, "substep");
	}
	for (int i = 19; i-- > 0;) {
		run_ok(s, "back");
		assert_same(picture_of(s), seen[i]);
	}
	run_bad(s, "back", "the start");
	run_ok(s, "iterate 3");
	assert_same(picture_of(s), seen[18]);
	run_ok(s, "back 1 iterations");
	assert_same(picture_of(s), seen[12]);
	run_ok(s, "substep 2");
	run_ok(s, "back 2 iterations"); /* the one begun counts */
	assert_same(picture_of(s), seen[6]);
	run_ok(s, "back 99");
	assert_same(picture_of(s), seen[0]);
	session_free(s);
}

static void reset_starts_again(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	struct picture start = picture_of(s);
	run_ok(s, "iterate 2");
	run_ok(s, "reset");
	assert_same(picture_of(s), start);
	run_ok(s, "reset new");
	assert_int_equal(s->now.epoch->options.seed, 43);
	run_ok(s, "reset seed=42");
	assert_same(picture_of(s), start);
	session_free(s);
}

/* Other weights for scores that are there leave out what carries nothing, as new scores do. */
static void weights_pass_over_rounding(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	odd_error err;
	run_ok(s, "set score=one");
	run_ok(s, "set alpha=0");
	run_ok(s, "reset");
	run_ok(s, "iterate 2");
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_true(session_scores(s)->idle[2]);
	run_ok(s, "weights 2,1,9");
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_true(session_scores(s)->weight[0] > 0.0);
	assert_true(session_scores(s)->weight[2] == 0.0);
	session_free(s);
}

static void options_wait_for_a_reset(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "set k=7"); /* nothing done yet: at once, and one undo takes it back */
	assert_int_equal(s->now.epoch->options.k, 7);
	assert_int_equal(s->undo.count, 1);
	run_ok(s, "iterate");
	run_ok(s, "set k=5");
	assert_non_null(strstr(s->status, "waits for a reset"));
	assert_true(session_waiting(s));
	assert_int_equal(s->now.epoch->options.k, 7);
	run_ok(s, "iterate"); /* goes on as it was */
	assert_int_equal(odd_one_look(s->now.epoch->run).k, 7);
	run_ok(s, "reset");
	assert_false(session_waiting(s));
	assert_int_equal(odd_one_look(s->now.epoch->run).k, 5);
	run_ok(s, "set k=auto");
	assert_int_equal(odd_one_look(s->now.epoch->run).k, 9); /* three classes */
	session_free(s);
}

static void planting_goes_on_warm(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "plant structural=1"); /* before the first sub-step: a fresh start */
	assert_null(s->now.epoch->parent);
	run_ok(s, "iterate 4");
	size_t points = odd_one_trace(s->now.epoch->run)->count;
	run_ok(s, "plant structural=1");
	assert_non_null(s->now.epoch->parent);
	assert_int_equal(session_network(s)->nodes, 122);
	assert_int_equal(s->now.epoch->plants->count, 2);
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	assert_int_equal(trace->count, points + 1);
	assert_true(trace->point[points].changed);
	/* The planting is one step back, whatever the unit; forwards again it is undone. */
	run_ok(s, "back");
	assert_int_equal(session_network(s)->nodes, 121);
	assert_int_equal(odd_one_trace(s->now.epoch->run)->count, points);
	run_ok(s, "undo");
	run_ok(s, "substep 3");
	run_ok(s, "back iterations");
	assert_int_equal(session_network(s)->nodes, 122);
	assert_int_equal(s->now.steps, 0);
	run_ok(s, "back iterations");
	assert_int_equal(session_network(s)->nodes, 121);
	assert_int_equal(odd_one_iteration(s->now.epoch->run), 3);
	run_ok(s, "undo");
	run_ok(s, "undo");
	run_ok(s, "back 5"); /* three, the planting, and one more */
	assert_int_equal(odd_one_trace(s->now.epoch->run)->count, points - 1);
	run_ok(s, "undo");
	run_ok(s, "undo");
	run_ok(s, "iterate 4");
	trace = odd_one_trace(s->now.epoch->run);
	for (size_t i = points + 1; i < trace->count; i++)
		assert_true(trace->point[i].loss <= trace->point[i - 1].loss * (1.0 + 1e-12));
	assert_int_equal(odd_one_iteration(s->now.epoch->run), 8);
	run_ok(s, "unplant"); /* warm as well */
	assert_int_equal(session_network(s)->nodes, 121);
	assert_int_equal(s->now.epoch->plants->count, 1);
	trace = odd_one_trace(s->now.epoch->run);
	assert_true(trace->point[trace->count - 1].changed);
	run_ok(s, "iterate 2");
	assert_int_equal(odd_one_iteration(s->now.epoch->run), 10);
	struct picture warm = picture_of(s);
	run_ok(s, "back 2 iterations");
	run_ok(s, "iterate 2");
	assert_same(picture_of(s), warm);
	run_ok(s, "unplant --cold");
	assert_int_equal(session_network(s)->nodes, 120);
	assert_int_equal(s->now.steps, 0);
	assert_null(s->now.epoch->parent);
	run_bad(s, "unplant", "nothing has been planted");
	session_free(s);
}

/* Who was planted is said and selected; several are counted. */
static void a_planted_node_is_announced(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 4");
	run_ok(s, "plant attribute=1");
	assert_int_equal(s->look->selected, 120);
	char expected[120];
	snprintf(expected, sizeof expected, "planted ■ %s, rank %u of 121; the run goes",
		odd_names_get(&session_network(s)->ids, 120), s->scored->scores.rank[120]);
	assert_non_null(strstr(s->status, expected));
	run_ok(s, "set iterations=4"); /* reached, but play goes on to show where they go */
	assert_int_equal(session_goal(s), 14);
	run_ok(s, "set iterations=20");
	assert_int_equal(session_goal(s), 20);
	run_ok(s, "plant attribute=1 combined=2");
	assert_non_null(strstr(s->status, "planted 3 (1 attribute, 2 combined)"));
	assert_int_equal(s->look->selected, 120);
	session_free(s);
}

/* Without labels the classes are communities: found once, of the network as it was opened, however
 * often something is planted, and the same after going back. What is planted is what the library
 * plants. */
static void communities_are_found_once(void **state)
{
	(void)state;
	odd_error err;
	char path[512], line[600];
	block_options shape = BLOCKS_INIT;
	shape.nodes = 120;
	odd_network *net = make_blocks(&shape), *expected, *again;
	for (size_t i = 0; i < net->nodes; i++)
		net->label[i] = ODD_NO_LABEL;
	snprintf(path, sizeof path, "%s/plain", dir);
	assert_ok(odd_network_save(net, path, NULL, &err), err);
	struct session *s = session_create();
	snprintf(line, sizeof line, "open '%s'", path);
	run_ok(s, line);
	const int32_t *classes = s->doc->groups.of;
	assert_non_null(classes); /* K needed them */
	odd_communities groups;
	assert_ok(odd_communities_find(&groups, net, 42, NULL, &err), err);
	assert_true(groups.found);
	run_ok(s, "iterate 2");
	run_ok(s, "plant structural=1 --seed 5");
	run_ok(s, "plant attribute=1 --seed 6");
	assert_ptr_equal(s->doc->groups.of, classes);
	odd_plant_options first = ODD_PLANT_OPTIONS_INIT, second = ODD_PLANT_OPTIONS_INIT;
	first.structural = 1;
	first.seed = 5;
	second.attribute = 1;
	second.seed = 6;
	assert_ok(odd_plant(&expected, NULL, net, &groups, &first, NULL, &err), err);
	groups.of = realloc(groups.of, (net->nodes + 1) * sizeof *groups.of);
	groups.of[net->nodes] = ODD_NO_LABEL;
	assert_ok(odd_plant(&again, NULL, expected, &groups, &second, NULL, &err), err);
	assert_true(odd_network_checksum(again) == odd_network_checksum(session_network(s)));
	run_ok(s, "unplant");
	run_ok(s, "plant attribute=1 --seed 6");
	assert_ptr_equal(s->doc->groups.of, classes);
	assert_true(odd_network_checksum(again) == odd_network_checksum(session_network(s)));
	run_ok(s, "plant structural=2 --cold");
	assert_ptr_equal(s->doc->groups.of, classes);
	session_free(s);
	odd_communities_clear(&groups);
	odd_network_free(net);
	odd_network_free(expected);
	odd_network_free(again);
}

/* Nodes that were there, made odd: the run goes on with them, and all ways back lead to the very
 * network and state there were. */
static void changed_nodes_go_back(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 4");
	const uint64_t plain = odd_network_checksum(session_network(s));
	const struct picture before = picture_of(s);
	size_t points = odd_one_trace(s->now.epoch->run)->count;
	run_ok(s, "plant swap=4,rewire=3 clique=1x5 --placebo 5% --seed 9");
	assert_string_equal(s->status,
		"planted 12 (4 swap, 3 rewire, 5 clique) and 6 placebos; the run goes on");
	assert_int_equal(session_network(s)->nodes, 126);
	const uint64_t changed = odd_network_checksum(session_network(s));
	run_ok(s, "iterate 5");
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	assert_true(trace->point[points].changed);
	for (size_t i = points + 1; i < trace->count; i++)
		assert_true(trace->point[i].loss <= trace->point[i - 1].loss * (1.0 + 1e-12));
	const struct picture after = picture_of(s);
	run_ok(s, "undo");
	run_ok(s, "undo");
	assert_true(odd_network_checksum(session_network(s)) == plain);
	assert_same(picture_of(s), before);
	run_ok(s, "redo");
	run_ok(s, "redo");
	assert_true(odd_network_checksum(session_network(s)) == changed);
	assert_same(picture_of(s), after);
	/* Another on top of it: no node is changed twice, and each comes out in its turn. */
	run_ok(s, "plant contextual=6");
	const odd_plant_before *first = s->now.epoch->plants->record[0].before,
			       *second = s->now.epoch->plants->record[1].before;
	assert_int_equal(second->count, 6);
	for (size_t i = 0; i < second->count; i++)
		assert_true(odd_plant_row_before(
				    &s->now.epoch->plants->record[0], second->node[i]) == SIZE_MAX);
	assert_int_equal(first->count, 12);
	run_ok(s, "unplant");
	assert_string_equal(
		s->status, "planted nodes taken out: 0; nodes as before: 6; the run goes on");
	assert_true(odd_network_checksum(session_network(s)) == changed);
	run_ok(s, "unplant --cold");
	assert_string_equal(
		s->status, "planted nodes taken out: 6; nodes as before: 12; the run starts anew");
	assert_true(odd_network_checksum(session_network(s)) == plain);
	/* Nothing of it is left: the run is as if nothing had ever been planted. */
	run_ok(s, "iterate 4");
	assert_same(picture_of(s), before);
	session_free(s);
}

/* A swapped node ranks higher than it did: the run that goes on sees the change. */
static void a_changed_node_is_announced(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	odd_error err;
	run_ok(s, "iterate 20");
	assert_ok(session_refresh(s, &alone, &err), err);
	uint32_t *rank = malloc(120 * sizeof *rank);
	memcpy(rank, s->scored->scores.rank, 120 * sizeof *rank);
	run_ok(s, "plant swap=1 --seed 5");
	const odd_plant_record *record = &s->now.epoch->plants->record[0];
	size_t node = odd_plant_single(record);
	assert_int_equal(s->look->selected, node);
	assert_int_equal(session_network(s)->nodes, 120);
	assert_int_equal(session_network(s)->truth[node], ODD_SWAP);
	char expected[120];
	snprintf(expected, sizeof expected, "planted □ %s, rank ",
		odd_names_get(&session_network(s)->ids, node));
	assert_non_null(strstr(s->status, expected));
	run_ok(s, "iterate 20");
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_true(s->scored->scores.rank[node] < rank[node]);
	assert_true(s->scored->scores.rank[node] <= 12);
	/* What it was is told with why it ranks where it does. */
	run_ok(s, "explain");
	assert_non_null(strstr(s->answer, "Before, it had"));
	assert_non_null(strstr(
		s->answer, odd_names_get(&session_network(s)->ids, record->before->donor[0])));
	free(rank);
	session_free(s);
}

/* A start from the factors of another run, wanted and used, and the log that goes with it. */
static void a_start_from_a_directory(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	char factors[512], line[600];
	snprintf(factors, sizeof factors, "%s/factors", dir);
	run_ok(s, "iterate 3");
	assert_ok(odd_one_save(s->now.epoch->run, factors, &err), err);
	double error = odd_one_trace(s->now.epoch->run)->point[18].term[0];
	snprintf(line, sizeof line, "set init=%s", factors);
	run_ok(s, line);
	assert_true(session_waiting(s));
	run_ok(s, "reset");
	assert_false(session_waiting(s));
	const odd_trace *trace = odd_one_trace(s->now.epoch->run);
	assert_int_equal(trace->count, 1);
	/* The same factors and O, so the same structure error; α and β are derived anew. */
	assert_close(trace->point[0].term[0], error, 1e-9);
	run_ok(s, "set init=svd");
	run_ok(s, "undo");
	assert_string_equal(s->now.wanted.start_dir, factors);
	run_bad(s, "set init=/nowhere", "nor a directory");
	session_free(s);
}

static void count_one(void *payload)
{
	struct session *s = payload;
	assert_int_equal(s->now.steps, epoch_steps(s->now.epoch));
	s->look->mark_count++; /* anything that counts */
}

/* Whoever looks on is told on the way, with the session at its place. */
static void long_commands_can_be_watched(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	s->each = count_one;
	s->payload = s;
	run_ok(s, "iterate 2");
	assert_int_equal(s->look->mark_count, 12);
	run_ok(s, "until it=7");
	assert_true(s->look->mark_count >= 12 + 5);
	s->look->mark_count = 0;
	session_free(s);
}

static void until_stops_by_itself(void **state)
{
	(void)state;
	odd_error err;
	odd_one *run;
	struct session *s = open_session(dir);
	run_ok(s, "substep 2");
	run_ok(s, "until it=4");
	assert_ok(session_live(&run, s, NULL, &err), err);
	assert_int_equal(odd_one_iteration(run), 4);
	assert_int_equal(odd_one_next(run), ODD_STEP_W);
	run_bad(s, "until it=4", "already done");
	run_ok(s, "until delta<1e-3");
	assert_true(odd_one_iteration(run) > 4);
	run_ok(s, "until it=10");
	assert_int_equal(odd_one_iteration(run), 10);
	run_ok(s, "undo"); /* the whole of it */
	run_ok(s, "undo");
	assert_int_equal(odd_one_iteration(run), 4);
	session_free(s);
}

/* ---- the log -------------------------------------------------------------------------------- */

/* Ranges stand beside the ranks they hold, and go with them. */
static void ranges_last_until_the_run_moves(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir);
	run_ok(s, "iterate 2");
	run_bad(s, "certainty 0", "0 is below 1");
	run_ok(s, "certainty 2");
	assert_ok(session_refresh(s, NULL, &err), err); /* changes nothing: all is fresh */
	const odd_scores *x = session_scores(s);
	assert_int_equal(x->runs, 2);
	for (size_t i = 0; i < x->n; i++)
		assert_true(x->low[i] <= x->rank[i] && x->high[i] >= x->rank[i]);
	run_ok(s, "iterate");
	assert_ok(session_refresh(s, NULL, &err), err);
	assert_null(session_scores(s)->low);
	run_ok(s, "certainty");
	assert_int_equal(session_scores(s)->runs, 4);
	session_free(s);
}

static void kept_runs_are_dropped(void **state)
{
	(void)state;
	struct session *s = open_session(dir);
	run_bad(s, "drop", "no run has been kept");
	run_ok(s, "keep one");
	run_ok(s, "iterate 2");
	run_ok(s, "plant structural=1");
	run_ok(s, "keep two");
	run_ok(s, "keep");
	assert_int_equal(s->doc->kept[0]->network->net->nodes, 120); /* names for its ranking */
	assert_int_equal(s->doc->kept[1]->n, 121);
	run_bad(s, "drop three", "no run was kept");
	run_ok(s, "drop one");
	run_ok(s, "drop");
	assert_int_equal(s->doc->kept_count, 1);
	assert_string_equal(s->doc->kept[0]->name, "two");
	session_free(s);
}

static void replay_gives_the_same(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_session(dir), *again = session_create();
	char path[512], line[600];
	for (size_t i = 0; i < MOVES; i++)
		run_ok(s, moves[i]);
	run_ok(s, "undo");
	run_ok(s, "undo");
	run_ok(s, "redo");
	run_ok(s, "select #3");
	run_ok(s, "mark");
	run_ok(s, "keep 'a {name} with braces'");
	run_ok(s, "iterate");
	snprintf(path, sizeof path, "%s/session.oddlog", dir);
	snprintf(line, sizeof line, "log save '%s'", path);
	run_ok(s, line);
	assert_ok(play_log(again, path, NULL, 0, &alone, &err), err);
	assert_same(picture_of(again), picture_of(s));
	assert_int_equal(again->undo.count, s->undo.count);
	assert_int_equal(again->look->mark_count, 1);
	assert_int_equal(again->look->mark[0], s->look->mark[0]);
	assert_int_equal(again->doc->kept_count, 1);
	assert_string_equal(again->doc->kept[0]->name, "a {name} with braces");
	assert_int_equal(again->log.count, s->log.count);
	for (size_t i = 1; i < s->log.count; i++)
		assert_string_equal(again->log.line[i], s->log.line[i]);
	session_free(again);
	session_free(s);
}

static odd_status play(const char *text, const char *value, odd_error *err)
{
	struct session *s = session_create();
	char path[512];
	write_text(dir, "t.oddlog", text);
	snprintf(path, sizeof path, "%s/t.oddlog", dir);
	odd_status status = play_log(s, path, &value, value != NULL, &alone, err);
	session_free(s);
	return status;
}

static void logs_have_parameters_and_lines(void **state)
{
	(void)state;
	odd_error err;
	char data[512], text[900];
	snprintf(data, sizeof data, "data=%s/net", dir);
	assert_ok(play("# a comment\n\nopen {data}\r\niterate\n", data, &err), err);
	assert_int_equal(play("open {data}\n", NULL, &err), ODD_EINPUT);
	assert_int_equal(err.line, 1);
	assert_non_null(strstr(err.message, "{data} has no value"));
	assert_int_equal(play("open {data}\n\niterat\n", data, &err), ODD_EINPUT);
	assert_int_equal(err.line, 3);
	assert_non_null(strstr(err.message, "did you mean iterate"));
	assert_non_null(strstr(err.file, "t.oddlog"));
	assert_int_equal(play("open {data\n", data, &err), ODD_EINPUT);
	assert_int_equal(play("open 'x\n", data, &err), ODD_EINPUT);
	/* Other data than the log was made of is an error only when nobody asked for it. */
	snprintf(text, sizeof text, "# data 00000000deadbeef '%s/net'\nopen {data}\n", dir);
	assert_int_equal(play(text, NULL, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "checksum"));
	assert_ok(play(text, data, &err), err);
}

/* ---- stopping ------------------------------------------------------------------------------- */

struct stopper {
	atomic_bool cancel;
	int left;
};

static void stop_later(void *payload, const char *what, double done, double total)
{
	struct stopper *stop = payload;
	(void)what;
	(void)done;
	(void)total;
	if (stop->left-- == 0)
		atomic_store(&stop->cancel, true);
}

/* Whatever is stopped, and wherever: the session is at a whole sub-step, and its log replays to
 * just that state. */
static void stopped_anywhere(void **state)
{
	(void)state;
	odd_error err;
	char opening[600], exporting[600];
	snprintf(opening, sizeof opening, "open '%s/net'", dir);
	snprintf(exporting, sizeof exporting, "export scores '%s/scores.tsv'", dir);
	const char *const lines[] = {opening, exporting, "iterate 3", "until delta<1e-2",
		"plant structural=1", "plant 5% --cold", "back 2", "reset new", "undo", "keep",
		"unplant"};
	int stopped = 0;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		for (int after = 0; after < 6; after += after + 1) {
			struct stopper stop = {.left = after};
			atomic_init(&stop.cancel, after == 0);
			const odd_job job = {.threads = 1,
				.cancel = &stop.cancel,
				.report = stop_later,
				.payload = &stop};
			struct session *s = open_session(dir), *again = session_create();
			char path[512];
			run_ok(s, "plant attribute=1");
			run_ok(s, "iterate 2");
			s->budget = 1; /* undo and back have work to do */
			odd_status status = session_run(s, lines[i], &job, &err);
			if (status != ODD_OK && status != ODD_ECANCELLED)
				fail_msg("%s, stopped after %d: %s", lines[i], after, err.message);
			stopped += status == ODD_ECANCELLED;
			snprintf(path, sizeof path, "%s/stop.oddlog", dir);
			struct command_list all;
			session_log_lines(&all, s, true);
			assert_ok(session_log_save(s, &all, path, &err), err);
			command_list_clear(&all);
			assert_ok(play_log(again, path, NULL, 0, &alone, &err), err);
			assert_same(picture_of(s), picture_of(again));
			run_ok(s, "substep 2"); /* and it goes on */
			run_ok(again, "substep 2");
			assert_same(picture_of(s), picture_of(again));
			session_free(s);
			session_free(again);
		}
	}
	assert_true(stopped > 12); /* the test does what it says */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(undo_and_redo_are_exact),
		cmocka_unit_test(undo_is_exact_without_memory),
		cmocka_unit_test(snapshots_keep_to_the_budget),
		cmocka_unit_test(back_and_forth),
		cmocka_unit_test(reset_starts_again),
		cmocka_unit_test(weights_pass_over_rounding),
		cmocka_unit_test(options_wait_for_a_reset),
		cmocka_unit_test(planting_goes_on_warm),
		cmocka_unit_test(a_planted_node_is_announced),
		cmocka_unit_test(communities_are_found_once),
		cmocka_unit_test(changed_nodes_go_back),
		cmocka_unit_test(a_changed_node_is_announced),
		cmocka_unit_test(a_start_from_a_directory),
		cmocka_unit_test(long_commands_can_be_watched),
		cmocka_unit_test(until_stops_by_itself),
		cmocka_unit_test(ranges_last_until_the_run_moves),
		cmocka_unit_test(kept_runs_are_dropped),
		cmocka_unit_test(replay_gives_the_same),
		cmocka_unit_test(logs_have_parameters_and_lines),
		cmocka_unit_test(stopped_anywhere),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
