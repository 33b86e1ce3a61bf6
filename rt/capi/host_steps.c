/* Steps of a CPU device's work (device.Step), each with its events. */
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include "arena.h"
#include "ompt.h"
#include "shim.h"

__thread sigjmp_buf *ompcc_copying __attribute__((tls_model("initial-exec")));

/* copy returns 0 when some of the memory cannot be accessed. */
static int copy(void *dst, const void *src, size_t n) {
	sigjmp_buf back;
	if (sigsetjmp(back, 0)) {
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

static int move(const ompcc_step_t *s, void *dev) {
	int to = s->kind == OMPCC_STEP_TO;
	return copy(to ? dev : (void *)s->host, to ? (void *)s->host : dev, s->size);
}

static int silent_step(ompcc_step_t *s, void *dev) {
	switch (s->kind) {
	case OMPCC_STEP_ALLOC:
		return (s->dev = (uintptr_t)ompcc_arena_alloc(s->size)) != 0;
	case OMPCC_STEP_FREE:
		ompcc_arena_free(dev);
		return 1;
	}
	return move(s, dev);
}

/* told_step is silent_step between its events. */
static int told_step(int device, ompcc_step_t *s, void *dev) {
	int host = ompcc_initial_device(), ok, op;
	switch (s->kind) {
	case OMPCC_STEP_ALLOC:
		ompcc_ompt_mapping((void *)s->host);
		ompcc_ompt_data_op_begin(OMPCC_OP_ALLOC, NULL, host, NULL, device, s->size);
		ok = silent_step(s, dev);
		ompcc_ompt_data_op_end(OMPCC_OP_ALLOC, NULL, host, (void *)s->dev, device, s->size);
		return ok;
	case OMPCC_STEP_FREE:
		ompcc_ompt_mapping((void *)s->host);
		ompcc_ompt_data_op_begin(OMPCC_OP_DELETE, NULL, host, dev, device, s->size);
		ok = silent_step(s, dev);
		ompcc_ompt_data_op_end(OMPCC_OP_DELETE, NULL, host, dev, device, 0);
		return ok;
	}
	int to = s->kind == OMPCC_STEP_TO, from = to ? host : device, there = to ? device : host;
	void *src = to ? (void *)s->host : dev, *dst = to ? dev : (void *)s->host;
	op = to ? OMPCC_OP_TO_DEVICE : OMPCC_OP_FROM_DEVICE;
	ompcc_ompt_data_op_begin(op, src, from, dst, there, s->size);
	ok = silent_step(s, dev);
	ompcc_ompt_data_op_end(op, src, from, dst, there, s->size);
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
