/* Inside of the OMPD library: handles, and how the stopped program is read. */
#ifndef OMPCC_OMPD_H
#define OMPCC_OMPD_H

#include <stdint.h>

#include "../../include/omp-tools.h"
#include "../cpu/pool/fiber.h"

#pragma GCC visibility push(hidden)

/* The kinds of thread numbers (OpenMP 5.2 §20.3.5 leaves them to the implementation; these are LLVM's). */
#define ID_PTHREAD 0
#define ID_LWP 1

struct _ompd_aspace_handle {
	ompd_address_space_context_t *context;
	ompd_address_space_handle_t *host; /* of the process, NULL: it is that */
};

/* A thread that has executed kernels, or may: at is its thread_state. */
struct _ompd_thread_handle {
	ompd_address_space_handle_t *space;
	ompd_addr_t at;
	ompd_thread_id_t kind;             /* of id, */
	uint64_t id; /* if known */
	int known;
};

/* A parallel region, or the initial one of a team, as a thread of it has it: its state, which lies at at. */
struct _ompd_parallel_handle {
	ompd_address_space_handle_t *space;
	ompd_addr_t at;
	thread_state state;
	region region;
};

/* The implicit task of a thread, or the explicit one that it executes. */
struct _ompd_task_handle {
	ompd_address_space_handle_t *space;
	ompd_addr_t at;
	thread_state state;
	int is_explicit;
};

extern const ompd_callbacks_t *ompd_callbacks;

extern ompd_rc_t ompd_new(void *handle, ompd_size_t size);
extern ompd_rc_t ompd_release(void *handle);
extern ompd_rc_t ompd_read(ompd_address_space_handle_t *, ompd_addr_t at, void *to, ompd_size_t size);

/* AT is an address in the program; TRY returns what an expression gives unless it is ompd_rc_ok. */
#define AT(p) ((ompd_addr_t)(uintptr_t)(p))
#define TRY(x) \
	do { \
		ompd_rc_t rc_ = (x); \
		if (rc_ != ompd_rc_ok) \
			return rc_; \
	} while (0)
#define NEED(x) \
	do { \
		if (!(x)) \
			return ompd_rc_bad_input; \
	} while (0)

#pragma GCC visibility pop

#endif
