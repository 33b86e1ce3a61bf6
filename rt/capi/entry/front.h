/* The table through which the public symbols of any module reach the runtime
 * of the process. */
#ifndef OMPCC_FRONT_H
#define OMPCC_FRONT_H

#include "../routine/allocator.h"
#include "../task/graph.h"
#include "../host/shim.h"
#include "../task/task.h"
#include "../../sanitize/sanitize.h"
#include "../../../include/omp-tools.h"

#pragma GCC visibility push(hidden)

/* A runtime's functions. size tells copies of different age apart: an older
 * one is never elected when it lacks what a front wants. */
typedef struct ompcc_runtime {
	size_t size;
#define FUNCTION(result, name, core, parameters) result(*name) parameters;
#define OBJECT(type, name, core) type name;
#include "functions.h"
#undef FUNCTION
#undef OBJECT
} ompcc_runtime_t;

#define FUNCTION(result, name, core, parameters) extern result core parameters;
#define OBJECT(type, name, core)
#include "functions.h"
#undef FUNCTION
#undef OBJECT

extern const ompcc_runtime_t *ompcc_elected;
extern const ompcc_runtime_t *ompcc_elect(void);

static inline const ompcc_runtime_t *ompcc_runtime(void) {
	const ompcc_runtime_t *rt = __atomic_load_n(&ompcc_elected, __ATOMIC_ACQUIRE);
	return OMPCC_LIKELY(rt != NULL) ? rt : ompcc_elect();
}

#pragma GCC visibility pop

#endif
