/* The hash table of addresses: see addresses.h. */
#include "addresses.h"

#include <stdlib.h>

#include "shim.h"

enum { FIRST_SIZE = 256 };

static size_t home(const ompcc_addresses_t *t, uintptr_t at, int key) {
	return (size_t)((at + (unsigned)key) * 0x9E3779B97F4A7C15 >> 20) & (t->slots - 1);
}

/* find returns the slot of a pair, or the free one where it belongs. */
static ompcc_address_t *find(const ompcc_addresses_t *t, uintptr_t at, int key) {
	size_t i = home(t, at, key);
	while (t->slot[i].value && (t->slot[i].at != at || t->slot[i].key != key))
		i = (i + 1) & (t->slots - 1);
	return &t->slot[i];
}

static void grow(ompcc_addresses_t *t) {
	ompcc_address_t *old = t->slot;
	size_t n = t->slots;
	t->slots = n ? 2 * n : FIRST_SIZE;
	t->slot = calloc(t->slots, sizeof *t->slot);
	if (!t->slot)
		ompcc_fatal("error: out of memory for a table of addresses");
	for (size_t i = 0; i < n; i++)
		if (old[i].value)
			*find(t, old[i].at, old[i].key) = old[i];
	free(old);
}

/* place returns the slot for a pair, which is used from now on if it was free. */
static ompcc_address_t *place(ompcc_addresses_t *t, const void *at, int key) {
	if (2 * (t->used + 1) > t->slots)
		grow(t);
	ompcc_address_t *s = find(t, (uintptr_t)at, key);
	t->used += s->value == 0;
	return s;
}

void ompcc_addresses_put(ompcc_addresses_t *t, const void *at, int key, uintptr_t value) {
	ompcc_cpu_mutex_lock(&t->lock);
	*place(t, at, key) = (ompcc_address_t){(uintptr_t)at, value, key};
	ompcc_cpu_mutex_unlock(&t->lock);
}

uintptr_t ompcc_addresses_add(ompcc_addresses_t *t, const void *at, int key, uintptr_t value) {
	ompcc_cpu_mutex_lock(&t->lock);
	ompcc_address_t *s = place(t, at, key);
	if (s->value)
		value = s->value;
	*s = (ompcc_address_t){(uintptr_t)at, value, key};
	ompcc_cpu_mutex_unlock(&t->lock);
	return value;
}

uintptr_t ompcc_addresses_get(ompcc_addresses_t *t, const void *at, int key) {
	ompcc_cpu_mutex_lock(&t->lock);
	uintptr_t value = t->slots ? find(t, (uintptr_t)at, key)->value : 0;
	ompcc_cpu_mutex_unlock(&t->lock);
	return value;
}

int ompcc_addresses_holds(ompcc_addresses_t *t, const void *at, int key) {
	uintptr_t a = (uintptr_t)at;
	ompcc_cpu_mutex_lock(&t->lock);
	int found = t->slots && find(t, a, key)->value;
	for (size_t i = 0; !found && i < t->slots; i++)
		found = t->slot[i].key == key && a - t->slot[i].at < t->slot[i].value;
	ompcc_cpu_mutex_unlock(&t->lock);
	return found;
}

int ompcc_addresses_nth(ompcc_addresses_t *t, int key, unsigned n, uintptr_t *at, uintptr_t *value) {
	int found = 0;
	ompcc_cpu_mutex_lock(&t->lock);
	for (size_t i = 0; !found && i < t->slots; i++) {
		const ompcc_address_t *s = &t->slot[i];
		if (s->value && s->key == key && n-- == 0) {
			*at = s->at;
			*value = s->value;
			found = 1;
		}
	}
	ompcc_cpu_mutex_unlock(&t->lock);
	return found;
}

/* close_gap moves slots that were displaced over a slot that has become free. */
static void close_gap(ompcc_addresses_t *t, size_t gap) {
	size_t mask = t->slots - 1;
	for (size_t i = (gap + 1) & mask; t->slot[i].value; i = (i + 1) & mask) {
		size_t h = home(t, t->slot[i].at, t->slot[i].key);
		if (((i - h) & mask) >= ((i - gap) & mask)) {
			t->slot[gap] = t->slot[i];
			gap = i;
		}
	}
	t->slot[gap].value = 0;
}

uintptr_t ompcc_addresses_take(ompcc_addresses_t *t, const void *at, int key) {
	ompcc_cpu_mutex_lock(&t->lock);
	ompcc_address_t *s = t->slots ? find(t, (uintptr_t)at, key) : NULL;
	uintptr_t value = s ? s->value : 0;
	if (value) {
		t->used--;
		close_gap(t, (size_t)(s - t->slot));
	}
	ompcc_cpu_mutex_unlock(&t->lock);
	return value;
}
