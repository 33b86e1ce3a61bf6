/* Memory that the host and a device use at one address: LLVM's extensions
 * llvm_omp_target_alloc_host and llvm_omp_target_alloc_shared. */
#include <pthread.h>
#include <stdlib.h>

#include "../../sanitize/sanitize.h"
#include "../entry/front.h"
#include "../ompt/ompt.h"
#include "routines.h"
#include "../host/shim.h"
#include "../entry/mapped.h"
#include "../bridge.h"

enum { HOST = -1,
	INVALID = -2 };

typedef struct shared_s {
	struct shared_s *next;
	void *at;
	size_t size;
	int device, on_host;
} shared_t;

static shared_t *blocks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *alloc_name(int on_host) { return on_host ? "llvm_omp_target_alloc_host" : "llvm_omp_target_alloc_shared"; }

static const char *free_name(int on_host) { return on_host ? "llvm_omp_target_free_host" : "llvm_omp_target_free_shared"; }

static int is_cpu(int d) {
	int index;
	return ompcc_device_kind(d, &index) == OMPCC_CPU;
}

/* from_gpu asks the driver of the GPU. The device itself reports nothing of this. */
static void *from_gpu(const void *ra, size_t size, int d, int on_host) {
	int told = ompcc_ompt_enabled;
	if (OMPCC_UNLIKELY(told)) {
		ompcc_ompt_routine_begin(ra);
		ompcc_ompt_data_op_begin(OMPCC_OP_ALLOC, NULL, ompcc_initial_device(), NULL, d, size);
	}
	void *p = (void *)ompcc_go_share(d, size, on_host);
	if (OMPCC_UNLIKELY(told)) {
		ompcc_ompt_data_op_end(OMPCC_OP_ALLOC, NULL, ompcc_initial_device(), p, d, size);
		if (p)
			ompcc_ompt_keep_size(p, d, size);
		ompcc_ompt_routine_end();
	}
	return p;
}

static void to_gpu(const void *ra, shared_t *b) {
	int told = ompcc_ompt_enabled;
	if (OMPCC_UNLIKELY(told)) {
		ompcc_ompt_routine_begin(ra);
		ompcc_ompt_data_op_begin(OMPCC_OP_DELETE, NULL, ompcc_initial_device(), b->at, b->device, 0);
	}
	char *error = ompcc_go_unshare(b->device, (uintptr_t)b->at, b->on_host);
	if (OMPCC_UNLIKELY(told)) {
		ompcc_ompt_data_op_end(OMPCC_OP_DELETE, NULL, ompcc_initial_device(), b->at, b->device, 0);
		ompcc_ompt_routine_end();
	}
	if (error)
		ompcc_fatal("error: %s(%p, %d): %s", free_name(b->on_host), b->at, b->device, error);
}

void *ompcc_core_shared_alloc(const void *ra, size_t size, int n, int on_host) {
	ompcc_announce(ra);
	int d = ompcc_memory_device(alloc_name(on_host), n);
	shared_t *b = d == INVALID || !size ? NULL : malloc(sizeof *b);
	if (!b)
		return NULL;
	void *p = d == HOST ? malloc(size) : is_cpu(d) ? ompcc_core_target_alloc(ra, size, d)
						       : from_gpu(ra, size, d, on_host);
	if (!p) {
		free(b);
		return NULL;
	}
	if (OMPCC_UNLIKELY(is_cpu(d) && ompcc_checking()))
		ompcc_heap_set((uintptr_t)p, size); /* the host writes to it unseen */
	*b = (shared_t){.at = p, .size = size, .device = d, .on_host = on_host};
	pthread_mutex_lock(&lock);
	b->next = blocks;
	blocks = b;
	pthread_mutex_unlock(&lock);
	return p;
}

/* take removes the block at p from the list; NULL: there is none of that kind. */
static shared_t *take(const void *p, int d, int on_host) {
	pthread_mutex_lock(&lock);
	shared_t **at = &blocks, *b;
	while (*at && ((*at)->at != p || (*at)->device != d || (*at)->on_host != on_host))
		at = &(*at)->next;
	if ((b = *at))
		*at = b->next;
	pthread_mutex_unlock(&lock);
	return b;
}

void ompcc_core_shared_free(const void *ra, void *p, int n, int on_host) {
	ompcc_announce(ra);
	int d = ompcc_memory_device(free_name(on_host), n);
	if (!p || d == INVALID)
		return;
	shared_t *b = take(p, d, on_host);
	if (!b)
		ompcc_fatal("error: %s(%p, %d): %s did not give this memory for this device", free_name(on_host), p, n, alloc_name(on_host));
	if (d == HOST)
		free(p);
	else if (is_cpu(d))
		ompcc_core_target_free(ra, p, d);
	else
		to_gpu(ra, b);
	free(b);
}

int ompcc_shared_holds(const void *p, size_t size, int d) {
	uintptr_t from = (uintptr_t)p;
	pthread_mutex_lock(&lock);
	shared_t *b = blocks;
	while (b && (b->device != d || from < (uintptr_t)b->at || from - (uintptr_t)b->at > b->size || size > b->size - (from - (uintptr_t)b->at)))
		b = b->next;
	pthread_mutex_unlock(&lock);
	return b != NULL;
}
