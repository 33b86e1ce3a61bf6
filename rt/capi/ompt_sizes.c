/* The sizes of what is allocated on devices: a hash table with linear probing,
 * at most half full. */
#include <stdlib.h>

#include "../cpu/pool/mutex.h"
#include "ompt_state.h"
#include "shim.h"

typedef struct {
	uintptr_t address; /* 0: free */
	size_t bytes;
	int device;
} size_slot_t;

static struct {
	pool_mutex lock;
	size_slot_t *slot;
	size_t slots, used;
} sizes;

static size_t home(uintptr_t address, int device) {
	return (size_t)((address + (unsigned)device) * 0x9E3779B97F4A7C15 >> 20) & (sizes.slots - 1);
}

/* find returns the slot of an allocation, or the free one where it belongs. */
static size_slot_t *find(uintptr_t address, int device) {
	size_t i = home(address, device);
	while (sizes.slot[i].address && (sizes.slot[i].address != address || sizes.slot[i].device != device))
		i = (i + 1) & (sizes.slots - 1);
	return &sizes.slot[i];
}

static void grow(void) {
	size_slot_t *old = sizes.slot;
	size_t n = sizes.slots;
	sizes.slots = n ? 2 * n : 1024;
	sizes.slot = calloc(sizes.slots, sizeof *sizes.slot);
	if (!sizes.slot)
		ompcc_fatal("error: out of memory");
	for (size_t i = 0; i < n; i++)
		if (old[i].address)
			*find(old[i].address, old[i].device) = old[i];
	free(old);
}

void ompcc_ompt_keep_size(void *p, int device, size_t bytes) {
	ompcc_cpu_mutex_lock(&sizes.lock);
	if (2 * (sizes.used + 1) > sizes.slots)
		grow();
	size_slot_t *s = find((uintptr_t)p, device);
	sizes.used += s->address == 0;
	*s = (size_slot_t){(uintptr_t)p, bytes, device};
	ompcc_cpu_mutex_unlock(&sizes.lock);
}

/* close_gap moves slots that were displaced over a slot that has become free. */
static void close_gap(size_t gap) {
	size_t mask = sizes.slots - 1;
	for (size_t i = (gap + 1) & mask; sizes.slot[i].address; i = (i + 1) & mask) {
		size_t h = home(sizes.slot[i].address, sizes.slot[i].device);
		if (((i - h) & mask) >= ((i - gap) & mask)) {
			sizes.slot[gap] = sizes.slot[i];
			gap = i;
		}
	}
	sizes.slot[gap].address = 0;
}

size_t ompcc_ompt_forget_size(void *p, int device) {
	size_t bytes = 0;
	ompcc_cpu_mutex_lock(&sizes.lock);
	size_slot_t *s = sizes.slots ? find((uintptr_t)p, device) : NULL;
	if (s && s->address) {
		bytes = s->bytes;
		sizes.used--;
		close_gap((size_t)(s - sizes.slot));
	}
	ompcc_cpu_mutex_unlock(&sizes.lock);
	return bytes;
}
