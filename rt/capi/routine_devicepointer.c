/* Which addresses are device pointers, for the arguments of function variants that need them
 * (adjust_args, OpenMP 6.0 §9.6.2). */
#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>

#include "devicepointer.h"
#include "front.h"
#include "record.h"
#include "routines.h"
#include "shim.h"
#include "mapped.h"
#include "_cgo_export.h"

/* A block that omp_target_alloc returned. */
typedef struct {
	uintptr_t base, size;
	int device;
} user_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *blocks; /* a tree for tsearch */

/* Blocks do not overlap on one device; an address is a block of one byte. */
static int order(const void *x, const void *y) {
	const user_t *a = x, *b = y;
	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	return a->base + a->size <= b->base ? -1 : b->base + b->size <= a->base;
}

void ompcc_user_block_made(const void *p, size_t size, int device) {
	user_t *b = malloc(sizeof *b);
	if (!b)
		return;
	*b = (user_t){(uintptr_t)p, size, device};
	pthread_mutex_lock(&lock);
	void *in = tsearch(b, &blocks, order);
	int kept = in && *(user_t **)in == b;
	pthread_mutex_unlock(&lock);
	if (!kept)
		free(b);
}

static user_t *find(const void *p, int device) {
	user_t key = {(uintptr_t)p, 1, device};
	void *in = tfind(&key, &blocks, order);
	return in ? *(user_t **)in : NULL;
}

void ompcc_user_block_gone(const void *p, int device) {
	pthread_mutex_lock(&lock);
	user_t *b = find(p, device);
	if (b)
		tdelete(b, &blocks, order);
	pthread_mutex_unlock(&lock);
	free(b);
}

static struct {
	int device;
	unsigned i;
	const user_t *found;
} sought;

static void visit(const void *node, VISIT how, int depth) {
	const user_t *b = *(user_t *const *)node;
	(void)depth;
	if ((how == postorder || how == leaf) && b->device == sought.device && !sought.found && sought.i-- == 0)
		sought.found = b;
}

int ompcc_user_block(int device, unsigned i, uintptr_t *base, size_t *size) {
	pthread_mutex_lock(&lock);
	sought.device = device;
	sought.i = i;
	sought.found = NULL;
	twalk(blocks, visit);
	const user_t *b = sought.found;
	if (b) {
		*base = b->base;
		*size = b->size;
	}
	pthread_mutex_unlock(&lock);
	return b != NULL;
}

static int is_user_block(const void *p, int device) {
	pthread_mutex_lock(&lock);
	int found = find(p, device) != NULL;
	pthread_mutex_unlock(&lock);
	return found;
}

/* What is a device pointer already stays as it is; what can be none is NULL. */
void *ompcc_core_device_pointer(const void *p) {
	int n = ompcc_core_get_default_device();
	int d = ompcc_memory_device("dispatch", n);
	if (d == -1)
		return (void *)p;
	if (!p || d < 0)
		return NULL;
	void *there = (void *)ompcc_mapped(d, p);
	if (there)
		return there;
	int known = ompcc_core_target_is_accessible(p, 1, n) || is_user_block(p, d) || ompcc_go_is_device(d, (uintptr_t)p);
	return known ? (void *)p : NULL;
}
