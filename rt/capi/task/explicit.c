/* The explicit tasks of the CPU device (rt/devlib/task.h). In the checked mode what their code
 * reads and writes is in memory that is checked. */
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../sanitize/heap.h"

extern void __ompcc_cpu_yield(void);
extern void __ompcc_error(int fatal, const char *where, const char *message);
extern void *__ompcc_check_lib_calloc(size_t n, size_t size);
extern void *__ompcc_check_lib_aligned_alloc(size_t align, size_t size);
extern void __ompcc_check_lib_free(void *p);
extern void *__ompcc_check_lib_memcpy(void *d, const void *s, size_t n);

typedef uint32_t u32;
typedef uint64_t u64;

static int checked(void) { return ompcc_heap()->base != 0; }

static void *task_calloc(size_t n, size_t size) {
	return checked() ? __ompcc_check_lib_calloc(n, size) : calloc(n, size);
}

static void *task_malloc(size_t size) { return task_calloc(1, size); }

static void *task_aligned_alloc(size_t align, size_t size) {
	return checked() ? __ompcc_check_lib_aligned_alloc(align, size) : aligned_alloc(align, size);
}

static void task_free(void *p) {
	if (checked())
		__ompcc_check_lib_free(p);
	else
		free(p);
}

static void *task_memcpy(void *d, const void *s, size_t n) {
	return checked() ? __ompcc_check_lib_memcpy(d, s, n) : memcpy(d, s, n);
}

#define task_memset memset
#define N(name) task_##name
#define TASK_NO_MEMORY() __ompcc_error(1, "task", "there is no memory for another task that is not complete")
#define TASK(name) __ompcc_task_##name
#define TASK_PAUSE() (__ompcc_cpu_yield(), sched_yield())
#include "../../devlib/task.h"
