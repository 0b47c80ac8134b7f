#include "config.h"

#include "tui/remembered.h"

#include "session/memory.h"
#include "tui/app.h"
#include "tui/dialogs.h"

struct remembered *remembered_get(struct app *app)
{
	if (app->remembered == NULL) {
		app->remembered = memory_grow(NULL, 1, sizeof *app->remembered);
		memset(app->remembered, 0, sizeof *app->remembered);
	}
	return app->remembered;
}

void remembered_free(struct app *app)
{
	if (app->remembered != NULL)
		free(app->remembered->browser.dir);
	free(app->remembered);
	app->remembered = NULL;
}
