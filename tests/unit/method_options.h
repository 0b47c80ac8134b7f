/* method_options.h: options of the methods as a test begins with them; test_methods.c checks them
 * against the defaults of the table. */
#ifndef TESTS_METHOD_OPTIONS_H
#define TESTS_METHOD_OPTIONS_H

#define ODD_AANE_OPTIONS_INIT \
	{ \
		.k = 0, .lambda = 0.05, .rho = 5.0, .sweeps = 2, .seed = 42 \
	}

#define ODD_TADW_OPTIONS_INIT \
	{ \
		.k = 0, .features = 200, .lambda = 0.2, .sweeps = 10, .seed = 42 \
	}

#define ODD_LINE_OPTIONS_INIT \
	{ \
		.k = 200, .samples = 0, .negative = 5, .rho = 0.025, .seed = 42 \
	}

#define ODD_GRAPHSAGE_OPTIONS_INIT \
	{ \
		.k = 0, .hidden = 128, .near = 10, .far = 25, .batch = 512, .negatives = 20, \
		.reach = 4, .steps = 1000, .rate = 1e-3, .seed = 42 \
	}

/* clang-format off */
#define ODD_SEANO_OPTIONS_INIT                                                                     \
	{.k = 0, .hidden = 200, .labelled = 0.2, .iterations = 3000, .label_batch = 200,           \
		.graph_pairs = 64, .same_pairs = 256, .negatives = 6, .path = 20, .window = 5,     \
		.rate = 1e-3, .lambda_rate = 0.1, .lambda_start = 0.5, .seed = 42}
/* clang-format on */

#endif
