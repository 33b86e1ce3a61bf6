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
#include "math.c"
#include "math23.c"
#include "wide.c"
#include "posix.c"
#include "special.c"
#include "complex.c"
#define TASK_NO_MEMORY() N(__openmp_error)(1, "task", "the heap of the device has no room for another task that is not complete")
#define TASK(name) N(__openmp_task_##name)
#define TASK_PAUSE() ((void)0)
#include "task.c"
#ifdef OUTPUT
#include OUTPUT
#endif
#pragma omp end declare target
