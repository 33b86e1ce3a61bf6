/* All of the library as one translation unit; OUTPUT is the target's out_*.c. */
#pragma omp begin declare target device_type(nohost)
#include "devlib.h"
#include "string.c"
#include "ctype.c"
#include "malloc.c"
#include "stdlib.c"
#include "float.c"
#include "stdio.c"
#include "stream.c"
#include "scan.c"
#include "error.c"
#include "math.c"
#include "math23.c"
#include "wide.c"
#include "wideformat.c"
#include "time.c"
#include "posix.c"
#include "thread.c"
#include "special.c"
#include "complex.c"
#define TASK_NO_MEMORY() N(__openmp_error)(1, "task", "the heap of the device has no room for another task that is not complete")
#define TASK(name) N(__openmp_task_##name)
#define TASK_PAUSE() ((void)0)
#include "task.h"
#define MEM(name) N(__openmp_mem_##name)
#define MEM_ABORT() N(__openmp_error)(1, "omp_alloc in a target region", "the allocator has no more memory, and the trait fallback:abort_fb")
#define MEM_FOREIGN() N(__openmp_error)(1, "omp_free in a target region", "the pointer is none that omp_alloc gave")
#define BLOCK_NEW(align, size) block_place(align, size)
#define BLOCK_OF(p) block_of(p)
#define BLOCK_DROP(b) block_drop(b)
#define BLOCK_MOVE(to, from, size) block_move(to, from, size)
#include "block.c"
#include "allocator.h"
#include "reverse.c"
#define SPACE(name) N(__openmp_space_##name)
#include "space.h"
#define GPRIVATE(name) N(__openmp_gprivate_##name)
#define GPRIVATE_ALLOC(size) gprivate_alloc(size)
#define GPRIVATE_FREE(p) N(free)(p)
static void *gprivate_alloc(size_t size) {
	void *p = N(malloc)(size);
	if (!p)
		N(__openmp_error)(1, "dyn_groupprivate", "the heap of the device has no room for the memory that fallback(default_mem) takes");
	return p;
}
#include "gprivate.h"
#ifdef OUTPUT
#include OUTPUT
#endif
#pragma omp end declare target
