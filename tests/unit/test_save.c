/* oddone text: reading what people write, and reading back what was saved, bit for bit. */
#include "config.h"

#include "reader_helpers.h"

#include <math.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "network/builder.h"
#include "base/rng.h"
#include "same_network.h"

static void write_network(const char *nodes, const char *edges)
{
	write_text(dir, "t.nodes", nodes);
	write_text(dir, "t.edges", edges);
}

static void text_is_read(void **state)
{
	(void)state;
	write_network(
		"# people\r\n\r\nann\tred\tcat dog=0.5 cat\nbob\t-\ncarl\nd%20e\tBlue sky\tdog=-1e-3\n",
		"# links\nann\tbob\nbob carl 2\ncarl\td%20e\t0.5\ncarl\td e\nann ghost\n");
	write_text(
		dir, "t.truth", "ann\tstructural\nbob combined\ncarl\tordinary\nd%20e\toutlier\n");
	odd_network *net = load();
	assert_string_equal(net->format, "oddone text");
	assert_int_equal(net->nodes, 4);
	assert_int_equal(net->attributes, 2);
	assert_true(attribute(net, "ann", "cat") == 1.0 && attribute(net, "ann", "dog") == 0.5);
	assert_true(attribute(net, "d e", "dog") == -1e-3);
	assert_string_equal(label(net, "d e"), "Blue sky");
	assert_null(label(net, "bob"));
	assert_null(label(net, "carl"));
	assert_true(weight(net, "bob", "carl") == 2.0 && weight(net, "carl", "d e") == 1.0);
	assert_int_equal(net->skipped.unknown_nodes, 1);
	assert_int_equal(net->skipped.repeated_edges, 1);
	assert_int_equal(net->skipped.repeated_words, 1);
	assert_int_equal(truth(net, "ann"), ODD_STRUCTURAL);
	assert_int_equal(truth(net, "bob"), ODD_COMBINED);
	assert_int_equal(truth(net, "carl"), ODD_ORDINARY);
	assert_int_equal(truth(net, "d e"), ODD_UNKNOWN_KIND);
	odd_network_free(net);
}

static void text_can_say_what_lines_cannot(void **state)
{
	(void)state;
	write_network("#! name The%20net\n#! words z y\n#! words x\n#! classes q\na\tp\ty\n",
		"#! directed\n");
	odd_network *net = load();
	assert_string_equal(net->name, "The net");
	assert_true(net->directed);
	assert_int_equal(net->attributes, 3);
	assert_string_equal(odd_names_get(&net->words, 0), "z");
	assert_string_equal(odd_names_get(&net->words, 2), "x");
	assert_int_equal(net->classes.count, 2);
	assert_string_equal(odd_names_get(&net->classes, 0), "q");
	assert_int_equal(net->edges, 0);
	odd_network_free(net);
}

static void text_complaints(void **state)
{
	(void)state;
	static const struct {
		const char *nodes, *edges, *complaint;
	} wrong[] = {
		{"", "a b\n", "t.nodes: the file is empty"},
		{"# nothing\n", "a b\n", "t.nodes: there is no node in it"},
		{"a\nb\na\n", "a b\n", "t.nodes:3:1: node \"a\" is already there, in line 1"},
		{"a\n%61\n", "a b\n", "t.nodes:2:1: node \"a\" is already there, in line 1"},
		{"a\n\tred\n", "a b\n", "t.nodes:2:1: the node has no id"},
		{"a red cat\n", "a b\n",
			"t.nodes:1:2: id, label and attributes are separated by tabs, and here is none"},
		{"a\t-\tcat dog=x\n", "a b\n", "t.nodes:1:13: \"x\" is not a number"},
		{"a\t-\tdog=\n", "a b\n", "t.nodes:1:9: a number is missing"},
		{"a\t-\tdog=nan\n", "a b\n", "t.nodes:1:9: \"nan\" is not a finite number"},
		{"a\t-\tdog=1e999\n", "a b\n", "t.nodes:1:9: \"1e999\" is too large for a number"},
		{"a\t-\tx =3\n", "a b\n", "t.nodes:1:7: an attribute without a name"},
		{"a\t-\t50%\n", "a b\n",
			"t.nodes:1:7: % is not followed by two hexadecimal digits (%25 is % itself)"},
		{"a%00b\n", "a b\n",
			"t.nodes:1:2: a name cannot hold a NUL byte (%00 alone is the empty name)"},
		{"#! colour red\na\n", "a b\n",
			"t.nodes:1:4: \"colour\" is unknown here; a node file can say \"#! name\", "
			"\"#! words\", \"#! classes\", \"#! column\", \"#! of\", \"#! missing\" and "
			"\"#! given\""},
		{"#! name a b\na\n", "a b\n", "t.nodes:1:11: the network has a name already"},
		{"a\nb\n", "a b\n#! directed\n",
			"t.edges:2:4: \"#! directed\" must stand before the first link"},
		{"a\nb\n", "#! undirected\n",
			"t.edges:1:4: \"undirected\" is unknown here; an edge file can only say \"#! directed\""},
		{"a\nb\n", "a b -1\n", "t.edges:1:5: a link of negative weight, -1"},
		{"a\nb\n", "a\n", "t.edges:1:2: the line has no target node"},
		{"a\nb\n", "a\t%zz\n",
			"t.edges:1:3: % is not followed by two hexadecimal digits (%25 is % itself)"},
		{"a\nb\n", "a\tb\t1\t2\n",
			"t.edges:1:7: the line has more than the three fields of a link"},
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		write_network(wrong[i].nodes, wrong[i].edges);
		fails(wrong[i].complaint);
	}
	static const struct {
		const char *truth, *complaint;
	} marks[] = {
		{"", "t.truth: the file is empty"},
		{"c\tstructural\n", "t.truth:1:1: node \"c\" is not in the node table"},
		{"a\tstructual\n",
			"t.truth:1:3: \"structual\" is none of ordinary, outlier, structural, attribute, combined, swap, rewire, clique, contextual, placebo"},
		{"a\n", "t.truth:1:2: \"\" is none of ordinary, outlier, structural, attribute, combined, swap, rewire, clique, contextual, placebo"},
		{"a\toutlier\nb outlier\na\toutlier\n",
			"t.truth:3:1: node \"a\" is marked already"},
		{"a outlier yes\n", "t.truth:1:11: the line has more than an id and a kind"},
	};
	write_network("a\nb\n", "a b\n");
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		write_text(dir, "t.truth", marks[i].truth);
		fails(marks[i].complaint);
	}
}

/* ---- save, then load --------------------------------------------------------------------------
 */

/* A name that is hard to write down, different for different numbers. */
static size_t nasty_name(char out[64], odd_rng *rng, size_t number)
{
	static const char *const pieces[] = {"\t", "\n", " ", "=", "%", "#", "-", "\r", "\x7f",
		"\x01", "\xc3\xa9", "\"", ",", ";", "a", "%20", "\xef\xbb\xbf", "\xff", "0", "1e9"};
	static const char *const whole[] = {"", "-", "#", "#!", "%", "=", " ", "%00", ".", ".."};
	if (number < sizeof whole / sizeof *whole)
		return strlen(strcpy(out, whole[number]));
	size_t length = 0;
	for (uint64_t n = odd_rng_below(rng, 6); n > 0; n--) {
		const char *piece = pieces[odd_rng_below(rng, sizeof pieces / sizeof *pieces)];
		memcpy(out + length, piece, strlen(piece));
		length += strlen(piece);
	}
	length += (size_t)sprintf(out + length, "~%zu", number);
	if (odd_rng_below(rng, 3) == 0)
		out[length++] = ' ';
	return length;
}

static double random_value(odd_rng *rng)
{
	switch (odd_rng_below(rng, 5)) {
	case 0:
		return 1.0;
	case 1:
		return (double)odd_rng_below(rng, 1000) / 100.0;
	case 2:
		return 5e-324;
	case 3:
		return ldexp(odd_rng_uniform(rng), (int)odd_rng_below(rng, 2000) - 1000);
	default:
		return odd_rng_uniform(rng);
	}
}

static odd_network *random_network(odd_rng *rng, bool directed, bool values, bool with_truth)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	char name[64];
	size_t nodes = 1 + odd_rng_below(rng, 40), words = odd_rng_below(rng, 30);
	size_t classes = odd_rng_below(rng, 15), length;
	odd__builder_init(&b, directed);
	for (size_t i = 0; i < nodes; i++) {
		length = nasty_name(name, rng, i);
		assert_ok(odd__builder_node(&b, name, length, NULL, NULL, &err), err);
	}
	for (size_t i = 0; i < words; i++) {
		length = nasty_name(name, rng, i);
		assert_ok(odd__builder_word(&b, name, length, NULL, &err), err);
	}
	for (size_t i = 0; i < classes; i++) {
		length = nasty_name(name, rng, i);
		assert_ok(odd_names_add(&b.classes, name, length, NULL, NULL, &err), err);
	}
	for (uint32_t i = 0; i < nodes; i++) {
		if (classes > 0 && odd_rng_below(rng, 4) > 0)
			b.label[i] = (int32_t)odd_rng_below(rng, classes);
		if (with_truth)
			odd__builder_truth(&b, i, (odd_kind)odd_rng_below(rng, ODD_KINDS));
		for (uint64_t n = words > 0 ? odd_rng_below(rng, 6) : 0; n > 0; n--)
			assert_ok(odd__builder_attribute(&b, i, (uint32_t)odd_rng_below(rng, words),
					  values ? random_value(rng) - odd_rng_uniform(rng) : 1.0,
					  &err),
				err);
		for (uint64_t n = odd_rng_below(rng, 5); n > 0; n--)
			assert_ok(odd__builder_link(&b, i, (uint32_t)odd_rng_below(rng, nodes),
					  values ? random_value(rng) : 1.0, &err),
				err);
	}
	length = nasty_name(name, rng, odd_rng_below(rng, 20));
	name[length] = '\0';
	assert_ok(odd__builder_finish(&net, &b, name, "test", &err), err);
	return net;
}

static void what_is_saved_comes_back(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 11, "save");
	for (int round = 0; round < 80; round++) {
		char path[512];
		odd_error err;
		odd_network *back;
		odd_network *net = random_network(&rng, round & 1, round & 2, round & 4);
		snprintf(path, sizeof path, "%s/%d", dir, round);
		assert_ok(odd_network_save(net, path, NULL, &err), err);
		assert_ok(odd_network_load(&back, path, NULL, NULL, &err), err);
		assert_true(networks_equal(net, back));
		assert_int_equal(odd_network_checksum(net), odd_network_checksum(back));
		odd_skipped none = {0};
		assert_memory_equal(&back->skipped, &none, sizeof none);
		odd_network_free(back);
		odd_network_free(net);
	}
}

static size_t count_files(void)
{
	size_t count = 0;
	DIR *stream = opendir(dir);
	assert_non_null(stream);
	for (struct dirent *e; (e = readdir(stream)) != NULL;)
		count += e->d_name[0] != '.';
	closedir(stream);
	return count;
}

static void saving_replaces_the_earlier_network(void **state)
{
	(void)state;
	odd_error err;
	write_network("a\tx\tcat=0.1 dog\nb\n", "a b 0.30000000000000004\n");
	write_text(dir, "t.truth", "a\tcombined\n");
	odd_network *net = load_as("t.nodes", false);
	assert_ok(odd_network_save(net, dir, NULL, &err), err);
	assert_int_equal(count_files(), 3);
	char path[512], text[400];
	snprintf(path, sizeof path, "%s/t.nodes", dir);
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	assert_string_equal(
		text, "#! name t\n#! classes x\n#! words cat dog\na\tx\tcat=0.1 dog\nb\t-\n");

	uint8_t drop_a[2] = {1, 0};
	odd_network *less;
	assert_ok(odd_network_remove(&less, net, drop_a, &err), err);
	assert_ok(odd_network_save(less, dir, NULL, &err), err);
	assert_int_equal(count_files(), 2); /* the old truth is not the truth of this one */
	odd_network *back = load();
	assert_true(networks_equal(less, back));
	odd_network_free(back);
	odd_network_free(less);
	odd_network_free(net);
}

static void a_failed_save_leaves_what_was_there(void **state)
{
	(void)state;
	odd_error err;
	write_network("a\nb\n", "a b\n");
	odd_network *net = load_as("t.nodes", false);
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_network_save(net, dir, &job, &err), ODD_ECANCELLED);
	assert_int_equal(count_files(), 2);
	odd_network *back = load_as("t.nodes", false);
	assert_true(networks_equal(net, back));
	odd_network_free(back);
	char path[512];
	snprintf(path, sizeof path, "%s/t.nodes/deeper", dir);
	assert_int_equal(odd_network_save(net, path, NULL, &err), ODD_EIO);
	/* a directory in the place of one of the files: nothing of the network may be left half */
	snprintf(path, sizeof path, "%s/blocked", dir);
	assert_int_equal(mkdir(path, 0777), 0);
	strcat(path, "/t.edges");
	assert_int_equal(mkdir(path, 0777), 0);
	snprintf(path, sizeof path, "%s/blocked", dir);
	assert_int_equal(odd_network_save(net, path, NULL, &err), ODD_EIO);
	strcat(path, "/t.nodes");
	assert_int_not_equal(access(path, F_OK), 0);
	odd_network_free(net);
}

#define with_dir(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_dir(text_is_read),
		with_dir(text_can_say_what_lines_cannot),
		with_dir(text_complaints),
		with_dir(what_is_saved_comes_back),
		with_dir(saving_replaces_the_earlier_network),
		with_dir(a_failed_save_leaves_what_was_there),
	};
	return cmocka_run_group_tests_name("save", tests, NULL, NULL);
}
