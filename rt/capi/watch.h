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
extern void ompcc_watch_begin(ompcc_watch_t *, const __ompcc_construct_t *, int device);
extern void ompcc_watch_end(ompcc_watch_t *);

/* ompcc_watch_faults makes a fault in a kernel of the CPU device name the
 * kernel; before keeps what the program had installed before Go started. */
extern void ompcc_watch_before(void);
extern void ompcc_watch_faults(void);

#pragma GCC visibility pop

#endif
