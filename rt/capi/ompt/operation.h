/* Data operations of the fast path of OMPT events, which the runtime reports as they are: neither asynchronous ones nor
 * conversions to another version's form nor traces (ompt.c has the general path). */
#ifndef OMPCC_OMPT_OPERATION_H
#define OMPCC_OMPT_OPERATION_H

#include <stdatomic.h>

#include "state.h"
#include "trace.h"

/* ompcc_ompt_as_is returns the region that an operation belongs to, NULL if it does not take the fast path. */
static inline ompt_region_t *ompcc_ompt_as_is(int optype) {
	ompt_region_t *r = ompcc_ompt_thread.top;
	int as_is = ompcc_ompt_tool.as_is && r && optype <= ompt_target_data_delete && !r->asynchronous &&
		!atomic_load_explicit(&ompcc_ompt_tracing, memory_order_relaxed);
	return __builtin_expect(as_is, 1) ? r : NULL;
}

static inline void ompcc_ompt_tell_as_is(ompt_region_t *r, ompt_scope_endpoint_t endpoint, int optype, void *src, int srcdev, void *dst,
	int dstdev, size_t bytes) {
	ompt_callback_target_data_op_emi_t tell = callback(target_data_op_emi);
	if (__builtin_expect(tell != NULL, 1)) /* the begin's callback may have removed it */
		tell(endpoint, r->target_task, &r->data, &r->op, (ompt_target_data_op_t)optype, src, srcdev, dst, dstdev, bytes, r->codeptr);
}

static inline void ompcc_ompt_begin_as_is(ompt_region_t *r, int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	r->op = r->since = 0;
	ompcc_ompt_tell_as_is(r, ompt_scope_begin, optype, src, srcdev, dst, dstdev, bytes);
}

static inline void ompcc_ompt_end_as_is(ompt_region_t *r, int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	ompcc_ompt_tell_as_is(r, ompt_scope_end, optype, src, srcdev, dst, dstdev, bytes);
	r->op = 0;
	ompcc_ompt_thread.mapping = NULL;
}

#endif
