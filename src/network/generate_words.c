#include "config.h"

#include "network/generate_words.h"

#include <stdio.h>

enum { THEMES = 24, PER_THEME = 12, SHARED = 40 };

/* No word may stand here twice, nor among the shared ones: a test looks. */
static const struct {
	const char *name, *word[PER_THEME];
} theme[THEMES] = {
	{"harbour", {"sail", "anchor", "tide", "rope", "lighthouse", "gull", "deck", "mast", "buoy",
			    "ferry", "keel", "pier"}},
	{"garden", {"rose", "spade", "compost", "seedling", "hedge", "tulip", "greenhouse", "lawn",
			   "pruning", "trellis", "weed", "bulb"}},
	{"kitchen", {"flour", "oven", "yeast", "butter", "crust", "recipe", "whisk", "pastry",
			    "cinnamon", "saucepan", "dough", "apron"}},
	{"stars", {"comet", "telescope", "orbit", "planet", "eclipse", "galaxy", "nebula", "crater",
			  "meteor", "supernova", "zenith", "moonrise"}},
	{"forest", {"oak", "fern", "moss", "bark", "acorn", "clearing", "mushroom", "badger",
			   "pine", "bramble", "thicket", "resin"}},
	{"workshop", {"hammer", "chisel", "lathe", "plank", "varnish", "screw", "bench", "sawdust",
			     "hinge", "vice", "drill", "glue"}},
	{"music", {"violin", "chord", "melody", "drum", "chorus", "tempo", "piano", "encore",
			  "flute", "quartet", "rhythm", "trumpet"}},
	{"railway", {"locomotive", "signal", "platform", "timetable", "sleeper", "carriage",
			    "junction", "conductor", "viaduct", "gauge", "freight", "siding"}},
	{"library", {"novel", "shelf", "catalogue", "chapter", "binding", "atlas", "manuscript",
			    "borrower", "index", "folio", "preface", "librarian"}},
	{"hospital", {"nurse", "ward", "stethoscope", "bandage", "surgeon", "vaccine", "pulse",
			     "clinic", "fever", "syringe", "midwife", "diagnosis"}},
	{"farm", {"tractor", "barley", "harvest", "cattle", "barn", "plough", "haystack", "orchard",
			 "furrow", "dairy", "silo", "shepherd"}},
	{"mountains", {"summit", "glacier", "ridge", "crampon", "avalanche", "hut", "scree",
			      "belay", "valley", "chamois", "cornice", "col"}},
	{"theatre", {"curtain", "rehearsal", "costume", "prompter", "monologue", "spotlight",
			    "audience", "backdrop", "tragedy", "wings", "applause", "playwright"}},
	{"weather", {"drizzle", "thunder", "barometer", "frost", "breeze", "forecast", "hail",
			    "cloud", "rainbow", "humidity", "gale", "thaw"}},
	{"football", {"goalkeeper", "penalty", "whistle", "midfield", "offside", "stadium",
			     "league", "striker", "tackle", "header", "referee", "supporters"}},
	{"market", {"stall", "bargain", "invoice", "ledger", "price", "merchant", "auction",
			   "profit", "coin", "wholesale", "receipt", "cargo"}},
	{"court", {"verdict", "witness", "judge", "statute", "appeal", "evidence", "counsel",
			  "oath", "bail", "jury", "contract", "notary"}},
	{"history", {"dynasty", "treaty", "archive", "medieval", "excavation", "chronicle",
			    "empire", "relic", "monarch", "fortress", "parchment", "crusade"}},
	{"chemistry", {"molecule", "solvent", "catalyst", "acid", "titration", "isotope", "beaker",
			      "oxide", "polymer", "crystal", "reagent", "enzyme"}},
	{"painting", {"canvas", "easel", "pigment", "portrait", "fresco", "brush", "palette",
			     "watercolour", "charcoal", "gallery", "ochre", "landscape"}},
	{"computers", {"keyboard", "compiler", "kernel", "network", "database", "password",
			      "cursor", "buffer", "backup", "pixel", "server", "loop"}},
	{"birds", {"heron", "plumage", "nest", "warbler", "migration", "falcon", "feather", "owl",
			  "binoculars", "wren", "fledgling", "curlew"}},
	{"sewing", {"needle", "thread", "bobbin", "hem", "linen", "pattern", "thimble", "button",
			   "embroidery", "zip", "velvet", "seam"}},
	{"cinema", {"director", "screenplay", "projector", "montage", "popcorn", "trailer",
			   "actress", "subtitle", "matinee", "studio", "close-up", "newsreel"}},
};

static const char *const shared[SHARED] = {"today", "people", "house", "friend", "morning",
	"coffee", "street", "weekend", "family", "letter", "question", "idea", "holiday", "photo",
	"news", "town", "evening", "money", "plan", "story", "child", "walk", "birthday",
	"neighbour", "lunch", "table", "summer", "winter", "answer", "visit", "bicycle", "window",
	"meeting", "journey", "telephone", "dinner", "party", "school", "work", "shopping"};

/* "word" for serial 0, "word-2" for 1, … */
static size_t number_word(char out[ODD__WORD_ROOM], const char *word, size_t serial)
{
	int length = serial == 0 ? snprintf(out, ODD__WORD_ROOM, "%s", word)
				 : snprintf(out, ODD__WORD_ROOM, "%s-%zu", word, serial + 1);
	return (size_t)length;
}

size_t odd__topic_name(char out[ODD__WORD_ROOM], size_t topic)
{
	return number_word(out, theme[topic % THEMES].name, topic / THEMES);
}

size_t odd__topic_word(char out[ODD__WORD_ROOM], size_t topic, size_t topics, size_t rank)
{
	/* Topics t, t + 24, t + 48, … share the words of one theme: each takes every lap-th number.
	 */
	size_t laps = (topics + THEMES - 1) / THEMES;
	size_t serial = rank / PER_THEME * laps + topic / THEMES;
	return number_word(out, theme[topic % THEMES].word[rank % PER_THEME], serial);
}

size_t odd__shared_word(char out[ODD__WORD_ROOM], size_t rank)
{
	return number_word(out, shared[rank % SHARED], rank / SHARED);
}
