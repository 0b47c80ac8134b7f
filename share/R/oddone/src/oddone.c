/* oddone.c: the handle of liboddone (oddone/easy.h) for R. */
#include <stdlib.h>
#include <string.h>

#include <oddone/oddone.h>

#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

static void finalise(SEXP pointer)
{
	odd_easy_free(R_ExternalPtrAddr(pointer));
	R_ClearExternalPtr(pointer);
}

static SEXP make_handle(void)
{
	odd_easy *easy = odd_easy_new();
	if (easy == NULL)
		error("out of memory");
	SEXP pointer = PROTECT(R_MakeExternalPtr(easy, R_NilValue, R_NilValue));
	R_RegisterCFinalizerEx(pointer, finalise, TRUE);
	UNPROTECT(1);
	return pointer;
}

static odd_easy *get_handle(SEXP pointer)
{
	odd_easy *easy = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
	if (easy == NULL)
		error("this result was saved and read again: only its numbers are left");
	return easy;
}

static SEXP check(odd_easy *easy, int status)
{
	if (status != 0)
		error("%s", odd_easy_error(easy));
	return R_NilValue;
}

static SEXP set_option(SEXP pointer, SEXP name, SEXP value)
{
	odd_easy *easy = get_handle(pointer);
	return check(
		easy, odd_easy_set(easy, CHAR(asChar(name)), translateCharUTF8(asChar(value))));
}

static SEXP load_network(SEXP pointer, SEXP path)
{
	odd_easy *easy = get_handle(pointer);
	return check(easy, odd_easy_load(easy, translateChar(asChar(path))));
}

/* A C array of the texts of a vector, freed by R; NULL for NULL. NA is "". */
static const char **texts_of(SEXP texts)
{
	if (isNull(texts))
		return NULL;
	const R_xlen_t n = XLENGTH(texts);
	const char **out = (const char **)R_alloc((size_t)n + 1, sizeof *out);
	for (R_xlen_t i = 0; i < n; i++)
		out[i] = STRING_ELT(texts, i) == NA_STRING
				 ? ""
				 : translateCharUTF8(STRING_ELT(texts, i));
	return out;
}

/* Integers of R from 1 as integers from 0, freed by R. */
static int64_t *numbers_from_0(SEXP x)
{
	int64_t *out = (int64_t *)R_alloc((size_t)XLENGTH(x) + 1, sizeof *out);
	for (R_xlen_t i = 0; i < XLENGTH(x); i++)
		out[i] = (int64_t)INTEGER(x)[i] - 1;
	return out;
}

/* The network: names of nodes and attributes, links (from, to, weight), entries of the attributes
 * (row, column, value), labels and truth or NULL. */
static SEXP set_network(SEXP pointer, SEXP nodes, SEXP attributes, SEXP links, SEXP entries,
	SEXP labels, SEXP truth)
{
	odd_easy *easy = get_handle(pointer);
	const size_t n = (size_t)XLENGTH(nodes);
	check(easy, odd_easy_nodes(easy, n, texts_of(nodes),
			    isNull(attributes) ? 0 : (size_t)XLENGTH(attributes),
			    texts_of(attributes)));
	check(easy, odd_easy_links(easy, (size_t)XLENGTH(VECTOR_ELT(links, 0)),
			    numbers_from_0(VECTOR_ELT(links, 0)),
			    numbers_from_0(VECTOR_ELT(links, 1)), REAL(VECTOR_ELT(links, 2))));
	if (!isNull(entries))
		check(easy, odd_easy_attributes(easy, (size_t)XLENGTH(VECTOR_ELT(entries, 0)),
				    numbers_from_0(VECTOR_ELT(entries, 0)),
				    numbers_from_0(VECTOR_ELT(entries, 1)),
				    REAL(VECTOR_ELT(entries, 2))));
	if (!isNull(labels))
		check(easy, odd_easy_labels(easy, n, texts_of(labels)));
	if (!isNull(truth)) {
		uint8_t *odd = (uint8_t *)R_alloc(n + 1, 1);
		for (size_t i = 0; i < n; i++)
			odd[i] = LOGICAL(truth)[i] == TRUE;
		check(easy, odd_easy_truth(easy, n, odd));
	}
	return R_NilValue;
}

/* ---- work, which Ctrl-C ends ---------------------------------------------------------------- */

static void look_for_interrupt(void *unused)
{
	(void)unused;
	R_CheckUserInterrupt();
}

static int news(void *interrupted, const char *what, double done, double total)
{
	(void)what, (void)done, (void)total;
	if (!R_ToplevelExec(look_for_interrupt, NULL))
		*(int *)interrupted = 1;
	return *(int *)interrupted;
}

static SEXP work(SEXP pointer, SEXP what, SEXP iterations)
{
	odd_easy *easy = get_handle(pointer);
	const char *name = CHAR(asChar(what));
	int interrupted = 0;
	const int status =
		strcmp(name, "run") == 0 ? odd_easy_run(easy, news, &interrupted)
		: strcmp(name, "plant") == 0
			? odd_easy_plant(easy, news, &interrupted)
			: odd_easy_iterate(easy, (size_t)asInteger(iterations), news, &interrupted);
	if (interrupted)
		error("interrupted");
	return check(easy, status);
}

/* ---- results -------------------------------------------------------------------------------- */

/* A matrix; NULL when there is none of that name. */
static SEXP get_numbers(SEXP pointer, SEXP name)
{
	odd_easy *easy = get_handle(pointer);
	size_t rows, columns;
	if (odd_easy_shape(easy, CHAR(asChar(name)), &rows, &columns) != 0)
		return R_NilValue;
	double *by_row = (double *)R_alloc(rows * columns + 1, sizeof *by_row);
	check(easy, odd_easy_get(easy, CHAR(asChar(name)), by_row, rows * columns));
	SEXP out = PROTECT(allocMatrix(REALSXP, (int)rows, (int)columns));
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			REAL(out)[j * rows + i] = by_row[i * columns + j];
	UNPROTECT(1);
	return out;
}

static SEXP get_texts(SEXP pointer, SEXP name)
{
	odd_easy *easy = get_handle(pointer);
	const char *what = CHAR(asChar(name));
	R_xlen_t n = 0;
	while (odd_easy_text(easy, what, (size_t)n) != NULL)
		n++;
	SEXP out = PROTECT(allocVector(STRSXP, n));
	for (R_xlen_t i = 0; i < n; i++)
		SET_STRING_ELT(out, i, mkCharCE(odd_easy_text(easy, what, (size_t)i), CE_UTF8));
	UNPROTECT(1);
	return out;
}

static SEXP explain(SEXP pointer, SEXP node)
{
	odd_easy *easy = get_handle(pointer);
	check(easy, odd_easy_explain(easy, (size_t)asInteger(node) - 1));
	return get_texts(pointer, mkString("sentence"));
}

#define ROW(function, arguments) \
	{ \
#function, (DL_FUNC)function, arguments \
	}
static const R_CallMethodDef functions[] = {ROW(make_handle, 0), ROW(set_option, 3),
	ROW(load_network, 2), ROW(set_network, 7), ROW(work, 3), ROW(get_numbers, 2),
	ROW(get_texts, 2), ROW(explain, 2), {NULL, NULL, 0}};

void R_init_oddone(DllInfo *info)
{
	R_registerRoutines(info, NULL, functions, NULL, NULL);
	R_useDynamicSymbols(info, FALSE);
}
