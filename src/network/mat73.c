/* MATLAB files of version 7.3, which are HDF5 with 512 bytes of header.
 *
 * A matrix is a dataset with its dimensions the other way round; a sparse one is a group with the
 * attribute MATLAB_sparse (its number of rows) and the datasets ir, jc and data. HDF5 is given the
 * bytes, never a path, in a process of its own, and only plain numbers are taken from it: links and
 * datasets that would make it open other files (external, virtual) are refused, and so are filters
 * that it would look for outside of itself.
 */
#include "config.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "network/mat.h"

bool odd__mat73_is(const odd__bytes *file)
{
	static const char signature[] = "\x89HDF\r\n\x1a\n";
	return file->size >= 520 && memcmp(file->data + 512, signature, 8) == 0;
}

#ifdef HAVE_HDF5

#include <hdf5.h>

enum { SLAB = 1 << 20 };

struct source {
	hid_t file;
	const char *path, *name; /* name: the variable, for errors */
	const odd__limits *limits;
};

static odd_status damaged(const struct source *s, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, s->path, 0, 0, "%s: the file is damaged", s->name);
}

/* ---- datasets -------------------------------------------------------------------------------- */

/* Values that are all in this file, unpacked by what HDF5 brings along. *chunk is the number of
 * rows that are stored together, at least 1. */
static odd_status check_storage(
	const struct source *s, hid_t set, hid_t type, hsize_t *chunk, odd_error *err)
{
	hid_t plan = H5Dget_create_plist(set);
	odd_status status = plan >= 0 ? ODD_OK : damaged(s, err);
	H5D_layout_t layout = plan >= 0 ? H5Pget_layout(plan) : H5D_LAYOUT_ERROR;
	hsize_t dims[H5S_MAX_RANK] = {1}, count = H5Tget_size(type);
	*chunk = 1;
	if (status == ODD_OK &&
		((layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) ||
			H5Pget_external_count(plan) != 0 || H5Dget_storage_size(set) == 0))
		status = odd_error_at(err, ODD_EINPUT, s->path, 0, 0,
			"%s: its values are not in this file", s->name);
	int filters = status == ODD_OK ? H5Pget_nfilters(plan) : 0;
	for (int i = 0; i < filters; i++) {
		unsigned flags;
		size_t none = 0;
		H5Z_filter_t filter =
			H5Pget_filter2(plan, (unsigned)i, &flags, &none, NULL, 0, NULL, NULL);
		if (filter < H5Z_FILTER_DEFLATE || filter > H5Z_FILTER_FLETCHER32)
			status = odd_error_at(err, ODD_EINPUT, s->path, 0, 0,
				"%s is packed in a way that is not known", s->name);
	}
	if (status == ODD_OK && layout == H5D_CHUNKED) {
		int rank = H5Pget_chunk(plan, H5S_MAX_RANK, dims);
		if (rank < 1)
			status = damaged(s, err);
		for (int i = 0; i < rank && status == ODD_OK; i++) {
			count *= dims[i];
			if (dims[i] == 0 || count > odd__limits_most(s->limits))
				status = odd__limits_error(
					s->limits, s->path, "a block of its values needs", err);
		}
		*chunk = dims[0] > 0 ? dims[0] : 1;
	}
	if (plan >= 0)
		H5Pclose(plan);
	return status;
}

/* Rows of the dataset in pieces, so that reading can be stopped between two. */
static odd_status read_slabs(const struct source *s, hid_t set, hid_t space, int rank,
	const hsize_t *dims, hsize_t chunk, double *out, odd_error *err)
{
	hsize_t width = rank == 2 ? dims[1] : 1, rows = SLAB / width / chunk * chunk;
	rows = rows > 0 ? rows : chunk;
	for (hsize_t at = 0; at < dims[0]; at += rows) {
		hsize_t start[2] = {at, 0}, count[2] = {dims[0] - at, width};
		if (count[0] > rows)
			count[0] = rows;
		odd_status status = odd__limits_poll(s->limits, s->path, err);
		if (status != ODD_OK)
			return status;
		hid_t here = H5Screate_simple(rank, count, NULL);
		bool fine =
			here >= 0 &&
			H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
			H5Dread(set, H5T_NATIVE_DOUBLE, here, space, H5P_DEFAULT,
				out + at * width) >= 0;
		if (here >= 0)
			H5Sclose(here);
		if (!fine)
			return damaged(s, err);
	}
	return ODD_OK;
}

/* A dataset of one or two dimensions as doubles; dims[1] is 1 for one. */
static odd_status read_set(odd__mat_array *out, void **owned, hsize_t dims[2],
	const struct source *s, hid_t set, odd_error *err)
{
	hid_t space = H5Dget_space(set), type = H5Dget_type(set);
	int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
	H5T_class_t class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
	hsize_t chunk = 1;
	odd_status status = ODD_OK;
	dims[0] = dims[1] = 1;
	if (rank < 0 || class == H5T_NO_CLASS)
		status = damaged(s, err);
	else if ((class != H5T_INTEGER && class != H5T_FLOAT) || H5Tget_size(type) > 8)
		status = odd_error_at(err, ODD_EINPUT, s->path, 0, 0,
			class == H5T_COMPOUND ? "%s is complex" : "%s is not a matrix of numbers",
			s->name);
	else if (rank < 1 || rank > 2)
		status = odd_error_at(err, ODD_EINPUT, s->path, 0, 0,
			"%s has %d dimensions instead of 2", s->name, rank);
	else if (H5Sget_simple_extent_dims(space, dims, NULL) != rank)
		status = damaged(s, err);
	else if (dims[0] == 0 || dims[1] == 0)
		status = odd_error_at(err, ODD_EINPUT, s->path, 0, 0, "%s is empty", s->name);
	else if (dims[0] > odd__limits_most(s->limits) / sizeof(double) / dims[1])
		status = odd__limits_error(s->limits, s->path, "its values need", err);
	if (status == ODD_OK)
		status = check_storage(s, set, type, &chunk, err);
	if (status == ODD_OK) {
		size_t count = (size_t)(dims[0] * dims[1]);
		/* Of blocks that are not in the file HDF5 writes nothing, if the file wants it so.
		 */
		double *values = calloc(count, sizeof *values);
		*owned = values;
		*out = (odd__mat_array){
			(const unsigned char *)values, count, ODD__MAT_DOUBLE, false};
		status = values == NULL ? odd_error_nomem(err)
					: read_slabs(s, set, space, rank, dims, chunk, values, err);
	}
	if (type >= 0)
		H5Tclose(type);
	if (space >= 0)
		H5Sclose(space);
	return status;
}

/* ---- variables --------------------------------------------------------------------------------
 */

/* Is there an entry of that name, and in this very file? */
static bool is_here(hid_t where, const char *name)
{
	H5L_info_t link;
	return H5Lexists(where, name, H5P_DEFAULT) > 0 &&
	       H5Lget_info(where, name, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

/* Reads an attribute of one value: a whole number as uint64_t, or a text of less than `room` bytes.
 * False when there is none of that kind. */
static bool read_attribute(
	hid_t object, const char *name, H5T_class_t class, void *value, size_t room)
{
	bool fine = false;
	hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
	if (attribute < 0)
		return false;
	hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
	if (space >= 0 && type >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
		H5Tget_class(type) == class && H5Tget_size(type) <= room &&
		H5Tis_variable_str(type) <= 0)
		fine = H5Aread(attribute, class == H5T_INTEGER ? H5T_NATIVE_UINT64 : type, value) >=
		       0;
	if (type >= 0)
		H5Tclose(type);
	if (space >= 0)
		H5Sclose(space);
	H5Aclose(attribute);
	return fine;
}

static bool number_of(hid_t object, const char *name, uint64_t *value)
{
	return read_attribute(object, name, H5T_INTEGER, value, sizeof *value);
}

/* Text is numbers to HDF5; MATLAB's own word for the class tells them apart. */
static bool is_text(hid_t object)
{
	char class[16] = "";
	return read_attribute(object, "MATLAB_class", H5T_STRING, class, sizeof class - 1) &&
	       strcmp(class, "char") == 0;
}

static odd_status read_dense(odd__matrix *m, const struct source *s, hid_t set, odd_error *err)
{
	hsize_t dims[2];
	uint64_t none = 0;
	if (is_text(set))
		return odd_error_at(
			err, ODD_EINPUT, s->path, 0, 0, "%s is not a matrix of numbers", s->name);
	if (number_of(set, "MATLAB_empty", &none) && none != 0)
		return odd_error_at(err, ODD_EINPUT, s->path, 0, 0, "%s is empty", s->name);
	odd_status status = read_set(&m->values, &m->owned[0], dims, s, set, err);
	m->rows = (size_t)dims[1];
	m->cols = (size_t)dims[0];
	return status;
}

static odd_status read_sparse(odd__matrix *m, const struct source *s, hid_t group, odd_error *err)
{
	static const char *const parts[] = {"data", "ir", "jc"};
	odd__mat_array *array[] = {&m->values, &m->ir, &m->jc};
	uint64_t rows;
	if (!number_of(group, "MATLAB_sparse", &rows))
		return odd_error_at(
			err, ODD_EINPUT, s->path, 0, 0, "%s is not a matrix of numbers", s->name);
	for (size_t i = 0; i < 3; i++) {
		hsize_t dims[2];
		if (i < 2 && !is_here(group, parts[i]))
			continue; /* a matrix of zeros has no values */
		hid_t set = is_here(group, parts[i]) ? H5Dopen2(group, parts[i], H5P_DEFAULT) : -1;
		if (set < 0)
			return damaged(s, err);
		odd_status status = read_set(array[i], &m->owned[i], dims, s, set, err);
		H5Dclose(set);
		if (status != ODD_OK)
			return status;
	}
	m->sparse = true;
	m->rows = (size_t)rows;
	m->cols = m->jc.count - 1;
	return ODD_OK;
}

static odd_status read_variable(odd__matrix *m, const struct source *s, odd_error *err)
{
	hid_t object = H5Oopen(s->file, s->name, H5P_DEFAULT);
	if (object < 0)
		return damaged(s, err);
	H5I_type_t kind = H5Iget_type(object);
	odd_status status;
	m->name = s->name;
	if (kind == H5I_DATASET)
		status = read_dense(m, s, object, err);
	else if (kind == H5I_GROUP)
		status = read_sparse(m, s, object, err);
	else
		status = odd_error_at(
			err, ODD_EINPUT, s->path, 0, 0, "%s is not a matrix of numbers", s->name);
	H5Oclose(object);
	return status;
}

/* A file in memory; HDF5 keeps a copy of it for as long as it is open. */
static hid_t open_bytes(const odd__bytes *file)
{
	hid_t access = H5Pcreate(H5P_FILE_ACCESS), opened = -1;
	if (access < 0)
		return -1;
	if (H5Pset_fapl_core(access, 1 << 16, 0) >= 0 &&
		H5Pset_file_image(access, file->data, file->size) >= 0)
		opened = H5Fopen("network.mat", H5F_ACC_RDONLY, access);
	H5Pclose(access);
	return opened;
}

/* ---- in a process of its own -------------------------------------------------------------------
 *
 * HDF5 does not survive every damaged file. A child that falls over is a damaged file; one that
 * goes round in circles is ended; and it ends at once when the job is cancelled.
 */

/* The processor time of a child: plenty for what the limit lets through. */
enum { SECONDS = 20, BYTES_PER_SECOND = 10 << 20, POLL_MS = 50 };

/* Handlers of the program belong to the program: in the child a crash is a silent end. What asks
 * the program to end is for the program to decide: it ends the child. */
static void be_a_child(const odd__limits *limits)
{
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGPIPE};
	static const int asking[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
	struct sigaction act = {.sa_handler = SIG_DFL};
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaction(fatal[i], &act, NULL);
	act.sa_handler = SIG_IGN;
	for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
		sigaction(asking[i], &act, NULL);
	rlim_t seconds = SECONDS + (rlim_t)(odd__limits_most(limits) / BYTES_PER_SECOND);
	struct rlimit none = {0, 0}, time = {seconds, seconds};
	setrlimit(RLIMIT_CORE, &none);
	setrlimit(RLIMIT_CPU, &time);
	/* What the library or a sanitizer has to say about it is for nobody. */
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
}

/* Ask. A child that is no more is noticed when its answer is read. */
static void child_ask(const odd__child *a, const void *bytes, size_t size)
{
	/* A question is short: it fits, or the child is no more. */
	(void)!send(a->line, bytes, size, MSG_NOSIGNAL);
}

/* The next bytes of the answer. A child that ended before them: the file is damaged. */
static odd_status child_read(odd__child *a, void *bytes, size_t size, odd_error *err)
{
	char *at = bytes;
	while (size > 0) {
		struct pollfd wait = {.fd = a->line, .events = POLLIN};
		odd_status status = odd__limits_poll(a->limits, a->path, err);
		if (status != ODD_OK)
			return status;
		if (poll(&wait, 1, POLL_MS) <= 0)
			continue;
		ssize_t got = read(a->line, at, size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return odd_error_at(
				err, ODD_EINPUT, a->path, 0, 0, "is damaged or cut short");
		at += got;
		size -= (size_t)got;
	}
	return ODD_OK;
}

/* For the child: the next question; false when there are no more. */
static bool child_asked(int line, void *bytes, size_t size)
{
	return recv(line, bytes, size, MSG_WAITALL) == (ssize_t)size;
}

/* For the child: answer, or give up when nobody listens. */
static void child_answer(int line, const void *bytes, size_t size)
{
	const char *at = bytes;
	while (size > 0) {
		ssize_t put = write(line, at, size);
		if (put < 0 && errno != EINTR)
			_exit(1);
		if (put > 0) {
			at += put;
			size -= (size_t)put;
		}
	}
}

struct question {
	char name[32]; /* of a variable */
};

struct answer {
	odd_status status;
	odd_error err;
	bool found, sparse;
	size_t rows, cols;
	size_t count[3]; /* of values, ir and jc, all of which follow as doubles */
};

static void answer_one(const struct source *s, int line)
{
	struct answer answer = {.status = ODD_OK};
	odd__matrix m = {.name = NULL};
	const odd__mat_array *const parts[] = {&m.values, &m.ir, &m.jc};
	if (s->file < 0)
		answer.status = odd_error_at(
			&answer.err, ODD_EINPUT, s->path, 0, 0, "is damaged or cut short");
	else if (is_here(s->file, s->name))
		answer.status = read_variable(&m, s, &answer.err);
	answer.found = m.name != NULL;
	answer.sparse = m.sparse;
	answer.rows = m.rows;
	answer.cols = m.cols;
	for (size_t i = 0; i < 3; i++)
		answer.count[i] = parts[i]->count;
	child_answer(line, &answer, sizeof answer);
	for (size_t i = 0; i < 3 && answer.status == ODD_OK; i++)
		child_answer(line, parts[i]->at, parts[i]->count * sizeof(double));
	odd__matrix_clear(&m);
}

static void answer_all(const odd__child *c, const odd__bytes *file, int line)
{
	struct question q;
	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	struct source s = {open_bytes(file), c->path, NULL, c->limits};
	while (child_asked(line, &q, sizeof q)) {
		s.name = q.name;
		answer_one(&s, line);
	}
}

/* What comes from the child is believed no more than the file. */
static odd_status receive(odd__matrix *m, odd__child *child, const char *name, odd_error *err)
{
	struct answer answer;
	odd_status status = child_read(child, &answer, sizeof answer, err);
	if (status != ODD_OK)
		return status;
	if (answer.status != ODD_OK) {
		if (err != NULL)
			*err = answer.err;
		return answer.status;
	}
	if (!answer.found)
		return ODD_OK;
	m->name = name;
	m->sparse = answer.sparse;
	m->rows = answer.rows;
	m->cols = answer.cols;
	odd__mat_array *const parts[] = {&m->values, &m->ir, &m->jc};
	for (size_t i = 0; i < 3; i++) {
		if (answer.count[i] > odd__limits_most(child->limits) / sizeof(double))
			return odd__limits_error(
				child->limits, child->path, "its values need", err);
		double *values = malloc(answer.count[i] * sizeof *values + 1);
		m->owned[i] = values;
		if (values == NULL)
			return odd_error_nomem(err);
		*parts[i] = (odd__mat_array){
			(const unsigned char *)values, answer.count[i], ODD__MAT_DOUBLE, false};
		status = child_read(child, values, answer.count[i] * sizeof *values, err);
		if (status != ODD_OK)
			return status;
	}
	return odd__matrix_check(m, child->path, err);
}

void odd__child_end(odd__child *a)
{
	if (a->line >= 0)
		close(a->line);
	if (a->child > 0) {
		kill(a->child, SIGKILL);
		while (waitpid(a->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	a->child = a->line = -1;
}

odd_status odd__mat73_begin(odd__child *a, const odd__bytes *file, const char *path,
	const odd__limits *limits, odd_error *err)
{
	int ends[2];
	*a = (odd__child){.child = -1, .line = -1, .path = path, .limits = limits};
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return odd_error_errno(err, path, "cannot read: no line");
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	a->child = fork();
	if (a->child == 0) {
		close(ends[0]);
		be_a_child(limits);
		answer_all(a, file, ends[1]);
		_exit(0);
	}
	int why = errno;
	close(ends[1]);
	a->line = ends[0];
	if (a->child > 0)
		return ODD_OK;
	odd__child_end(a);
	errno = why;
	return odd_error_errno(err, path, "cannot read: no process");
}

odd_status odd__mat73_find(odd__matrix *out, odd__child *child, const char *name, odd_error *err)
{
	struct question q = {.name = ""};
	memset(out, 0, sizeof *out);
	assert(strlen(name) < sizeof q.name);
	strcpy(q.name, name);
	child_ask(child, &q, sizeof q);
	odd_status status = receive(out, child, name, err);
	if (status != ODD_OK)
		odd__matrix_clear(out);
	return status;
}

#else

void odd__child_end(odd__child *a)
{
	(void)a;
}

odd_status odd__mat73_begin(odd__child *child, const odd__bytes *file, const char *path,
	const odd__limits *limits, odd_error *err)
{
	(void)file;
	(void)limits;
	*child = (odd__child){.child = -1, .line = -1};
	return odd_error_at(err, ODD_EUSAGE, path, 0, 0,
		"this oddone was built without HDF5; install libhdf5-dev and build again to read "
		".mat of version 7.3");
}

odd_status odd__mat73_find(odd__matrix *out, odd__child *child, const char *name, odd_error *err)
{
	(void)child;
	(void)name;
	memset(out, 0, sizeof *out);
	return odd_error_set(err, ODD_EUSAGE, "built without HDF5");
}

#endif
