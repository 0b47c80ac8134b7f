#include "config.h"

#include "base/veil.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a: unlike the hash of the table it is the same in every run. */
static uint64_t hash_of(const char *text)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	for (; *text != '\0'; text++)
		h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return h;
}

/* Four digits, more where many are taken. */
static void choose(char *out, size_t size, uint64_t h, unsigned tried)
{
	uint64_t room = tried < 16 ? 9000 : tried < 32 ? 900000 : UINT64_C(900000000);
	snprintf(out, size, "new-%" PRIu64, room / 9 + (h >> 16) % room);
}

odd_status odd__veil_add(
	struct odd_veil *veil, const odd_names *names, uint32_t index, odd_error *err)
{
	char name[40];
	uint64_t h = hash_of(odd__names_own(names, index));
	int was_there = 1;
	odd_status status = ODD_OK;
	if (veil->of == NULL) {
		veil->of = malloc((names->count + 1) * sizeof *veil->of);
		if (veil->of == NULL)
			return odd_error_nomem(err);
		memset(veil->of, 0xff, (names->count + 1) * sizeof *veil->of);
	}
	uint32_t *whose = realloc(veil->whose, (veil->other.count + 1) * sizeof *whose);
	if (whose == NULL)
		return odd_error_nomem(err);
	veil->whose = whose;
	for (unsigned tried = 0; was_there != 0 && status == ODD_OK; tried++) {
		choose(name, sizeof name, h, tried);
		h = h * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		if (odd_names_find(names, name, strlen(name)) == ODD_NO_NAME)
			status = odd_names_add(&veil->other, name, strlen(name), &veil->of[index],
				&was_there, err);
	}
	if (status == ODD_OK)
		veil->whose[veil->of[index]] = index;
	else
		veil->of[index] = ODD_NO_NAME;
	return status;
}

void odd__veil_clear(struct odd_veil *veil)
{
	odd_names_clear(&veil->other);
	free(veil->whose);
	free(veil->of);
	*veil = (struct odd_veil){0};
}
