struct app; void help_open(struct app*,const char*);
