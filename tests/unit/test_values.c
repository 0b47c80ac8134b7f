/* test_values.c: values of the data by name: filters, sorting, search, display names, and what the
 * columns say of a node beside its neighbours. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "session_helpers.h"
#include "session/why.h"
#include "study/judgments.h"
#include "study/values.h"

static char dir[64];

enum { AIRPORTS = 40 };

/* Airports of two countries, half of them each, linked within their country; "Gale 7" is the one in
 * Korea whose neighbours are all in Japan. codes: a column in which every node has its own. */
static int write_airports(void **state)
{
	(void)state;
	char path[128];
	strcpy(dir, "/tmp/oddone-values-XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/nodes.csv", dir);
	FILE *out = fopen(path, "w");
	assert_non_null(out);
	fputs("Id,name,code,country,altitude,state,hub\n", out);
	for (int i = 0; i < AIRPORTS; i++)
		fprintf(out, "a%d,%s %d Intl,X-%d,%s,%d,%s,%s\n", i, i == 7 ? "Gale" : "Bend", i,
			1000 + i, i == 7 || i % 2 == 1 ? "Korea" : "Japan",
			i == 7 ? 3000 : 100 + 10 * i + i * i % 7, i % 5 == 0 ? "" : "CO",
			i % 9 == 0   ? ""
			: i % 4 != 0 ? "yes"
				     : "no");
	assert_int_equal(fclose(out), 0);
	snprintf(path, sizeof path, "%s/edges.csv", dir);
	out = fopen(path, "w");
	fputs("Source,Target\n", out);
	for (int i = 0; i < AIRPORTS; i++) {
		fprintf(out, "a%d,a%d\n", i == 7 ? 8 : i,
			(i + 2) % AIRPORTS == 7 ? (i + 4) % AIRPORTS : (i + 2) % AIRPORTS);
		if (i != 7)
			fprintf(out, "a%d,a%d\n", i,
				(i + 6) % AIRPORTS == 7 ? (i + 8) % AIRPORTS : (i + 6) % AIRPORTS);
	}
	fputs("a7,a2\na7,a4\na7,a6\na7,a8\n", out);
	assert_int_equal(fclose(out), 0);
	return 0;
}

static struct session *open_airports(const char *options)
{
	struct session *s = session_create();
	char line[200];
	snprintf(line, sizeof line, "open %s %s", options, dir);
	run_ok(s, line);
	return s;
}

static void expect_listed(struct session *s, const char *filter, size_t count)
{
	char line[200], says[40];
	snprintf(line, sizeof line, "filter %s", filter);
	run_ok(s, line);
	snprintf(says, sizeof says, "%zu of 40 nodes", count);
	if (strncmp(s->status, says, strlen(says)) != 0)
		fail_msg("%s: %s, not %zu", filter, s->status, count);
}

static void nodes_are_filtered_by_raw_values(void **state)
{
	(void)state;
	struct session *s = open_airports("");
	expect_listed(s, "country=Korea", 20);
	expect_listed(s, "country!=Korea", 20);
	expect_listed(s, "altitude>1000", 1);
	expect_listed(s, "country=Korea altitude<1000", 19);
	expect_listed(s, "name~gale", 1);
	expect_listed(s, "code=X-1003", 1); /* left out of the fit */
	expect_listed(s, "code~X-101", 10);
	expect_listed(s, "country=Korea,Japan", 40);
	expect_listed(s, "id=a7", 1);
	run_bad(s, "filter country=Kora", "other values: Japan, Korea");
	run_bad(s, "filter contry=Korea", "did you mean country");
	run_bad(s, "filter wingspan>3", "the data has");
	run_bad(s, "filter country<3", "goes with");
	run_bad(s, "filter altitude>high", "is a number");
	session_free(s);
}

static void nodes_are_sorted_by_raw_values(void **state)
{
	(void)state;
	odd_error err;
	uint32_t rows[AIRPORTS];
	size_t count;
	int32_t *kept;
	struct node_values values;
	struct session *s = open_airports("");
	run_ok(s, "sort altitude");
	assert_ok(session_node_values(&values, &kept, s, &err), err);
	assert_ok(look_list(rows, &count, s->look, &values, &err), err);
	assert_int_equal(count, AIRPORTS);
	assert_int_equal(rows[0], 7);
	for (size_t i = 1; i < count; i++)
		assert_true(node_column_number(s->look->sort, &values, rows[i - 1]) >=
			    node_column_number(s->look->sort, &values, rows[i]));
	run_bad(s, "sort wingspan", "the data has");
	assert_string_equal(s->look->sort->name, "altitude");
	session_free(s);
}

static void names_for_people_are_guessed_and_found(void **state)
{
	(void)state;
	struct session *s = open_airports("");
	const odd_network *net = session_network(s);
	assert_string_equal(odd_network_title(net, 7), "Gale 7 Intl");
	assert_string_equal(odd_names_get(&net->ids, 7), "a7");
	run_ok(s, "find GALE");
	assert_int_equal(s->look->selected, 7);
	assert_non_null(strstr(s->status, "Gale 7 Intl"));
	run_ok(s, "select 'Bend 3 Intl'");
	assert_int_equal(s->look->selected, 3);
	run_ok(s, "find X-1012"); /* text that was left out */
	assert_int_equal(s->look->selected, 12);
	session_free(s);
	s = open_airports("--name code");
	assert_string_equal(odd_network_title(session_network(s), 7), "X-1007");
	session_free(s);
	s = session_create();
	char line[200];
	snprintf(line, sizeof line, "open --name wings %s", dir);
	odd_error err = {0};
	assert_int_not_equal(session_run(s, line, &alone, &err), ODD_OK);
	assert_non_null(strstr(err.message, "wings"));
	session_free(s);
}

/* A planted network and one without some nodes keep the cells of the nodes that stay. */
static void cells_follow_their_nodes(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_airports("");
	const odd_network *net = session_network(s);
	uint8_t drop[AIRPORTS] = {[0] = 1, [6] = 1};
	odd_network *less;
	assert_ok(odd_network_remove(&less, net, drop, &err), err);
	const size_t code = odd_columns_find(&net->columns, "code");
	assert_string_equal(odd_columns_cell(&less->columns, 5, code), "X-1007");
	assert_string_equal(odd_network_title(less, 5), "Gale 7 Intl");
	odd_network_free(less);
	run_ok(s, "plant structural=1");
	net = session_network(s);
	assert_string_equal(odd_network_title(net, 7), "Gale 7 Intl");
	assert_null(odd_columns_cell(&net->columns, AIRPORTS, code));
	assert_string_equal(odd_network_title(net, AIRPORTS), odd_names_get(&net->ids, AIRPORTS));
	session_free(s);
}

static const struct column_summary *summary_of(
	const struct column_summary *all, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(all[i].name, name) == 0)
			return &all[i];
	fail_msg("there is no column %s", name);
	return NULL;
}

static void columns_are_summarised(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_airports("");
	const odd_network *net = session_network(s);
	struct column_summary *all;
	assert_ok(session_refresh(s, &alone, &err), err);
	assert_ok(summarise_columns(&all, net, session_scores(s), &alone, &err), err);
	const struct column_summary *c = summary_of(all, net->columns.count, "country");
	assert_int_equal(c->distinct, 2);
	assert_int_equal(c->missing, 0);
	assert_int_equal(c->top_count[0], 20);
	assert_true(c->used && c->alike > 0.8 && c->alike < 1.0);
	c = summary_of(all, net->columns.count, "altitude");
	assert_true(c->numbers && c->most == 3000.0);
	size_t nodes = 0;
	for (size_t b = 0; b < COLUMN_BARS; b++)
		nodes += c->bar[b];
	assert_int_equal(nodes, AIRPORTS);
	c = summary_of(all, net->columns.count, "code");
	assert_true(!c->used && isnan(c->alike) && isnan(c->with_rank));
	c = summary_of(all, net->columns.count, "hub"); /* yes or no, some missing */
	assert_int_equal(c->missing, 5);
	assert_int_equal(c->distinct, 2);
	c = summary_of(all, net->columns.count, "state");
	assert_int_equal(c->missing, 8);
	free(all);
	session_free(s);
}

static void a_node_is_told_beside_its_neighbours(void **state)
{
	(void)state;
	odd_error err;
	struct session *s = open_airports("");
	run_ok(s, "explain 'Gale 7 Intl'");
	assert_int_equal(s->why->values, session_network(s)->columns.count);
	const struct node_value_row *first = &s->why->value[0];
	assert_string_equal(first->column->name, "country");
	assert_string_equal(first->own, "Korea");
	assert_non_null(strstr(first->neighbours, "Japan 4"));
	assert_non_null(strstr(first->neighbours, "Korea 0"));
	assert_non_null(strstr(s->answer, "country: Korea; its 4 neighbours: Japan 4, Korea 0."));
	/* Missing values come last; what the fit has not seen is told. */
	run_ok(s, "explain a0");
	const struct node_value_row *last = &s->why->value[s->why->values - 1];
	assert_true(
		strcmp(last->column->name, "state") == 0 || strcmp(last->column->name, "hub") == 0);
	assert_string_equal(last->own, "");
	bool code = false;
	for (size_t i = 0; i < s->why->values; i++)
		code = code || (strcmp(s->why->value[i].own, "X-1000") == 0 &&
				       !s->why->value[i].column->used);
	assert_true(code);
	(void)err;
	session_free(s);
}

static void communities_are_a_column(void **state)
{
	(void)state;
	struct session *s = open_airports("");
	run_bad(s, "filter community=1", "say: communities");
	run_ok(s, "communities");
	assert_non_null(strstr(s->status, "filter community=1"));
	run_ok(s, "filter community=1");
	assert_true(strstr(s->status, " of 40 nodes") != NULL);
	run_ok(s, "sort community");
	run_ok(s, "plant structural=1"); /* they follow the network */
	run_ok(s, "filter community=1");
	session_free(s);
}

static void columns_and_values_complete(void **state)
{
	(void)state;
	struct session *s = open_airports("");
	static const struct {
		const char *line, *offers;
	} row[] = {{"filter cou", "country="}, {"filter alt", "altitude>"},
		{"filter country=K", "country=Korea"}, {"filter code=X-1003", "code=X-1003"},
		{"sort alti", "altitude"}};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct completion c;
		bool found = false;
		command_complete(&c, &session_commands, session_network(s), row[i].line);
		for (size_t j = 0; j < c.count; j++)
			found = found || strcmp(c.candidate[j], row[i].offers) == 0;
		if (!found)
			fail_msg("%s does not offer %s", row[i].line, row[i].offers);
		completion_clear(&c);
	}
	session_free(s);
}

/* Judgments are undone as any change, stay with the network, and come back with its log. */
static void judgments_are_kept_and_undone(void **state)
{
	(void)state;
	odd_error err = {0};
	char path[128];
	struct session *s = open_airports("");
	run_bad(s, "judge odd", "name a node");
	run_ok(s, "judge odd 'Gale 7 Intl'");
	run_ok(s, "select a3");
	run_ok(s, "judge not-odd");
	assert_string_equal(s->log.line[s->log.count - 1], "judge not-odd a3");
	expect_listed(s, "judged=odd", 1);
	run_ok(s, "iterate 1");
	run_ok(s, "judge odd a3");
	expect_listed(s, "judged=odd", 2);
	run_ok(s, "undo");
	assert_int_equal(judgment_of(s->now.judged, 3), JUDGED_NOT_ODD);
	run_ok(s, "undo"); /* the iteration */
	run_ok(s, "undo");
	assert_int_equal(judgment_of(s->now.judged, 3), JUDGED_NOT);
	run_ok(s, "redo");
	assert_int_equal(judgment_of(s->now.judged, 3), JUDGED_NOT_ODD);
	run_ok(s, "plant structural=1");
	assert_int_equal(judgment_of(s->now.judged, 7), JUDGED_ODD);
	struct command_list way;
	session_log_lines(&way, s, false);
	bool told = false;
	for (size_t i = 0; i < way.count; i++)
		told = told || strcmp(way.line[i], "judge not-odd a3") == 0;
	assert_true(told);
	command_list_clear(&way);
	run_ok(s, "judge none a7");
	assert_int_equal(judgment_of(s->now.judged, 7), JUDGED_NOT);
	snprintf(path, sizeof path, "%s/judged.tsv", dir);
	FILE *out = fopen(path, "w");
	fputs("# mine\na1\todd\na2\tnot odd\na1\tnot odd\n", out);
	assert_int_equal(fclose(out), 0);
	struct judgments *read;
	assert_ok(judgments_load(&read, session_network(s), path, &err), err);
	assert_int_equal(read->count, 2);
	assert_int_equal(judgment_of(read, 1), JUDGED_NOT_ODD);
	shared_release(read);
	out = fopen(path, "a");
	fputs("a4\tperhaps\n", out);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(judgments_load(&read, session_network(s), path, &err), ODD_EINPUT);
	assert_int_equal(err.line, 5);
	assert_null(read);
	session_free(s);
}

/* What sets a group apart: the country of its airports, then their altitude. */
static void groups_have_typical_values(void **state)
{
	(void)state;
	struct session *s = open_airports("");
	const odd_network *net = session_network(s);
	int32_t of[AIRPORTS];
	uint32_t order[AIRPORTS];
	for (size_t i = 0; i < AIRPORTS; i++) {
		of[i] = i == 7 || i > 37 ? 2 : i % 2 == 1;
		order[i] = (uint32_t)i;
	}
	const odd_communities groups = {.of = of, .count = 3};
	struct group_row *row = group_rows(&groups, net, order);
	assert_non_null(row);
	assert_int_equal(strncmp(row[1].typical, "country=Korea 100 %", 19), 0);
	assert_int_equal(strncmp(row[0].typical, "country=Japan 100 %", 19), 0);
	/* The highest; countries are mixed there. */
	assert_int_equal(strncmp(row[2].typical, "altitude 1", 10), 0);
	assert_int_equal(row[2].nodes, 3);
	assert_int_equal(row[2].oddest, 7);
	free(row);
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_have_typical_values),
		cmocka_unit_test(nodes_are_filtered_by_raw_values),
		cmocka_unit_test(nodes_are_sorted_by_raw_values),
		cmocka_unit_test(names_for_people_are_guessed_and_found),
		cmocka_unit_test(cells_follow_their_nodes),
		cmocka_unit_test(columns_are_summarised),
		cmocka_unit_test(a_node_is_told_beside_its_neighbours),
		cmocka_unit_test(communities_are_a_column),
		cmocka_unit_test(columns_and_values_complete),
		cmocka_unit_test(judgments_are_kept_and_undone),
	};
	return cmocka_run_group_tests(tests, write_airports, NULL);
}
