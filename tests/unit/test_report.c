/* Outcomes: names in tables that read back, claims in both spellings, what a picture tells. */
#include "config.h"

#include "session_helpers.h"

#include <math.h>

#include "report/claim.h"
#include "report/json.h"
#include "report/tables.h"
#include "session/view.h"

static const char *const names[] = {"plain", "a\\b", "a\\tb", "tab\tin", "line\nend", "cr\rin",
	"quo\"te", "com,ma", "\"whole\"", "50%", "%41", "-", "--", "#first", "with blank", "käse",
	"", "\x7f", ",", "=1+1", "+1", "-1", "@x", "a=b", "\x1b[2J", "c1 \xc2\x9b", "\xe2\x80\xae",
	"\xff\xfe", "e\xcc\x81"};
enum { NAMES = sizeof names / sizeof *names };

/* ---- names ---------------------------------------------------------------------------------- */

/* Every name as the first and as another field of a line. */
static char *written(enum sheet_dialect dialect)
{
	char *text = NULL;
	size_t size;
	struct sheet s = {open_memstream(&text, &size), dialect, false};
	for (size_t i = 0; i < NAMES; i++) {
		sheet_name(&s, names[i]);
		sheet_count(&s, i);
		sheet_name(&s, names[i]);
		sheet_end(&s);
	}
	fclose(s.out);
	return text;
}

/* The next field of a .tsv as oddone text is read: % and two digits are a byte. */
static const char *tsv_field(char *out, const char *p)
{
	for (; *p != '\t' && *p != '\n' && *p != '\0'; p++) {
		if (*p == '%') {
			const char digits[3] = {p[1], p[2], '\0'};
			*out++ = (char)strtol(digits, NULL, 16);
			p += 2;
		} else {
			*out++ = *p;
		}
	}
	*out = '\0';
	return p + 1;
}

/* The next field by RFC 4180, and the same escapes. */
static const char *csv_field(char *out, const char *p)
{
	bool quoted = *p == '"';
	char raw[200], *to = raw, *name = out;
	out = to;
	for (p += quoted; quoted ? p[0] != '"' || p[1] == '"' : strchr(",\n", *p) == NULL; p++) {
		p += quoted && *p == '"';
		*out++ = *p;
	}
	strcpy(out, "\t");
	tsv_field(name, raw);
	return p + quoted + 1;
}

static void read_back(enum sheet_dialect dialect)
{
	char *text = written(dialect), field[100], number[20];
	const char *p = text;
	const char *(*next)(char *, const char *) = dialect == SHEET_CSV ? csv_field : tsv_field;
	for (size_t i = 0; i < NAMES; i++) {
		if (dialect == SHEET_TSV)
			assert_true(*p != '#'); /* or the line would be a comment */
		p = next(field, p);
		assert_string_equal(field, names[i]);
		p = next(number, p);
		assert_int_equal(atoi(number), i);
		p = next(field, p);
		assert_string_equal(field, names[i]);
	}
	assert_int_equal(*p, '\0');
	free(text);
}

static void names_read_back(void **state)
{
	(void)state;
	read_back(SHEET_TSV);
	read_back(SHEET_CSV);
}

static void a_name_is_escaped_once(void **state)
{
	(void)state;
	char *tsv = written(SHEET_TSV), *csv = written(SHEET_CSV);
	assert_non_null(strstr(tsv, "\na\\b\t1\ta\\b\n"));
	assert_non_null(strstr(tsv, "\ntab%09in\t3\ttab%09in\n"));
	assert_non_null(strstr(tsv, "\n50%25\t9\t50%25\n"));
	assert_non_null(strstr(tsv, "\n%2D\t11\t%2D\n"));
	assert_non_null(strstr(tsv, "\n%23first\t13\t#first\n"));
	assert_non_null(strstr(tsv, "\nwith blank\t"));
	assert_non_null(strstr(tsv, "\n%3D1+1\t"));
	assert_non_null(strstr(csv, "\n%2D1,"));
	assert_non_null(strstr(csv, "\n%E2%80%AE,"));
	assert_non_null(strstr(csv, "\n%FF%FE,"));
	assert_non_null(strstr(csv, "\na\\b,1,a\\b\n"));
	assert_non_null(strstr(csv, "\n\"quo\"\"te\",6,\"quo\"\"te\"\n"));
	assert_non_null(strstr(csv, "\n50%25,9,50%25\n"));
	free(tsv);
	free(csv);
	assert_int_equal(sheet_dialect_of("a.csv"), SHEET_CSV);
	assert_int_equal(sheet_dialect_of("csv"), SHEET_TSV);
	assert_int_equal(sheet_dialect_of("a.csv.tsv"), SHEET_TSV);
}

/* ---- a session ------------------------------------------------------------------------------ */

struct fixture {
	char dir[256];
	struct session *s;
	struct session_outcome now;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);
	odd_error err;
	make_temporary_dir(f->dir, sizeof f->dir);
	write_network(f->dir);
	f->s = open_session(f->dir);
	run_ok(f->s, "plant structural=3 attribute=3 combined=3");
	run_ok(f->s, "iterate 1");
	run_ok(f->s, "keep early");
	run_ok(f->s, "iterate 4");
	assert_ok(session_refresh(f->s, &alone, &err), err);
	struct command_list recipe;
	session_log_lines(&recipe, f->s, false);
	command_list_add(&recipe, "now");
	assert_ok(session_outcome_begin(&f->now, f->s, true, &recipe, NULL, &alone, &err), err);
	command_list_clear(&recipe);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;
	session_outcome_end(&f->now);
	session_free(f->s);
	remove_tree(f->dir);
	free(f);
	return 0;
}

/* What the left side of a claim comes to. */
static double value(const struct fixture *f, const char *claim)
{
	struct claim_verdict v;
	odd_error err = {0};
	odd_status status = claim_test(&v, &f->now.outcome, claim, &err);
	if (status != ODD_OK)
		fail_msg("%s: %s", claim, err.message);
	return v.left;
}

static bool holds(const struct fixture *f, const char *claim)
{
	struct claim_verdict v;
	odd_error err;
	assert_ok(claim_test(&v, &f->now.outcome, claim, &err), err);
	return v.holds;
}

static void both_spellings_say_the_same(void **state)
{
	const struct fixture *f = *state;
	const struct result *o = &f->now.outcome;
	const odd_evaluation *e = o->evaluation;
	char words[100], word[100];
	const char *id = odd_names_get(&o->net->ids, 5);
	assert_true(value(f, "recall 10 >= 0") == e->row[1].recall);
	assert_true(value(f, "recall@10>=0") == e->row[1].recall);
	assert_true(value(f, "recall 25 combined > 0") == e->row[4].kind[ODD_COMBINED]);
	assert_true(value(f, "recall@25.combined>0") == e->row[4].kind[ODD_COMBINED]);
	assert_true(value(f, "auc>0") == e->auc);
	assert_true(value(f, "ap > 0") == e->average_precision);
	assert_true(value(f, "average_precision>0") == e->average_precision);
	snprintf(words, sizeof words, "rank \"%s\" > 0", id);
	snprintf(word, sizeof word, "rank@%s>0", id);
	assert_true(value(f, words) == o->scores->rank[5]);
	assert_true(value(f, word) == o->scores->rank[5]);
	snprintf(words, sizeof words, "part 2 %s > 0", id);
	snprintf(word, sizeof word, "part@2.%s>0", id);
	assert_true(value(f, words) == 100.0 * o->scores->part[1][5]);
	assert_true(value(f, word) == 100.0 * o->scores->part[1][5]);
	assert_true(value(f, "follows degree > 0") == value(f, "follows@degree>0"));
	assert_true(fabs(value(f, "follows words > 0")) <= 1.0);
	assert_true(value(f, "kept early recall 5 > 0") == o->kept[0]->evaluation->row[0].recall);
	assert_true(value(f, "kept@early.recall@5>0") == o->kept[0]->evaluation->row[0].recall);
	assert_true(value(f, "kept early loss > 0") > value(f, "loss > 0"));
	assert_true(value(f, "iteration>0") == 5.0);
	assert_true(value(f, "nodes > 0") == 129.0);
	assert_true(value(f, "planted > 0") == 9.0);
}

/* Rows that the evaluation does not have are counted from the ranking. */
static void recall_of_any_share(void **state)
{
	const struct fixture *f = *state;
	const struct result *o = &f->now.outcome;
	size_t taken = 10, found = 0; /* 7.5 % of 129 */
	for (size_t i = 0; i < taken; i++)
		found += o->net->truth[o->scores->order[i]] == ODD_STRUCTURAL;
	assert_true(value(f, "recall@7.5.structural>=0") == (double)found / 3.0);
	assert_true(value(f, "recall 7.5 structural >= 0") == (double)found / 3.0);
	assert_true(value(f, "recall 100 >= 0") == 1.0);
}

static void claims_are_tested(void **state)
{
	const struct fixture *f = *state;
	assert_true(holds(f, "3 < 4"));
	assert_true(holds(f, "3<4"));
	assert_false(holds(f, "4 < 4"));
	assert_true(holds(f, "4 <= 4"));
	assert_true(holds(f, "4>=4"));
	assert_false(holds(f, "4 > 4"));
	assert_true(holds(f, "4 > 3 + 0.5"));
	assert_false(holds(f, "4 > 3 + 1"));
	assert_true(holds(f, "4 = 4"));
	assert_false(holds(f, "4 = 5"));
	assert_true(holds(f, "3 < 4 and 4 < 5 and 5 = 5"));
	assert_false(holds(f, "3 < 4 and 5 < 5"));
	assert_false(holds(f, "5 < 5 and 3 < 4"));
	assert_true(holds(f, "recall@100>=100%"));
	assert_true(holds(f, "recall 100 >= recall 5"));
	assert_false(holds(f, "recall 100 >= recall 100 + 0.1"));
	struct claim_verdict v;
	assert_int_equal(claim_test(&v, &f->now.outcome, "rank \"no < such\" < 3", NULL), ODD_OK);
	assert_false(v.holds);
	assert_true(isnan(v.left));
	assert_string_equal(v.missing, "there is no such node");
	claim_test(&v, &f->now.outcome, "kept nosuch auc > 0", NULL);
	assert_false(v.holds);
	assert_string_equal(v.missing, "no such run was kept");
	struct result unknown = f->now.outcome;
	unknown.evaluation = NULL;
	claim_test(&v, &unknown, "auc>=0", NULL);
	assert_false(v.holds);
	assert_string_equal(v.missing, "no such outlier is known here");
}

static void what_is_no_claim(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "auc", "auc >", "> 3", "auc >= x", "bogus>=1",
		"recall >= 1", "recall@0>=1", "recall@101>=1", "recall@50%>=1", "recall@5.x>=1",
		"recall 5 ordinary > 0", "auc 3 > 1", "rank > 3", "part 9 n1 > 3",
		"follows money > 0", "kept a 3 > 1", "kept a kept b auc > 0", "auc > 1 + x",
		"rank \"n1 > 3", "auc > nan", "3 = x", "3=3", "3 < 4 and", "3 < 4 and auc",
		"auc > 1 2 3 4 5 6 7 8 9"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct claim_verdict v;
		odd_error err = {0};
		if (claim_test(&v, NULL, bad[i], &err) != ODD_EINPUT || err.message[0] == '\0')
			fail_msg("\"%s\" is taken for a claim", bad[i]);
	}
}

static void texts_are_filled_in(void **state)
{
	const struct fixture *f = *state;
	char *text, wanted[200];
	odd_error err;
	const struct result *o = &f->now.outcome;
	assert_ok(claim_text(&text, o,
			  "{{x} {nodes} people, {recall 100}, {recall@100}, {rank nobody}; 5 %",
			  &err),
		err);
	snprintf(wanted, sizeof wanted, "{x} %zu people, 100 %%, 100 %%, …; 5 %%", o->net->nodes);
	assert_string_equal(text, wanted);
	free(text);
	assert_int_equal(claim_text(&text, NULL, "{bogus}", &err), ODD_EINPUT);
	assert_int_equal(claim_text(&text, NULL, "{nodes", &err), ODD_EINPUT);
	assert_null(text);
}

/* Each value has what the manual needs. */
static void values_are_described(void **state)
{
	(void)state;
	const struct claim_value *v;
	for (size_t i = 0; (v = claim_value_get(i)) != NULL; i++)
		assert_true(v->name[0] != '\0' && v->about[0] != '\0' && v->missing[0] != '\0');
}

/* ---- files of a session --------------------------------------------------------------------- */

static char *contents(const char *dir, const char *name, size_t *size)
{
	char path[400];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *in = fopen(path, "rb");
	assert_non_null(in);
	char *text = calloc(1, 1 << 20);
	*size = fread(text, 1, (1 << 20) - 1, in);
	fclose(in);
	return text;
}

/* Names without anything to escape: a .csv is the .tsv with commas. */
static void tables_by_their_ending(void **state)
{
	const struct fixture *f = *state;
	const struct report_table *table;
	size_t size;
	for (size_t i = 0; (table = report_table_get(i)) != NULL; i++) {
		char line[700], name[40];
		if (table->of != TABLE_OF_RUN)
			continue;
		snprintf(line, sizeof line, "export %s '%s/t.tsv' --replace", table->name, f->dir);
		run_ok(f->s, line);
		snprintf(line, sizeof line, "export %s '%s/t.csv' --replace", table->name, f->dir);
		run_ok(f->s, line);
		char *tsv = contents(f->dir, "t.tsv", &size),
		     *csv = contents(f->dir, "t.csv", &size);
		const char *from = tsv[0] == '#' ? strchr(tsv, '\n') + 1 : tsv;
		for (char *p = tsv; *p != '\0'; p++)
			if (*p == '\t')
				*p = ',';
		snprintf(name, sizeof name, "%s", table->name);
		if (strcmp(from, csv) != 0)
			fail_msg("%s: .csv and .tsv differ", name);
		free(tsv);
		free(csv);
	}
}

/* A given start is told by its directory. */
static void a_picture_tells_its_start(void **state)
{
	const struct fixture *f = *state;
	char dir[300], line[800], wanted[400];
	odd_error err;
	size_t size;
	odd_one *run;
	snprintf(dir, sizeof dir, "%s/start", f->dir);
	assert_ok(session_live(&run, f->s, &alone, &err), err);
	assert_ok(odd_one_save(run, dir, &err), err);
	snprintf(line, sizeof line, "set init='%s'", dir);
	run_ok(f->s, line);
	run_ok(f->s, "reset");
	snprintf(line, sizeof line, "export loss '%s/loss.png' --size 200x100", f->dir);
	run_ok(f->s, line);
	char *png = contents(f->dir, "loss.png", &size);
	snprintf(wanted, sizeof wanted, "\"init\":\"%s\"", dir);
	bool found = false;
	for (size_t i = 0; i + strlen(wanted) < size && !found; i++)
		found = memcmp(png + i, wanted, strlen(wanted)) == 0;
	assert_true(found);
	free(png);
}

/* Characters that steer a terminal are numbers in JSON, beyond U+FFFF two of them; they read back.
 */
static void json_without_steering_characters(void **state)
{
	(void)state;
	static const char name[] = "a\u202e\U000e0001b\U000e007fc";
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	odd_error err;
	assert_ok(json_write(out, json_pack("{s:s}", "name", name), &err), err);
	fclose(out);
	assert_non_null(strstr(text, "\"a\\u202e\\udb40\\udc01b\\udb40\\udc7fc\""));
	json_t *back = json_loads(text, 0, NULL);
	assert_string_equal(json_string_value(json_object_get(back, "name")), name);
	json_decref(back);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_read_back),
		cmocka_unit_test(a_name_is_escaped_once),
		cmocka_unit_test(json_without_steering_characters),
		cmocka_unit_test(what_is_no_claim),
		cmocka_unit_test(values_are_described),
		cmocka_unit_test_setup_teardown(both_spellings_say_the_same, set_up, tear_down),
		cmocka_unit_test_setup_teardown(recall_of_any_share, set_up, tear_down),
		cmocka_unit_test_setup_teardown(claims_are_tested, set_up, tear_down),
		cmocka_unit_test_setup_teardown(texts_are_filled_in, set_up, tear_down),
		cmocka_unit_test_setup_teardown(tables_by_their_ending, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_picture_tells_its_start, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
