/* names.c: a table of names, and other names for some of them while these are hidden. */
#include "config.h"

#include "oddone/names.h"
#include "base/veil.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/pages.h"
#include "base/rng.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* Names are hashed under a random key: with a hash that is always the same,
 * the writer of a file could choose names that all fall into one slot. No result depends on the
 * key, as names are numbered by their arrival. Names of up to 15 bytes, which nearly all are, take
 * a multiplication, longer ones SipHash-1-3. */
static uint64_t rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static void mix(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = rotate(v[1], 13) ^ v[0];
	v[3] = rotate(v[3], 16) ^ v[2];
	v[0] = rotate(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = rotate(v[1], 17) ^ v[2];
	v[3] = rotate(v[3], 21) ^ v[0];
	v[2] = rotate(v[2], 32);
}

/* Up to seven bytes as one number, in two loads that may overlap. */
static uint64_t few_bytes(const char *text, size_t length)
{
	const unsigned char *b = (const unsigned char *)text;
	uint32_t low, high;
	if (length == 0)
		return 0;
	if (length < 4)
		return b[0] | (uint64_t)b[length / 2] << 8 * (length / 2) |
		       (uint64_t)b[length - 1] << 8 * (length - 1);
	memcpy(&low, text, 4);
	memcpy(&high, text + length - 4, 4);
	return low | (uint64_t)high << 8 * (length - 4);
}

static uint64_t sip_hash(const uint64_t key[2], const char *text, size_t length)
{
	uint64_t v[4] = {key[0] ^ UINT64_C(0x736f6d6570736575),
		key[1] ^ UINT64_C(0x646f72616e646f6d), key[0] ^ UINT64_C(0x6c7967656e657261),
		key[1] ^ UINT64_C(0x7465646279746573)};
	uint64_t last = (uint64_t)length << 56, word;
	for (; length >= 8; text += 8, length -= 8) {
		memcpy(&word, text, 8);
		v[3] ^= word;
		mix(v);
		v[0] ^= word;
	}
	last |= few_bytes(text, length);
	v[3] ^= last;
	mix(v);
	v[0] ^= last;
	v[2] ^= 0xff;
	mix(v);
	mix(v);
	mix(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* The upper half of a0 x0 + a1 x1 + b, of 128 bits each, for the bytes x0 and, with the length, x1:
 * for random a0, a1 and b any two names agree in their hash as seldom as chance would have it,
 * whatever they are (multiply-shift, Dietzfelbinger 1996). */
static uint64_t hash_bytes(const uint64_t key[8], const char *text, size_t length)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	if (length < 16) {
		uint64_t x0 = 0, x1 = (uint64_t)length << 56;
		if (length >= 8) {
			memcpy(&x0, text, 8);
			x1 |= few_bytes(text + 8, length - 8);
		} else {
			x1 |= few_bytes(text, length);
		}
		wide sum = ((wide)key[2] << 64 | key[3]) + (wide)key[4] * x0 + (wide)key[5] * x1;
		return (uint64_t)(sum >> 64) + key[6] * x0 + key[7] * x1;
	}
#endif
	return sip_hash(key, text, length);
}

/* Without a source of surprise, where memory happens to lie has to do. */
static void choose_key(odd_names *names)
{
	if (getentropy(names->key, sizeof names->key) != 0) {
		odd_rng rng;
		odd_rng_init(&rng, (uint64_t)(uintptr_t)names ^ (uint64_t)(uintptr_t)names->slots,
			"names");
		for (size_t i = 0; i < sizeof names->key / sizeof names->key[0]; i++)
			names->key[i] = odd_rng_next(&rng);
	}
}

void odd_names_clear(odd_names *names)
{
	free(names->pool);
	free(names->offset);
	free(names->slots);
	memset(names, 0, sizeof *names);
}

const char *odd__names_own(const odd_names *names, size_t index)
{
	return names->pool + names->offset[index];
}

bool odd__names_veiled(const odd_names *names, size_t index)
{
	const struct odd_veil *veil = names->veil;
	return veil != NULL && atomic_load_explicit(veil->drawn, memory_order_relaxed) &&
	       veil->of[index] != ODD_NO_NAME;
}

const char *odd_names_get(const odd_names *names, size_t index)
{
	if (names->veil != NULL && odd__names_veiled(names, index))
		return odd__names_own(&names->veil->other, names->veil->of[index]);
	return odd__names_own(names, index);
}

/* Names are short: comparing eight bytes at a time in place beats a call of memcmp. */
static bool same_bytes(const char *a, const char *b, size_t length)
{
	uint64_t x, y;
	for (; length >= 8; a += 8, b += 8, length -= 8) {
		memcpy(&x, a, 8);
		memcpy(&y, b, 8);
		if (x != y)
			return false;
	}
	return few_bytes(a, length) == few_bytes(b, length);
}

/* The length of a name without its final NUL. */
static size_t name_length(const odd_names *names, size_t index)
{
	size_t end = index + 1 < names->count ? names->offset[index + 1] : names->pool_size;
	return end - names->offset[index] - 1;
}

/* A slot is the upper half of the name's hash and the number of the name. */
#define FREE UINT64_MAX
#define NAMES_MAX (ODD_NO_NAME / 2)

static uint64_t slot_of(uint64_t hash, size_t index)
{
	return (hash & ~(uint64_t)UINT32_MAX) | (uint32_t)index;
}

static size_t first_slot(const odd_names *names, uint64_t hash)
{
	return (size_t)(hash >> 32) & (names->slot_count - 1);
}

/* The slot that holds the name, or the free one where it belongs. Names of another hash are passed
 * over without a look at them. slot_count is a power of two. */
static size_t find_slot(const odd_names *names, uint64_t hash, const char *text, size_t length)
{
	size_t mask = names->slot_count - 1;
	for (size_t at = first_slot(names, hash);; at = (at + 1) & mask) {
		uint64_t slot = names->slots[at];
		if (slot == FREE)
			return at;
		uint32_t index = (uint32_t)slot;
		if ((slot ^ hash) >> 32 == 0 && name_length(names, index) == length &&
			same_bytes(odd__names_own(names, index), text, length))
			return at;
	}
}

/* Put what is in the old slots into empty ones. All names differ, so only a free slot is looked
 * for; where many will be looked at is asked for ahead. */
static void move_slots(odd_names *names, const uint64_t *old, size_t count)
{
	enum { AHEAD = 32 };
	size_t mask = names->slot_count - 1;
	for (size_t i = 0; i < count; i++) {
		if (i + AHEAD < count)
			PREFETCH(&names->slots[first_slot(names, old[i + AHEAD])]);
		if (old[i] == FREE)
			continue;
		size_t at = first_slot(names, old[i]);
		while (names->slots[at] != FREE)
			at = (at + 1) & mask;
		names->slots[at] = old[i];
	}
}

/* Slots for so many names: at least two for each. */
static odd_status grow_slots(odd_names *names, size_t wanted, odd_error *err)
{
	size_t count = names->slot_count ? names->slot_count : 64, before = names->slot_count;
	while (count <= 2 * wanted)
		count *= 2;
	if (count == before)
		return ODD_OK;
	uint64_t *slots = odd__pages_alloc(count * sizeof *slots), *old = names->slots;
	if (slots == NULL)
		return odd_error_nomem(err);
	memset(slots, 0xff, count * sizeof *slots);
	names->slots = slots;
	if (before == 0)
		choose_key(names);
	names->slot_count = count;
	move_slots(names, old, before);
	free(old);
	return ODD_OK;
}

static odd_status make_room(odd_names *names, size_t length, odd_error *err)
{
	odd_status status = odd__make_room(
		&names->capacity, names->count + 1, err, {&names->offset, sizeof *names->offset});
	return status != ODD_OK ? status
				: odd__make_room(&names->pool_capacity,
					  names->pool_size + length + 1, err, {&names->pool, 1});
}

/* Append a name that is not there, and has its slot. Half of what 32 bits can count: slots are told
 * by as many bits, and there are twice as many. */
static odd_status append(odd_names *names, size_t slot, uint64_t hash, const char *text,
	size_t length, odd_error *err)
{
	if (names->count >= NAMES_MAX)
		return odd_error_set(err, ODD_EINPUT, "more than %u names", NAMES_MAX);
	odd_status status = make_room(names, length, err);
	if (status != ODD_OK)
		return status;
	names->offset[names->count] = names->pool_size;
	memcpy(names->pool + names->pool_size, text, length);
	names->pool[names->pool_size + length] = '\0';
	names->pool_size += length + 1;
	names->slots[slot] = slot_of(hash, names->count++);
	return ODD_OK;
}

odd_status odd_names_add(odd_names *names, const char *text, size_t length, uint32_t *index,
	int *was_there, odd_error *err)
{
	odd_status status = grow_slots(names, names->count, err);
	if (status != ODD_OK)
		return status;
	uint64_t hash = hash_bytes(names->key, text, length);
	size_t slot = find_slot(names, hash, text, length);
	int there = names->slots[slot] != FREE;
	if (!there && (status = append(names, slot, hash, text, length, err)) != ODD_OK)
		return status;
	if (index != NULL)
		*index = (uint32_t)names->slots[slot];
	if (was_there != NULL)
		*was_there = there;
	return ODD_OK;
}

odd_status odd_names_add_new(odd_names *names, size_t n, const char *const *text,
	const size_t *length, size_t *added, odd_error *err)
{
	enum { BLOCK = 32 };
	uint64_t hash[BLOCK];
	*added = 0;
	odd_status status = grow_slots(names, names->count + n, err);
	for (size_t begin = 0; begin < n && status == ODD_OK; begin += BLOCK) {
		size_t count = n - begin < BLOCK ? n - begin : BLOCK;
		for (size_t i = 0; i < count; i++) {
			hash[i] = hash_bytes(names->key, text[begin + i], length[begin + i]);
			PREFETCH(&names->slots[first_slot(names, hash[i])]);
		}
		for (size_t i = 0; i < count && status == ODD_OK; i++) {
			const char *t = text[begin + i];
			size_t l = length[begin + i], slot = find_slot(names, hash[i], t, l);
			if (names->slots[slot] != FREE)
				return ODD_OK;
			status = append(names, slot, hash[i], t, l, err);
			*added += status == ODD_OK;
		}
	}
	return status;
}

void odd_names_trim(odd_names *names)
{
	if (names->count == 0)
		return;
	char *pool = realloc(names->pool, names->pool_size);
	if (pool != NULL) {
		names->pool = pool;
		names->pool_capacity = names->pool_size;
	}
	size_t *offset = realloc(names->offset, names->count * sizeof *offset);
	if (offset != NULL) {
		names->offset = offset;
		names->capacity = names->count;
	}
}

uint32_t odd_names_find(const odd_names *names, const char *text, size_t length)
{
	const struct odd_veil *veil = names->veil;
	if (names->count == 0)
		return ODD_NO_NAME;
	uint64_t hash = hash_bytes(names->key, text, length);
	uint32_t found = (uint32_t)names->slots[find_slot(names, hash, text, length)];
	if (found != ODD_NO_NAME || veil == NULL)
		return found;
	/* Also when it is no longer drawn: a log may have the name. */
	found = odd_names_find(&veil->other, text, length);
	return found != ODD_NO_NAME ? veil->whose[found] : ODD_NO_NAME;
}

void odd_names_find_many(const odd_names *names, size_t n, const char *const *text,
	const size_t *length, uint32_t *out)
{
	enum { BLOCK = 32 };
	uint64_t hash[BLOCK];
	for (size_t begin = 0; begin < n; begin += BLOCK) {
		size_t count = n - begin < BLOCK ? n - begin : BLOCK;
		const char *const *t = text + begin;
		const size_t *l = length + begin;
		uint32_t *o = out + begin;
		if (names->count == 0) {
			memset(o, 0xff, count * sizeof *o);
			continue;
		}
		for (size_t i = 0; i < count; i++) {
			hash[i] = hash_bytes(names->key, t[i], l[i]);
			PREFETCH(&names->slots[first_slot(names, hash[i])]);
		}
		for (size_t i = 0; i < count; i++) {
			o[i] = (uint32_t)names->slots[first_slot(names, hash[i])];
			if (o[i] != ODD_NO_NAME)
				PREFETCH(&names->offset[o[i]]);
		}
		for (size_t i = 0; i < count; i++)
			if (o[i] != ODD_NO_NAME)
				PREFETCH(odd__names_own(names, o[i]));
		for (size_t i = 0; i < count; i++)
			o[i] = (uint32_t)names->slots[find_slot(names, hash[i], t[i], l[i])];
	}
}

odd_status odd_names_copy(odd_names *out, const odd_names *in, odd_error *err)
{
	*out = (odd_names)ODD_NAMES_INIT;
	if (in->count == 0)
		return ODD_OK;
	odd_names copy = *in;
	copy.veil = NULL;
	copy.capacity = in->count;
	copy.pool_capacity = in->pool_size;
	copy.pool = malloc(in->pool_size);
	copy.offset = malloc(in->count * sizeof *copy.offset);
	copy.slots = malloc(in->slot_count * sizeof *copy.slots);
	if (copy.pool == NULL || copy.offset == NULL || copy.slots == NULL) {
		odd_names_clear(&copy);
		return odd_error_nomem(err);
	}
	memcpy(copy.pool, in->pool, in->pool_size);
	memcpy(copy.offset, in->offset, in->count * sizeof *copy.offset);
	memcpy(copy.slots, in->slots, in->slot_count * sizeof *copy.slots);
	*out = copy;
	return ODD_OK;
}

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
