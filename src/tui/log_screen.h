struct app; void log_screen_open(struct app*);
