/* cmd_tour.c: guided tours from the command line: begin one, or test what it claims. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/common.h"
#include "cli/text.h"
#include "tui/app.h"

static int check(const struct settings *s, const char *name)
{
	struct work w;
	odd_error err;
	struct tour_count count;
	struct app_options options = {0};
	explore_options(&options, s);
	work_begin(&w, s);
	options.cancel = w.job.cancel;
	odd_status status = tui_tour(&options, name, NULL, &count, &err);
	work_end(&w);
	if (status != ODD_OK)
		return tell_error(&w, &err, true);
	text_print(stdout, "%s: %zu %s, %zu %s\n", name, count.pages,
		plural(count.pages, "page", "pages"), count.claims,
		plural(count.claims, "claim holds", "claims hold"));
	return DONE;
}

/* tour check TOUR...; tour TOUR. */
int sub_tour(const struct settings *s)
{
	if (strcmp(s->network, "check") != 0) {
		if (s->value_count > 0)
			return tell_wrong(
				s->command, "one argument too many: %.100s", s->values[0]);
		return explore_tour(s, s->network);
	}
	if (s->value_count == 0)
		return tell_wrong(s->command, "check which tour?");
	int worst = DONE;
	for (size_t i = 0; i < s->value_count; i++) {
		int code = check(s, s->values[i]);
		if (code >= SIGNALLED)
			return code;
		worst = worst == DONE ? code : worst;
	}
	return worst;
}
