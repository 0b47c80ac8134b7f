#include "config.h"

#include "network/town_lists.h"

/* No word stands in two lists: a test looks. */
const struct odd__club odd__club[ODD__CLUBS] = {
	{"sailors", 73,
		{"sail", "tide", "anchor", "harbour", "rope", "compass", "rudder", "mast",
			"regatta", "lighthouse", "gull", "buoy", "keel", "jib", "dinghy", "knots",
			"oilskins", "sextant", "fog", "pier", "starboard", "capstan", "mooring",
			"spinnaker", "logbook", "barnacles"}},
	{"gardeners", 60,
		{"roses", "compost", "spade", "seedlings", "watering-can", "pruning", "tulips",
			"greenhouse", "hedge", "slugs", "wheelbarrow", "lavender", "mulch",
			"trowel", "dahlias", "pergola", "radishes", "secateurs", "peonies", "bulbs",
			"trellis", "foxgloves", "topsoil", "ferns", "rhubarb", "birdbath"}},
	{"bakers", 50,
		{"sourdough", "flour", "oven", "yeast", "rolling-pin", "crust", "butter",
			"cinnamon", "croissant", "kneading", "rye", "pastry", "icing", "muffins",
			"brioche", "sugar", "marzipan", "cake-tin", "poppy-seed", "whisk", "scones",
			"shortbread", "vanilla", "pretzel", "gingerbread", "proofing"}},
	{"stargazers", 44,
		{"telescope", "comet", "saturn", "eclipse", "milky-way", "tripod", "meteor", "lens",
			"constellation", "moon-map", "orbit", "observatory", "nebula", "jupiter",
			"dark-sky", "andromeda", "aurora", "eyepiece", "perseids", "equinox",
			"red-dwarf", "orion", "sunspot", "transit", "zenith", "planisphere"}},
	{"chess-players", 36,
		{"gambit", "rook", "checkmate", "endgame", "bishop", "castling", "opening", "clock",
			"stalemate", "pawn", "sicilian", "fork", "tournament", "blunder", "knight",
			"en-passant", "sacrifice", "grandmaster", "zugzwang", "queen-trap",
			"fianchetto", "time-trouble", "adjournment", "blitz", "score-sheet",
			"skewer"}},
	{"beekeepers", 28,
		{"hive", "honey", "smoker", "swarm", "nectar", "beeswax", "queen-bee", "clover",
			"veil", "honeycomb", "drone", "brood", "pollen", "skep", "heather",
			"frames", "apiary", "propolis", "mead", "extractor", "worker-bees",
			"royal-jelly", "varroa", "linden", "waggle-dance", "hive-tool"}},
};

const char *const odd__town_word[ODD__TOWN_WORDS] = {"tea", "weather", "market-day", "town-hall",
	"bicycle", "newspaper", "grandchildren", "choir", "coffee", "train", "pub-quiz", "library",
	"cat", "dog", "football", "holiday", "photographs", "umbrella", "jumble-sale", "radio",
	"crossword", "post-office", "cinema", "knitting", "marmalade", "stamps", "parade",
	"bus-stop", "raffle", "fish-and-chips", "village-green", "piano", "cricket", "jigsaw",
	"lottery", "museum"};

const char *const odd__first_name[ODD__FIRST_NAMES] = {"ada", "agnes", "albert", "alice", "amos",
	"anton", "arthur", "basil", "bea", "bruno", "cara", "cecil", "clara", "conrad", "cora",
	"dora", "edgar", "edith", "effie", "elsie", "emil", "ernest", "esther", "etta", "felix",
	"flora", "frank", "freya", "george", "greta", "gus", "harriet", "hazel", "henry", "hugo",
	"ida", "ines", "iris", "ivor", "jasper", "joan", "jonas", "judith", "karl", "leo", "lena",
	"lionel", "lottie", "mabel", "martha", "max", "mina", "nell", "noah", "nora", "olive",
	"oscar", "otto", "pearl", "percy", "petra", "quentin", "rosa", "rufus", "ruth", "silas",
	"stella", "theo", "tilda", "victor", "walter", "winnie"};

const char *const odd__last_name[ODD__LAST_NAMES] = {"abbott", "alder", "ashby", "bagley", "barrow",
	"beech", "birch", "blythe", "bright", "brook", "carver", "chandler", "clay", "cobb",
	"cooper", "crane", "dale", "dove", "drake", "elm", "fairweather", "fenn", "finch", "fisher",
	"fletcher", "frost", "gale", "gibbs", "glover", "hale", "hare", "hart", "heron", "hobbs",
	"holly", "hooper", "jay", "kestrel", "lamb", "lark", "linnet", "lock", "marsh", "mason",
	"meadows", "mill", "moss", "nightingale", "oakley", "otter", "page", "partridge", "penny",
	"pike", "plum", "quill", "reed", "robin", "rowe", "sage", "sharp", "shaw", "sparrow",
	"stone", "swift", "thatcher", "thorn", "vale", "webb", "wells", "wilde", "wren"};
