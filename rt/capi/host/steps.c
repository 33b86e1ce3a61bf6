/* Steps of a CPU device's work (device.Step), each with its events. */
#include <signal.h>
#include <string.h>

#include "arena.h"
#include "../ompt/operation.h"
#include "shim.h"

__thread ompcc_back_t *ompcc_copying __attribute__((tls_model("initial-exec")));

/* copy returns 0 when some of the memory cannot be accessed. */
static __attribute__((noinline)) int copy(void *dst, const void *src, size_t n) {
	ompcc_back_t back;
	if (__builtin_setjmp(back.at)) {
		sigset_t faults;
		ompcc_copying = NULL;
		sigemptyset(&faults);
		sigaddset(&faults, SIGSEGV);
		sigaddset(&faults, SIGBUS);
		pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
		return 0;
	}
	ompcc_copying = &back;
	memmove(dst, src, n);
	ompcc_copying = NULL;
	return 1;
}

static inline int silent_step(ompcc_step_t *s, void *dev) {
	switch (s->kind) {
	case OMPCC_STEP_TO:
		return copy(dev, (void *)s->host, s->size);
	case OMPCC_STEP_FROM:
		return copy((void *)s->host, dev, s->size);
	case OMPCC_STEP_ALLOC:
		return (s->dev = (uintptr_t)ompcc_arena_alloc(s->size)) != 0;
	}
	ompcc_arena_free(dev);
	return 1;
}

/* operation is a step as a tool sees it. */
typedef struct {
	int type, from, to;
	void *src, *dst;
} operation_t;

static inline operation_t operation_of(const ompcc_step_t *s, void *dev, int host, int device) {
	switch (s->kind) {
	case OMPCC_STEP_TO:
		return (operation_t){OMPCC_OP_TO_DEVICE, host, device, (void *)s->host, dev};
	case OMPCC_STEP_FROM:
		return (operation_t){OMPCC_OP_FROM_DEVICE, device, host, dev, (void *)s->host};
	case OMPCC_STEP_ALLOC:
		return (operation_t){OMPCC_OP_ALLOC, host, device, NULL, NULL};
	}
	return (operation_t){OMPCC_OP_DELETE, host, device, NULL, dev};
}

/* converted_step is told_step off the fast path. */
static __attribute__((noinline)) int converted_step(int device, ompcc_step_t *s, void *dev) {
	operation_t o = operation_of(s, dev, ompcc_initial_device(), device);
	int has_storage = s->kind == OMPCC_STEP_ALLOC || s->kind == OMPCC_STEP_FREE;
	if (has_storage)
		ompcc_ompt_mapping((void *)s->host);
	ompcc_ompt_data_op_begin(o.type, o.src, o.from, o.dst, o.to, s->size);
	int ok = silent_step(s, dev);
	if (s->kind == OMPCC_STEP_ALLOC)
		o.dst = (void *)s->dev;
	ompcc_ompt_data_op_end(o.type, o.src, o.from, o.dst, o.to, s->size);
	return ok;
}

/* told_step is silent_step between its events. */
static int told_step(int device, ompcc_step_t *s, void *dev) {
	operation_t o = operation_of(s, dev, ompcc_initial_device(), device);
	ompt_region_t *r = s->kind == OMPCC_STEP_FREE ? NULL : ompcc_ompt_as_is(o.type);
	if (!r)
		return converted_step(device, s, dev);
	if (s->kind == OMPCC_STEP_ALLOC)
		ompcc_ompt_thread.mapping = (void *)s->host;
	ompcc_ompt_begin_as_is(r, o.type, o.src, o.from, o.dst, o.to, s->size);
	int ok = silent_step(s, dev);
	if (s->kind == OMPCC_STEP_ALLOC)
		o.dst = (void *)s->dev;
	ompcc_ompt_end_as_is(r, o.type, o.src, o.from, o.dst, o.to, s->size);
	return ok;
}

int ompcc_cpu_steps(int device, uintptr_t at, int n) {
	ompcc_step_t *steps = (ompcc_step_t *)at;
	for (int i = 0; i < n; i++) {
		ompcc_step_t *s = &steps[i];
		void *dev = (void *)((s->of ? steps[s->of - 1].dev : 0) + s->dev);
		if (!(OMPCC_UNLIKELY(ompcc_ompt_enabled) ? told_step(device, s, dev) : silent_step(s, dev)))
			return i;
	}
	return n;
}
