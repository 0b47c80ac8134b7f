#include "config.h"

#include "cli/values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

odd_status value_whole(uint64_t *out, const char *name, const char *text, uint64_t least,
	uint64_t most, odd_error *err)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0')
		return odd_error_set(
			err, ODD_EUSAGE, "--%s: \"%.60s\" is not a whole number", name, text);
	if (errno == ERANGE || value < least || value > most)
		return odd_error_set(err, ODD_EUSAGE, "--%s: %.60s is not between %llu and %llu",
			name, text, (unsigned long long)least, (unsigned long long)most);
	*out = value;
	return ODD_OK;
}

odd_status value_size(
	size_t *out, const char *name, const char *text, uint64_t least, odd_error *err)
{
	uint64_t value = 0;
	odd_status status = value_whole(&value, name, text, least, UINT32_MAX - 2, err);
	if (status == ODD_OK)
		*out = (size_t)value;
	return status;
}

odd_status value_real(
	double *out, const char *name, const char *text, double least, double most, odd_error *err)
{
	char *end;
	double value = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(value))
		return odd_error_set(
			err, ODD_EUSAGE, "--%s: \"%.60s\" is not a number", name, text);
	if (value < least || value > most) {
		if (isinf(most))
			return odd_error_set(
				err, ODD_EUSAGE, "--%s: %.60s is below %g", name, text, least);
		return odd_error_set(err, ODD_EUSAGE, "--%s: %.60s is not between %g and %g", name,
			text, least, most);
	}
	*out = value;
	return ODD_OK;
}

odd_status value_choice(
	int *out, const char *name, const char *text, const char *words, odd_error *err)
{
	size_t length = strlen(text);
	int index = 0;
	for (const char *w = words; *w != '\0'; index++) {
		size_t n = strcspn(w, " ");
		if (n == length && memcmp(w, text, n) == 0) {
			*out = index;
			return ODD_OK;
		}
		w += n + (w[n] == ' ');
	}
	return odd_error_set(err, ODD_EUSAGE, "--%s: \"%.60s\" is none of: %s", name, text, words);
}

odd_status value_extent(unsigned out[2], const char *name, const char *text, unsigned least,
	unsigned most, odd_error *err)
{
	const char *p = text;
	for (int i = 0; i < 2; i++) {
		char *end;
		errno = 0;
		unsigned long value = strtoul(p, &end, 10);
		if (*p < '0' || *p > '9' || *end != (i == 0 ? 'x' : '\0'))
			return odd_error_set(err, ODD_EUSAGE,
				"--%s: \"%.60s\" is not a size such as 1600x900", name, text);
		if (errno == ERANGE || value < least || value > most)
			return odd_error_set(err, ODD_EUSAGE,
				"--%s: %.60s: both numbers must be between %u and %u", name, text,
				least, most);
		out[i] = (unsigned)value;
		p = end + 1;
	}
	return ODD_OK;
}
