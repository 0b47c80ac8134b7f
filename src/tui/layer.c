/* layer.c: the default behaviour of screens: moving, focus, leaving, mouse. */
#include "config.h"

#include "tui/layer.h"

#include <stdlib.h>
#include <string.h>

#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/list.h"

static void moved(struct layer *layer, struct app *app)
{
	app->dirty = true;
	if (layer->ops->moved != NULL)
		layer->ops->moved(layer, app);
}

/* False when the list does not know the move. A screen without its list yet has nothing to move. */
static bool move(struct layer *layer, struct app *app, const char *way)
{
	struct list *list = layer->ops->list(layer, NULL);
	if (list != NULL && !list_move(list, way))
		return false;
	if (list != NULL)
		moved(layer, app);
	return true;
}

bool layer_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	const struct layer_ops *ops = layer->ops;
	*status = ODD_OK;
	if (ops->command != NULL && ops->command(layer, app, args, status, err))
		return true;
	if (arguments_begin(args, "move"))
		return ops->list != NULL && move(layer, app, args->argv[1]);
	bool next = arguments_begin(args, "focus next");
	if (arguments_begin(args, "leave")) {
		app_pop(app);
		return true;
	}
	if (!next && !arguments_begin(args, "focus previous"))
		return false;
	for (int i = 0; ops->parts > 1 && i < ops->parts; i++) {
		layer->part = (layer->part + (next ? 1 : ops->parts - 1)) % ops->parts;
		if (ops->lacks == NULL || !ops->lacks(layer, layer->part))
			break;
	}
	moved(layer, app);
	return true;
}

bool layer_key(struct layer *layer, struct app *app, struct key key)
{
	const struct layer_ops *ops = layer->ops;
	app->dirty = true;
	if (ops->key != NULL && ops->key(layer, app, key))
		return true;
	struct list *list =
		key.code == K_MOUSE && ops->list != NULL ? ops->list(layer, &key) : NULL;
	enum list_act act = list != NULL ? list_mouse(list, key) : LIST_IGNORED;
	if (act != LIST_IGNORED)
		moved(layer, app);
	if (act == LIST_OPENED && ops->open != NULL)
		app_run(app, ops->open, NULL);
	return act != LIST_IGNORED;
}

struct layer *app_screen(const struct app *app)
{
	struct layer *layer = app->top;
	while (!layer->ops->whole)
		layer = layer->below;
	return layer;
}

void layer_free(struct layer *layer)
{
	if (layer->ops->clear != NULL)
		layer->ops->clear(layer);
	free(layer);
}

odd_status screen_push(struct app *app, const struct layer_ops *ops, odd_error *err)
{
	odd_status status = ops->needs_network ? app_needs_network(app, err) : ODD_OK;
	if (status != ODD_OK)
		return status;
	struct layer *layer = xgrow(NULL, 1, ops->size);
	memset(layer, 0, ops->size);
	layer->ops = ops;
	app_push(app, layer);
	if (ops->begin != NULL)
		status = ops->begin(layer, app, err);
	if (status != ODD_OK)
		app_pop(app);
	else
		app_update_layers(app);
	return status;
}

odd_status screen_open(struct app *app, const struct layer_ops *ops, odd_error *err)
{
	const struct layer *open = app->top;
	while (open != NULL && open->ops != ops)
		open = open->below;
	if (open == NULL)
		return screen_push(app, ops, err);
	while (app->top != open)
		app_pop(app);
	if (ops->update != NULL)
		ops->update(app->top, app);
	return ODD_OK;
}
