/* Kernels that fail or do not end. */
#ifndef OMPCC_WATCH_H
#define OMPCC_WATCH_H

#include "shim.h"

#pragma GCC visibility push(hidden)

/* A launch that is under way. Its caller keeps it until the launch has ended. */
typedef struct ompcc_watch_s {
	struct ompcc_watch_s *next, **self;
	const __ompcc_construct_t *construct;
	int device;
	double deadline;
} ompcc_watch_t;

/* Between begin and end the kernel may take OMPCC_TIMEOUT seconds. */
extern void ompcc_watch_start(ompcc_watch_t *, const __ompcc_construct_t *, int device, double seconds);
extern void ompcc_watch_stop(ompcc_watch_t *);
static inline void ompcc_watch_begin(ompcc_watch_t *w, const __ompcc_construct_t *c, int device) {
	double seconds = ompcc_env()->timeout;
	w->construct = NULL;
	if (OMPCC_UNLIKELY(seconds > 0))
		ompcc_watch_start(w, c, device, seconds);
}
static inline void ompcc_watch_end(ompcc_watch_t *w) {
	if (OMPCC_UNLIKELY(w->construct != NULL))
		ompcc_watch_stop(w);
}

/* ompcc_watch_faults makes a fault in a kernel of the CPU device name the
 * kernel; before keeps what the program had installed before Go started. */
extern void ompcc_watch_before(void);
extern void ompcc_watch_faults(void);

#pragma GCC visibility pop

#endif
