/* node_tables.c: nodes and links as the pair of tables that spreadsheets, pandas and Gephi read,
 * and the embedding as the pair that the Embedding Projector loads. */
#include "config.h"

#include "report/node_columns.h"
#include "report/tables.h"

static void put_value(struct sheet *s, enum node_type type, const struct node_value *v)
{
	if (!v->there) {
		sheet_word(s, "");
		return;
	}
	switch (type) {
	case NODE_TEXT:
		sheet_name(s, v->text);
		break;
	case NODE_COUNT:
		sheet_count(s, v->count);
		break;
	case NODE_NUMBER:
		sheet_number(s, v->number);
		break;
	case NODE_YESNO:
		sheet_word(s, v->yes ? "yes" : "no");
		break;
	}
}

/* id: what the first column is called. */
static odd_status write_nodes(
	struct sheet *s, const char *id, const struct result *o, const odd_job *job, odd_error *err)
{
	struct node_columns columns;
	odd_status status = node_columns_begin(&columns, o, job, err);
	if (status == ODD_OK) {
		sheet_word(s, id);
		for (size_t c = 0; c < columns.count; c++)
			sheet_word(s, columns.column[c].name);
		sheet_end(s);
	}
	for (size_t i = 0; i < o->net->nodes && status == ODD_OK; i++) {
		status = report_poll(job, i, o->net->nodes, err);
		if (!result_shown(o, i))
			continue;
		sheet_name(s, odd_names_get(&o->net->ids, i));
		for (size_t c = 0; c < columns.count; c++) {
			struct node_value v = node_columns_get(&columns, c, i);
			put_value(s, columns.column[c].type, &v);
		}
		sheet_end(s);
	}
	node_columns_end(&columns);
	return status;
}

odd_status report_write_nodes(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	return write_nodes(s, "Id", o, job, err);
}

odd_status report_write_metadata(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	return write_nodes(s, "id", o, job, err);
}

/* Each once: an undirected one is stored both ways. */
odd_status report_write_links(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_network *net = o->net;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			size_t j = net->A.idx[e];
			if ((!net->directed && j < i) || !result_shown(o, i) || !result_shown(o, j))
				continue;
			sheet_name(s, odd_names_get(&net->ids, i));
			sheet_name(s, odd_names_get(&net->ids, j));
			sheet_word(s, net->directed ? "Directed" : "Undirected");
			sheet_number(s, net->A.val != NULL ? net->A.val[e] : 1.0);
			sheet_end(s);
		}
		status = report_poll(job, i, net->nodes, err);
	}
	return status;
}

/* Without a heading, as the projector wants it. */
odd_status report_write_vectors(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	odd_one_state state = odd_one_look(o->one);
	odd_mat m;
	odd_status status = odd_mat_alloc(&m, state.nodes, state.k, err);
	if (status != ODD_OK)
		return status;
	odd_one_embedding(o->one, m);
	for (size_t i = 0; i < m.rows && status == ODD_OK; i++) {
		status = report_poll(job, i, m.rows, err);
		if (!result_shown(o, i))
			continue;
		for (size_t k = 0; k < m.cols; k++)
			sheet_brief(s, odd_mat_row(m, i)[k]);
		sheet_end(s);
	}
	odd_mat_free(&m);
	return status;
}
