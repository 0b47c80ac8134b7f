/* PNG pictures and the text they carry. */
#include "config.h"

#include "helpers.h"

#include "draw/png.h"

static char software[] = "Software", version[] = "oddone 0.1.0", command[] = "Command";
static char line[] = "oddone run cora --plant 5%", dataset[] = "Dataset", name[] = "Cora — ωμέγα";
static const struct png_text text[] = {{software, version}, {command, line}, {dataset, name}};

/* Every pixel different, so that a mix-up of rows or channels would show. */
static uint8_t *pattern(uint32_t width, uint32_t height)
{
	uint8_t *pixels = malloc((size_t)width * height * 3);
	assert_non_null(pixels);
	for (size_t i = 0; i < (size_t)width * height * 3; i++)
		pixels[i] = (uint8_t)(i * 7 + i / 91);
	return pixels;
}

static void text_comes_back(void **state)
{
	(void)state;
	odd_error err;
	struct bytes file;
	struct png_info info;
	uint8_t *pixels = pattern(33, 21);
	assert_ok(png_encode(&file, pixels, 33, 21, text, 3, &err), err);
	assert_memory_equal(file.data, "\x89PNG\r\n\x1a\n", 8);
	assert_ok(png_parse_text(&info, file.data, file.length, "a.png", &err), err);
	assert_int_equal(info.width, 33);
	assert_int_equal(info.height, 21);
	assert_int_equal(info.count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(info.text[i].key, text[i].key);
		assert_string_equal(info.text[i].value, text[i].value);
	}
	assert_non_null(memmem(file.data, file.length, "iTXtDataset", 11));
	assert_non_null(memmem(file.data, file.length, "tEXtSoftware", 12));
	assert_null(memmem(file.data, file.length, "tIME", 4));
	png_info_clear(&info);
	bytes_clear(&file);
	free(pixels);
}

static void the_same_picture_is_the_same_file(void **state)
{
	(void)state;
	odd_error err;
	struct bytes a, b;
	uint8_t *pixels = pattern(64, 64);
	assert_ok(png_encode(&a, pixels, 64, 64, text, 3, &err), err);
	assert_ok(png_encode(&b, pixels, 64, 64, text, 3, &err), err);
	assert_int_equal(a.length, b.length);
	assert_memory_equal(a.data, b.data, a.length);
	bytes_clear(&b);
	pixels[100] ^= 1;
	assert_ok(png_encode(&b, pixels, 64, 64, text, 3, &err), err);
	assert_true(a.length != b.length || memcmp(a.data, b.data, a.length) != 0);
	bytes_clear(&a);
	bytes_clear(&b);
	free(pixels);
}

static void long_text_is_compressed(void **state)
{
	(void)state;
	odd_error err;
	struct bytes file;
	struct png_info info;
	static char log[] = "Log", plain[20001], greek[20001];
	for (size_t i = 0; i < 20000; i += 2) {
		memcpy(plain + i, "ab", 2);
		memcpy(greek + i, "α", 2);
	}
	struct png_text both[] = {{log, plain}, {log, greek}};
	uint8_t pixel[3] = {1, 2, 3};
	assert_ok(png_encode(&file, pixel, 1, 1, both, 2, &err), err);
	assert_true(file.length < 2000);
	assert_ok(png_parse_text(&info, file.data, file.length, "a.png", &err), err);
	assert_int_equal(info.count, 2);
	assert_string_equal(info.text[0].value, plain);
	assert_string_equal(info.text[1].value, greek);
	png_info_clear(&info);
	bytes_clear(&file);
}

static void files_are_written_and_read(void **state)
{
	(void)state;
	odd_error err;
	struct bytes file;
	struct png_info info;
	char dir[256], path[512];
	make_temporary_dir(dir, sizeof dir);
	snprintf(path, sizeof path, "%s/a.png", dir);
	uint8_t *pixels = pattern(10, 10);
	assert_ok(png_encode(&file, pixels, 10, 10, text, 3, &err), err);
	assert_ok(bytes_save(&file, path, &err), err);
	assert_ok(png_read_text(&info, path, &err), err);
	assert_int_equal(info.count, 3);
	png_info_clear(&info);
	snprintf(path, sizeof path, "%s/none.png", dir);
	assert_int_equal(png_read_text(&info, path, &err), ODD_EIO);
	snprintf(path, sizeof path, "%s/no/such/dir/a.png", dir);
	assert_int_equal(bytes_save(&file, path, &err), ODD_EIO);
	bytes_clear(&file);
	free(pixels);
	remove_tree(dir);
}

/* Cut anywhere, or with any byte changed: an error or a picture, never a crash. */
static void broken_files_are_refused(void **state)
{
	(void)state;
	odd_error err;
	struct bytes file;
	struct png_info info;
	uint8_t *pixels = pattern(5, 4);
	assert_ok(png_encode(&file, pixels, 5, 4, text, 3, &err), err);
	for (size_t cut = 0; cut < file.length; cut += 1 + cut / 60) {
		assert_int_equal(png_parse_text(&info, file.data, cut, "a.png", &err), ODD_EINPUT);
		assert_string_equal(err.file, "a.png");
		assert_int_equal(info.count, 0);
	}
	for (size_t at = 0; at < file.length; at += 1 + at / 60) {
		file.data[at] ^= 0x55;
		if (png_parse_text(&info, file.data, file.length, "a.png", &err) == ODD_OK)
			png_info_clear(&info);
		file.data[at] ^= 0x55;
	}
	assert_int_equal(png_parse_text(&info, "not a picture at all", 20, "x", &err), ODD_EINPUT);
	bytes_clear(&file);
	free(pixels);
}

/* Lengths that nothing stands behind, and text that unpacks without end. */
static void text_is_bounded(void **state)
{
	(void)state;
	odd_error err;
	struct png_info info;
	struct bytes file;
	char path[512];
	const char *srcdir = getenv("srcdir");
	snprintf(path, sizeof path, "%s/tests/hostile/files/huge-text-length.png",
		srcdir != NULL ? srcdir : ".");
	assert_int_equal(png_read_text(&info, path, &err), ODD_EINPUT);
	assert_string_equal(err.message, "broken PNG picture: the file ends too early");
	static char log[] = "Log", many[100001];
	struct png_text chunk[60];
	uint8_t pixel[3] = {1, 2, 3};
	memset(many, 'a', sizeof many - 1);
	for (size_t i = 0; i < 60; i++)
		chunk[i] = (struct png_text){log, many};
	assert_ok(png_encode(&file, pixel, 1, 1, chunk, 60, &err), err);
	assert_int_equal(png_parse_text(&info, file.data, file.length, "a.png", &err), ODD_EINPUT);
	assert_string_equal(err.message, "holds more than 4 MB of text");
	bytes_clear(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_comes_back),
		cmocka_unit_test(the_same_picture_is_the_same_file),
		cmocka_unit_test(long_text_is_compressed),
		cmocka_unit_test(files_are_written_and_read),
		cmocka_unit_test(broken_files_are_refused),
		cmocka_unit_test(text_is_bounded),
	};
	return cmocka_run_group_tests_name("png", tests, NULL, NULL);
}
