/* What a column is because of its name, or because the user says so. */
#include "config.h"

#include "network/frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"

/* Best first. Gephi's Label is mostly the name of a node: it serves only when its values repeat.
 * The last three only in files of programs that draw, and two of them only as text. */
static const char *const class_names[] = {"class", "label", "community", "group", "category",
	"modularity class", "modularity_class", "club", "type", "value"};
enum {
	CLASS_NAMES = sizeof class_names / sizeof *class_names,
	LABEL = 1,
	GRAPH_ONLY = 7,
	TEXT_ONLY = 8
};

static bool whole_numbers(const odd__frame_column *c)
{
	double x;
	for (size_t v = 0; v < c->values.count; v++) {
		odd__text text = odd__frame_value(c, v);
		if (odd__number_parse(text.at, text.length, &x) == ODD__NUMBER_OK && x != floor(x))
			return false;
	}
	return true;
}

static bool can_be_class(const odd__frame *f, const odd__frame_column *c, size_t rank)
{
	double x;
	if (c->filled == 0 || c->by_user || c->type == ODD_COLUMN_TRUTH)
		return false;
	if (!f->graph)
		return rank < GRAPH_ONLY && (rank != LABEL || odd__frame_repeats(c));
	odd__text first = c->values.count > 0 ? odd__frame_value(c, 0) : (odd__text){"0", 1};
	bool number = odd__number_parse(first.at, first.length, &x) == ODD__NUMBER_OK;
	return c->distinct < c->filled && whole_numbers(c) && (rank < TEXT_ONLY || !number);
}

/* The class, and of the others with such names those that are not ids become categories. */
void odd__frame_class(odd__frame *f)
{
	bool found = false;
	for (size_t j = 0; j < f->names.count; j++)
		found |= f->column[j].by_user && f->column[j].type == ODD_COLUMN_CLASS;
	for (size_t rank = 0; rank < CLASS_NAMES; rank++) {
		for (size_t j = 0; j < f->names.count; j++) {
			odd__frame_column *c = &f->column[j];
			if (strcasecmp(odd_names_get(&f->names, j), class_names[rank]) != 0 ||
				!can_be_class(f, c, rank))
				continue;
			c->by_user = true; /* that is settled */
			if (!found)
				c->type = ODD_COLUMN_CLASS;
			else if (c->distinct == 1)
				c->type = ODD_COLUMN_CONSTANT;
			else
				c->type =
					odd__frame_repeats(c) ? ODD_COLUMN_CATEGORY : ODD_COLUMN_ID;
			found = true;
		}
	}
}

static bool has(const odd__frame *f, const char *name)
{
	for (size_t j = 0; j < f->names.count; j++)
		if (strcasecmp(odd_names_get(&f->names, j), name) == 0)
			return true;
	return false;
}

static bool is_layout(const odd__frame *f, const char *name, bool drawn)
{
	static const char *const look[] = {"r", "g", "b", "x", "y", "z", "size", "color", "colour",
		"shape", "x_fact", "y_fact", NULL};
	static const char prefix[][8] = {"viz:", "viz_", "y:"};
	for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++)
		if (strncasecmp(name, prefix[k], strlen(prefix[k])) == 0)
			return true;
	return f->graph && drawn && odd__frame_is(name, look);
}

/* "year=category,zip=id"; what is no such pair was refused before. */
bool odd__frame_type_given(const char *types, const char *name, odd_column_type *type)
{
	while (types != NULL && *types != '\0') {
		size_t n = strcspn(types, ","), equals = n;
		while (equals > 0 && types[equals] != '=')
			equals--;
		if (equals == strlen(name) && strncasecmp(types, name, equals) == 0) {
			int t = odd_column_type_from_name(types + equals + 1, n - equals - 1);
			if (t >= 0) {
				*type = (odd_column_type)t;
				return true;
			}
		}
		types += n + (types[n] == ',');
	}
	return false;
}

bool odd__frame_type_like(const odd_columns *like, const char *name, odd_column_type *type)
{
	size_t c = like != NULL ? odd_columns_find(like, name) : SIZE_MAX;
	if (c == SIZE_MAX || like->column[c].type > ODD_COLUMN_CLASS)
		return false;
	*type = like->column[c].type;
	return true;
}

/* Columns that are no attributes stay what they are when attributes are chosen. */
static bool has_role(const char *name)
{
	for (size_t k = 0; k < CLASS_NAMES; k++)
		if (strcasecmp(name, class_names[k]) == 0)
			return true;
	return strcasecmp(name, "truth") == 0 || strcasecmp(name, "outlier") == 0;
}

/* What the names and the user say. */
static void begin(odd__frame *f)
{
	const odd_load_options *o = f->options;
	bool drawn = (has(f, "x") && has(f, "y")) || (has(f, "r") && has(f, "g") && has(f, "b"));
	for (size_t j = 0; j < f->names.count; j++) {
		odd__frame_column *c = &f->column[j];
		const char *name = odd_names_get(&f->names, j);
		if (c->by_user)
			continue;
		c->by_user = true;
		if (o != NULL && o->label != NULL && strcasecmp(name, o->label) == 0)
			c->type = ODD_COLUMN_CLASS;
		else if (o != NULL && odd__frame_type_given(o->types, name, &c->type))
			;
		else if (o != NULL && (odd__frame_listed(o->ignore, name) ||
					      (o->attributes != NULL &&
						      !odd__frame_listed(o->attributes, name) &&
						      !has_role(name))))
			c->type = ODD_COLUMN_IGNORED;
		else if (o != NULL && odd__frame_type_like(o->like, name, &c->type))
			;
		else if (strcasecmp(name, "truth") == 0 || strcasecmp(name, "outlier") == 0)
			c->type = ODD_COLUMN_TRUTH;
		else if (is_layout(f, name, drawn))
			c->type = ODD_COLUMN_LAYOUT;
		else
			c->by_user = false;
	}
}

/* Every column that the user names is there. */
odd_status odd__frame_check_names(
	const odd_names *names, const char *path, const char *list, bool types, odd_error *err)
{
	while (list != NULL && *list != '\0') {
		size_t n = strcspn(list, ","), length = n;
		char pattern[200];
		while (types && length > 0 && list[length] != '=')
			length--;
		if (types && (length == 0 || odd_column_type_from_name(
						     list + length + 1, n - length - 1) < 0))
			return odd_error_set(err, ODD_EUSAGE,
				"\"%.*s\" is not COLUMN=TYPE, with a type such as number, category, "
				"text, list, date, yes/no, count, id or ignored",
				(int)(n < 60 ? n : 60), list);
		snprintf(pattern, sizeof pattern, "%.*s", (int)(length < 190 ? length : 190), list);
		bool found = false;
		for (size_t j = 0; j < names->count && !found; j++)
			found = odd__frame_listed(pattern, odd_names_get(names, j));
		if (!found)
			return odd_error_at(err, ODD_EUSAGE, path, 0, 0,
				"there is no column \"%.60s\"", pattern);
		list += n + (list[n] == ',');
	}
	return ODD_OK;
}

odd_status odd__frame_roles(odd__frame *f, odd_error *err)
{
	const odd_load_options *o = f->options;
	odd_status status = ODD_OK;
	if (o != NULL && ((status = odd__frame_check_names(
				   &f->names, f->path, o->label, false, err)) != ODD_OK ||
				 (status = odd__frame_check_names(&f->names, f->path, o->attributes,
					  false, err)) != ODD_OK ||
				 (status = odd__frame_check_names(
					  &f->names, f->path, o->ignore, false, err)) != ODD_OK ||
				 (status = odd__frame_check_names(
					  &f->names, f->path, o->types, true, err)) != ODD_OK ||
				 (f->graph && (status = odd__frame_check_names(&f->names, f->path,
						       o->id, false, err)) != ODD_OK)))
		return status;
	begin(f);
	return ODD_OK;
}
