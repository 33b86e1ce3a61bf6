/* Interposed task functions of the host's OpenMP runtimes, libomp and libgomp.
 *
 * The program calls the functions of this file instead of the host runtime's. They keep a target task
 * from the host runtime and give it to a thread of this runtime. Functions that wait for tasks also wait
 * for these target tasks. They pass all other work to the host runtime by a tail call (a jump). So a tool
 * sees the program's call site and its caller's frame. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "explicittasks.h"
#include "../entry/front.h"
#include "graph.h"
#include "../host/loader.h"
#include "task.h"

typedef struct {       /* kmp_depend_info_t */
	intptr_t base;
	size_t len;
	unsigned char flags;         /* as OMPCC_DEP_ */
} dependence_t;

typedef struct {       /* kmp_task_t */
	void *shareds;
	int (*routine)(int, void *);
	int part;
	void *data[2];
} libomp_task_t;

typedef int routine_t(int, void *);

/* Of kmp_tasking_flags_t. libomp's own function for target tasks also lets hidden helper threads execute them. These
 * end with any of the program's initial threads, those of this runtime included. Versions without the flag ignore it. */
enum { TIED = 1,
	LIBOMP_TARGET = 1 << 25 };

extern int __kmpc_global_thread_num(void *) __attribute__((weak));

/* TAKEN declares a function of a host runtime that this file interposes. A statically linked host runtime
 * defines the name itself. In that case the driver passes --wrap=name to the linker
 * (abi.HostTaskFunctions): calls of the name reach __wrap_name, and __real_name is the host runtime's. */
#define TAKEN(type, name, ...) \
	static type take_##name(__VA_ARGS__); \
	extern __typeof__(take_##name) __real_##name __attribute__((weak)); \
	extern __typeof__(take_##name) __wrap_##name __attribute__((weak, alias("take_" #name), visibility("default"))); \
	extern __typeof__(take_##name) name __attribute__((weak, alias("take_" #name), visibility("default")))

TAKEN(void *, __kmpc_omp_task_alloc, void *loc, int thread, int flags, size_t size, size_t shareds, routine_t *routine);
TAKEN(int, __kmpc_omp_task, void *loc, int thread, libomp_task_t *task);
TAKEN(int, __kmpc_omp_task_with_deps, void *loc, int thread, libomp_task_t *task, int n, dependence_t *list, int m, dependence_t *more);
TAKEN(void, __kmpc_omp_wait_deps, void *loc, int thread, int n, dependence_t *list, int m, dependence_t *more);
TAKEN(void, __kmpc_omp_taskwait_deps_51, void *loc, int thread, int n, dependence_t *list, int m, dependence_t *more, int nowait);
TAKEN(int, __kmpc_omp_taskwait, void *loc, int thread);
TAKEN(void, __kmpc_end_taskgroup, void *loc, int thread);
TAKEN(void, __kmpc_barrier, void *loc, int thread);

typedef void (*gomp_function_t)(void *);
TAKEN(void, __kmpc_omp_task_begin_if0, void *loc, int thread, void *task);
TAKEN(void, __kmpc_omp_task_complete_if0, void *loc, int thread, void *task);
TAKEN(void, GOMP_taskloop, gomp_function_t run, void *data, void (*copy)(void *, void *), long size, long align, unsigned flags,
	unsigned long tasks, int priority, long start, long end, long step);
TAKEN(void, GOMP_taskloop_ull, gomp_function_t run, void *data, void (*copy)(void *, void *), long size, long align, unsigned flags,
	unsigned long tasks, int priority, unsigned long long start, unsigned long long end, unsigned long long step);
TAKEN(void, GOMP_task, void (*run)(void *), void *data, void (*copy)(void *, void *), long size, long align, _Bool deferrable,
	unsigned flags, void **depend, int priority, void *detach);
TAKEN(void, GOMP_taskwait, void);
TAKEN(void, GOMP_taskwait_depend, void **depend);
TAKEN(void, GOMP_taskgroup_end, void);
TAKEN(void, GOMP_barrier, void);
TAKEN(void, GOMP_loop_end, void);
TAKEN(void, GOMP_sections_end, void);

/* present returns the host runtime's function of a name, or NULL if there is none. */
static void *present(void **slot, const char *name, void *linked) {
	void *f = __atomic_load_n(slot, __ATOMIC_RELAXED);
	if (OMPCC_UNLIKELY(!f)) {
		f = linked ? linked : ompcc_host_symbol(name);
		__atomic_store_n(slot, f, __ATOMIC_RELAXED);
	}
	return f;
}

/* real is present, but loads the host runtime if it is missing. Because this file defines the program's
 * task functions, the linker drops a host runtime of which the program needs nothing else. */
static void *real(void **slot, const char *name, void *linked) {
	void *f = present(slot, name, linked);
	if (OMPCC_LIKELY(f != NULL))
		return f;
	void *library = ompcc_dlopen(*name == 'G' ? "libgomp.so.1" : "libomp.so.5", RTLD_LAZY | RTLD_GLOBAL);
	f = library ? ompcc_dlsym(library, name) : NULL;
	if (!f)
		ompcc_fatal("error: %s: the program has no OpenMP runtime of the host", name);
	__atomic_store_n(slot, f, __ATOMIC_RELAXED);
	return f;
}

/* other returns f, or NULL if f is this file's own function. The asm keeps the compiler from assuming that
 * functions of different names have different addresses. */
static void *other(void *f, void *ours) {
	__asm__("" : "+r"(f));
	return f == ours ? NULL : f;
}

/* LINKED is the function of a statically linked host runtime, or NULL. If the linker wrapped the name, it
 * is __real_name. */
#define WRAPPED(name) other((void *)__real_##name, (void *)take_##name)
#define LINKED(name) (__real_##name ? WRAPPED(name) : other((void *)name, (void *)take_##name))
/* UNTAKEN is LINKED if the linker did not wrap the name, so that calls bypass this file; else NULL. */
#define UNTAKEN(name) (__real_##name ? NULL : LINKED(name))
#define FIND(how, name) \
	({ \
		static void *slot; \
		(__typeof__(&take_##name))how(&slot, #name, LINKED(name)); \
	})
#define REAL(name) FIND(real, name)
#define PRESENT(name) FIND(present, name)

/* Wrappers that run tasks in a program that calls omp_in_explicit_task although the host runtime lacks it; NULL in others. */
static const explicit_tasks_t *explicit_tasks;

__attribute__((visibility("default"))) const explicit_tasks_t *__ompcc_explicit(const explicit_tasks_t *tasks) {
	const explicit_tasks_t *first = NULL;
	return __atomic_compare_exchange_n(&explicit_tasks, &first, tasks, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ? tasks : first;
}

static const explicit_tasks_t *seeing(void) { return __atomic_load_n(&explicit_tasks, __ATOMIC_ACQUIRE); }

static gomp_function_t seen(gomp_function_t f) {
	const explicit_tasks_t *tasks = seeing();
	return OMPCC_UNLIKELY(tasks != NULL) ? tasks->gomp(f) : f;
}

static __thread struct {
	enum { NOT_ARMED,
		TARGET_TASK,
		HOST_REGION,
		LLVM_TASK } armed; /* what the thread's next task is; NOT_ARMED: a task of the host runtime */
	int region;                  /* made is a HOST_REGION */
	int on_device;               /* on_device of the next task's dependences */
	void *made;                  /* the task of this runtime that __kmpc_omp_task_alloc returned last */
	ompcc_graph_call_t call;     /* the last task, for a task graph */
} next __attribute__((tls_model("initial-exec")));

void ompcc_host_arm(int on, int on_device) {
	next.armed = on ? TARGET_TASK : NOT_ARMED;
	next.on_device = on_device;
}

void ompcc_host_arm_region(void) { next.armed = HOST_REGION; }

void ompcc_host_arm_llvm(void) { next.armed = LLVM_TASK; }

/* pending reports whether target tasks of this runtime are incomplete: a cheap check before any work. */
static int pending(void) {
	const ompcc_runtime_t *rt = __atomic_load_n(&ompcc_elected, __ATOMIC_ACQUIRE);
	return OMPCC_UNLIKELY(rt && __atomic_load_n(rt->task_pending, __ATOMIC_ACQUIRE) > 0);
}

/* wait_tasks waits for the thread's target tasks that conflict with dependences d; NULL: for all of them. */
static void wait_tasks(const ompcc_dependences_t *d) {
	if (pending())
		ompcc_runtime()->task_wait(d);
}

static ompcc_dependences_t dependences(unsigned n) {
	ompcc_dependences_t d = {.n = n, .d = malloc((n + 1) * sizeof *d.d)};
	if (!d.d)
		ompcc_fatal("error: out of memory for dependences");
	return d;
}

/* submit gives a target task to a thread of this runtime. */
static void submit(void (*run)(void *), void *arg, ompcc_dependences_t d) {
	d.on_device = next.on_device;
	ompcc_runtime()->task_submit(run, arg, d);
}

/* --- libomp ---------------------------------------------------------------- */

static ompcc_dependences_t of_libomp(int n, const dependence_t *list, int m, const dependence_t *more) {
	ompcc_dependences_t d = dependences((unsigned)(n + m));
	for (int i = 0; i < n + m; i++) {
		const dependence_t *e = i < n ? &list[i] : &more[i - n];
		d.d[i] = (ompcc_dependence_t){(uintptr_t)e->base, e->flags};
	}
	return d;
}

/* order waits for the target tasks of this runtime that a task of libomp depends on. */
static void order(int n, const dependence_t *list, int m, const dependence_t *more) {
	if (!pending())
		return;
	ompcc_dependences_t d = of_libomp(n, list, m, more);
	wait_tasks(&d);
	free(d.d);
}

/* describe_libomp keeps how the next task is called, for a task graph. */
static void describe_libomp(int flags, size_t size, size_t shareds, routine_t *routine) {
	enum { FINAL = 2,
		DETACHABLE = 64 };
	if (flags & (FINAL | DETACHABLE))
		ompcc_graph_refuse();
	next.call = (ompcc_graph_call_t){.libomp = seeing() ? seeing()->kmp(routine) : routine, .size = size, .shareds = shareds};
}

/* take___kmpc_omp_task_alloc allocates a task of this runtime as a libomp_task_t, because the compiled
 * program fills it. The task's shared data follow it. */
static void *take___kmpc_omp_task_alloc(void *loc, int thread, int flags, size_t size, size_t shareds, routine_t *routine) {
	int armed = next.armed;
	next.armed = NOT_ARMED;
	if (OMPCC_UNLIKELY(ompcc_graph_armed))
		describe_libomp(flags, size, shareds, routine);
	if (armed == LLVM_TASK)
		flags = (flags & ~TIED) | LIBOMP_TARGET;
	if (OMPCC_LIKELY(!armed || armed == LLVM_TASK)) {
		if (OMPCC_UNLIKELY(seeing() != NULL))
			routine = seeing()->kmp(routine);
		return REAL(__kmpc_omp_task_alloc)(loc, thread, flags, size, shareds, routine);
	}
	size = (size + 15) & ~(size_t)15;
	libomp_task_t *task = malloc(size + shareds);
	if (!task)
		ompcc_fatal("error: out of memory for a target task");
	*task = (libomp_task_t){.shareds = (char *)task + size, .routine = routine};
	next.region = armed == HOST_REGION;
	return next.made = task;
}

static void run_of_libomp(void *p) {
	libomp_task_t *task = p;
	task->routine(__kmpc_global_thread_num(NULL), task);
	free(task);
}

static void take___kmpc_omp_wait_deps(void *loc, int thread, int n, dependence_t *list, int m, dependence_t *more) {
	order(n, list, m, more);
	REAL(__kmpc_omp_wait_deps)(loc, thread, n, list, m, more);
}

static void take___kmpc_omp_taskwait_deps_51(void *loc, int thread, int n, dependence_t *list, int m, dependence_t *more, int nowait) {
	order(n, list, m, more);
	REAL(__kmpc_omp_taskwait_deps_51)(loc, thread, n, list, m, more, nowait);
}

/* record_libomp adds a task to the task graph that the thread records. */
static void record_libomp(libomp_task_t *task, ompcc_dependences_t d) {
	d.on_device = next.on_device;
	ompcc_graph_add(next.call, task, d);
}

static int generate_with_deps(void *loc, int thread, libomp_task_t *task, int n, dependence_t *list, int m, dependence_t *more) {
	if (OMPCC_LIKELY(task != next.made)) {
		order(n, list, m, more);
		return REAL(__kmpc_omp_task_with_deps)(loc, thread, task, n, list, m, more);
	}
	next.made = NULL;
	REAL(__kmpc_omp_wait_deps)(loc, thread, n, list, m, more);
	submit(run_of_libomp, task, of_libomp(n, list, m, more));
	return 0;
}

static int take___kmpc_omp_task_with_deps(void *loc, int thread, libomp_task_t *task, int n, dependence_t *list, int m, dependence_t *more) {
	if (OMPCC_LIKELY(!ompcc_graph_armed))
		return generate_with_deps(loc, thread, task, n, list, m, more);
	record_libomp(task, of_libomp(n, list, m, more));
	void *graph = ompcc_graph_pause();
	int rc = generate_with_deps(loc, thread, task, n, list, m, more);
	ompcc_graph_resume(graph);
	return rc;
}

static int generate(void *loc, int thread, libomp_task_t *task) {
	if (OMPCC_LIKELY(task != next.made))
		return REAL(__kmpc_omp_task)(loc, thread, task);
	next.made = NULL;
	if (next.region)
		ompcc_runtime()->host_region(run_of_libomp, task);
	else
		submit(run_of_libomp, task, dependences(0));
	return 0;
}

static int take___kmpc_omp_task(void *loc, int thread, libomp_task_t *task) {
	if (OMPCC_LIKELY(!ompcc_graph_armed))
		return generate(loc, thread, task);
	record_libomp(task, dependences(0));
	void *graph = ompcc_graph_pause();
	int rc = generate(loc, thread, task);
	ompcc_graph_resume(graph);
	return rc;
}

/* immediate_t is a task whose if clause is false. The compiled program calls such a task between
 * __kmpc_omp_task_begin_if0 and __kmpc_omp_task_complete_if0. Such tasks nest like calls. */
typedef struct immediate {
	struct immediate *around;
	int before;
} immediate_t;

static __thread immediate_t *immediate __attribute__((tls_model("initial-exec")));

static void begin_immediate(void) {
	immediate_t *i = malloc(sizeof *i);
	if (!i)
		ompcc_fatal("error: out of memory for a task");
	*i = (immediate_t){.around = immediate, .before = seeing()->begin()};
	immediate = i;
}

static void take___kmpc_omp_task_begin_if0(void *loc, int thread, void *task) {
	if (OMPCC_UNLIKELY(ompcc_graph_armed))
		ompcc_graph_refuse(); /* it is undeferred */
	if (OMPCC_UNLIKELY(seeing() != NULL))
		begin_immediate();
	REAL(__kmpc_omp_task_begin_if0)(loc, thread, task);
}

static void take___kmpc_omp_task_complete_if0(void *loc, int thread, void *task) {
	immediate_t *i = immediate;
	if (OMPCC_UNLIKELY(i != NULL)) {
		seeing()->end(i->before);
		immediate = i->around;
		free(i);
	}
	REAL(__kmpc_omp_task_complete_if0)(loc, thread, task);
}

static int take___kmpc_omp_taskwait(void *loc, int thread) {
	wait_tasks(NULL);
	return REAL(__kmpc_omp_taskwait)(loc, thread);
}

static void take___kmpc_end_taskgroup(void *loc, int thread) {
	wait_tasks(NULL);
	REAL(__kmpc_end_taskgroup)(loc, thread);
}

static void take___kmpc_barrier(void *loc, int thread) {
	wait_tasks(NULL);
	REAL(__kmpc_barrier)(loc, thread);
}

/* --- libgomp --------------------------------------------------------------- */

enum { GOMP_FINAL = 2,
	GOMP_DEPEND = 8,
	GOMP_DETACH = 1 << 13 }; /* GOMP_TASK_FLAG_ */

static ompcc_dependence_t of_object(const ompcc_depend_t *o) {
	static const unsigned kinds[] = {0, OMPCC_DEP_IN, OMPCC_DEP_INOUT, OMPCC_DEP_INOUT, OMPCC_DEP_MUTEX, OMPCC_DEP_SET};
	uintptr_t kind = (uintptr_t)o->p[1];
	return (ompcc_dependence_t){(uintptr_t)o->p[0], kind < sizeof kinds / sizeof *kinds ? kinds[kind] : OMPCC_DEP_ALL};
}

/* of_libgomp converts a dependence list of libgomp. The list is {n, out, addresses} or {0, n, out,
 * mutexinoutset, in, addresses}: n is the number of addresses, the other words are the numbers of each
 * type. Depend objects come last. A NULL address is omp_all_memory. */
static ompcc_dependences_t of_libgomp(void **list) {
	size_t n = (size_t)list[0], out = (size_t)list[1], mutex = 0, in = n - out;
	void **at = list + 2;
	if (n == 0) {
		n = (size_t)list[1], out = (size_t)list[2], mutex = (size_t)list[3], in = (size_t)list[4];
		at = list + 5;
	}
	ompcc_dependences_t d = dependences((unsigned)n);
	for (size_t i = 0; i < n; i++) {
		unsigned kind = i < out ? OMPCC_DEP_INOUT : i < out + mutex ? OMPCC_DEP_MUTEX
									    : OMPCC_DEP_IN;
		if (i >= out + mutex + in)
			d.d[i] = of_object(at[i]);
		else
			d.d[i] = (ompcc_dependence_t){(uintptr_t)at[i], at[i] ? kind : OMPCC_DEP_ALL};
	}
	return d;
}

typedef struct {
	void (*run)(void *);
	_Alignas(64) char data[];
} gomp_task_t;

static void run_of_libgomp(void *p) {
	gomp_task_t *task = p;
	task->run(task->data);
	free(task);
}

static gomp_task_t *gomp_task(void (*run)(void *), void *data, void (*copy)(void *, void *), long size) {
	gomp_task_t *task = aligned_alloc(64, (sizeof *task + (size_t)size + 63) & ~(size_t)63);
	if (!task)
		ompcc_fatal("error: out of memory for a target task");
	task->run = run;
	if (copy)
		copy(task->data, data);
	else
		memcpy(task->data, data, (size_t)size);
	return task;
}

/* in_place reports whether libomp provides the process's GOMP_task, in place of libgomp. */
static int in_place(void) {
	static int known; /* 1: no, 2: yes */
	int k = __atomic_load_n(&known, __ATOMIC_RELAXED);
	if (OMPCC_UNLIKELY(!k)) {
		void *task = (void *)PRESENT(GOMP_task), *wait = (void *)PRESENT(__kmpc_omp_taskwait);
		Dl_info a, b;
		k = 1 + (task && wait && dladdr && dladdr(task, &a) && dladdr(wait, &b) && a.dli_fbase == b.dli_fbase);
		__atomic_store_n(&known, k, __ATOMIC_RELAXED);
	}
	return k == 2;
}

/* by_host passes a task to libgomp, or to libomp in its place. libomp's GOMP_task (LLVM 19) does not
 * support detach. It runs an undeferred task with the original data, not with the copy that gcc's copy
 * function makes, so by_host makes that copy. */
static void by_host(void (*run)(void *), void *data, void (*copy)(void *, void *), long size, long align, _Bool deferrable,
	unsigned flags, void **depend, int priority, void *detach) {
	if (OMPCC_LIKELY((deferrable && !(flags & GOMP_DETACH)) || !in_place())) {
		PRESENT(GOMP_task)(run, data, copy, size, align, deferrable, flags, depend, priority, detach);
		return;
	}
	if (flags & GOMP_DETACH)
		ompcc_fatal("error: a task with a detach clause: LLVM's libomp does not execute those that gcc has compiled; "
			    "let the program have libgomp, or compile it with clang");
	char *block = copy ? aligned_alloc((size_t)align, ((size_t)(size + align) - 1) / (size_t)align * (size_t)align) : NULL;
	if (copy && !block)
		ompcc_fatal("error: out of memory for a task");
	if (copy)
		copy(block, data);
	PRESENT(GOMP_task)(run, copy ? block : data, NULL, size, align, deferrable, flags, depend, priority, detach);
	free(block);
}

static void take_GOMP_taskwait_depend(void **depend) {
	if (pending()) {
		ompcc_dependences_t d = of_libgomp(depend);
		wait_tasks(&d);
		free(d.d);
	}
	if (PRESENT(GOMP_taskwait_depend))
		PRESENT(GOMP_taskwait_depend)(depend);
}

/* record_libgomp adds a task to the task graph that the thread records. */
static void record_libgomp(void (*run)(void *), void *data, void (*copy)(void *, void *), long size, long align, _Bool deferrable,
	unsigned flags, ompcc_dependences_t d) {
	if (!deferrable || flags & (GOMP_FINAL | GOMP_DETACH) || align > 64)
		ompcc_graph_refuse();
	d.on_device = next.on_device;
	ompcc_graph_add((ompcc_graph_call_t){.gomp = seen(run), .copy = copy, .size = (size_t)size}, data, d);
}

static void generate_gomp(void (*run)(void *), void *data, void (*copy)(void *, void *), long size, long align, _Bool deferrable,
	unsigned flags, void **depend, int priority, void *detach) {
	int armed = next.armed, depends = (flags & GOMP_DEPEND) != 0;
	next.armed = NOT_ARMED;
	if (OMPCC_UNLIKELY(armed == HOST_REGION)) { /* all variables are shared: data has addresses only */
		ompcc_runtime()->host_region(run, data);
		return;
	}
	if (OMPCC_UNLIKELY(armed && align <= 64)) {
		if (depends && PRESENT(GOMP_taskwait_depend))
			PRESENT(GOMP_taskwait_depend)(depend);
		submit(run_of_libgomp, gomp_task(run, data, copy, size), depends ? of_libgomp(depend) : dependences(0));
		return;
	}
	if (depends && pending()) {
		ompcc_dependences_t d = of_libgomp(depend);
		wait_tasks(&d);
		free(d.d);
	}
	run = seen(run);
	/* Without a host GOMP_task there are no parallel regions (teams need libgomp): the task runs inline. */
	if (OMPCC_LIKELY(PRESENT(GOMP_task) != NULL))
		by_host(run, data, copy, size, align, deferrable, flags, depend, priority, detach);
	else
		run_of_libgomp(gomp_task(run, data, copy, size));
}

static void take_GOMP_task(void (*run)(void *), void *data, void (*copy)(void *, void *), long size, long align, _Bool deferrable,
	unsigned flags, void **depend, int priority, void *detach) {
	if (OMPCC_LIKELY(!ompcc_graph_armed)) {
		generate_gomp(run, data, copy, size, align, deferrable, flags, depend, priority, detach);
		return;
	}
	record_libgomp(run, data, copy, size, align, deferrable, flags, flags & GOMP_DEPEND ? of_libgomp(depend) : dependences(0));
	void *graph = ompcc_graph_pause();
	generate_gomp(run, data, copy, size, align, deferrable, flags, depend, priority, detach);
	ompcc_graph_resume(graph);
}

static void take_GOMP_taskloop(gomp_function_t run, void *data, void (*copy)(void *, void *), long size, long align, unsigned flags,
	unsigned long tasks, int priority, long start, long end, long step) {
	REAL(GOMP_taskloop)(seen(run), data, copy, size, align, flags, tasks, priority, start, end, step);
}

static void take_GOMP_taskloop_ull(gomp_function_t run, void *data, void (*copy)(void *, void *), long size, long align, unsigned flags,
	unsigned long tasks, int priority, unsigned long long start, unsigned long long end,
	unsigned long long step) {
	REAL(GOMP_taskloop_ull)(seen(run), data, copy, size, align, flags, tasks, priority, start, end, step);
}

static void take_GOMP_taskwait(void) {
	wait_tasks(NULL);
	if (PRESENT(GOMP_taskwait))
		PRESENT(GOMP_taskwait)();
}

static void take_GOMP_taskgroup_end(void) {
	wait_tasks(NULL);
	REAL(GOMP_taskgroup_end)();
}

static void take_GOMP_barrier(void) {
	wait_tasks(NULL);
	if (PRESENT(GOMP_barrier))
		PRESENT(GOMP_barrier)();
}

static void take_GOMP_loop_end(void) {
	wait_tasks(NULL);
	REAL(GOMP_loop_end)();
}

static void take_GOMP_sections_end(void) {
	wait_tasks(NULL);
	REAL(GOMP_sections_end)();
}

/* --- both host runtimes ---------------------------------------------------- */

static int libomp(void) { return PRESENT(__kmpc_omp_taskwait) && __kmpc_global_thread_num; }

/* first reports whether the name resolves to this file's function, or to none. */
static int first(const char *name, void *ours, void *linked) {
	void *f = linked ? linked : ompcc_dlsym(RTLD_DEFAULT, name);
	return !f || f == ours;
}

/* ompcc_host_hooked reports whether all callers in the process reach this file's functions. They do not
 * if this copy is a library's and the program calls other functions of these names. Nor do they if the
 * program calls a statically linked host runtime directly. */
int ompcc_host_hooked(void) {
	static int known; /* 1: no, 2: yes */
	int k = __atomic_load_n(&known, __ATOMIC_RELAXED);
	if (OMPCC_UNLIKELY(!k)) {
		k = 1 + (first("__kmpc_omp_taskwait", take___kmpc_omp_taskwait, UNTAKEN(__kmpc_omp_taskwait)) && first("GOMP_taskwait", take_GOMP_taskwait, UNTAKEN(GOMP_taskwait)));
		__atomic_store_n(&known, k, __ATOMIC_RELAXED);
	}
	return k == 2;
}

__attribute__((visibility("default"))) int __ompcc_host_hooked(void) { return ompcc_host_hooked(); }

/* objects_of_libomp returns the dependences of all depend objects. A depend object of libomp points to its
 * dependences; the header before them has their number. */
static dependence_t *objects_of_libomp(int n, ompcc_depend_t *objects, int *total) {
	dependence_t *list = NULL;
	*total = 0;
	for (int i = 0; i < n; i++) {
		const dependence_t *d = objects[i].p[0];
		int k = d ? (int)d[-1].base : 0;
		dependence_t *more = realloc(list, (size_t)(*total + k + 1) * sizeof *list);
		if (!more)
			ompcc_fatal("error: out of memory for dependences");
		list = more;
		for (int j = 0; j < k; j++)
			list[(*total)++] = d[j];
	}
	return list;
}

/* work_t is the work of a task that a device routine generates. */
typedef struct {
	void (*run)(void *);
	void *arg;
} work_t;

static void run_work(void *p) {
	work_t *w = p;
	w->run(w->arg);
}

static int work_of_libomp(int thread, void *p) {
	(void)thread;
	run_work((libomp_task_t *)p + 1);
	return 0;
}

static void by_libomp(work_t w, int n, ompcc_depend_t *objects) {
	int total, thread = __kmpc_global_thread_num(NULL);
	int llvm = next.armed == LLVM_TASK; /* LLVM's runtime generates such a task with a list, which may be empty */
	dependence_t *list = objects_of_libomp(n, objects, &total);
	libomp_task_t *task = take___kmpc_omp_task_alloc(NULL, thread, TIED, sizeof *task + sizeof w, 0, work_of_libomp);
	memcpy(task + 1, &w, sizeof w);
	if (total || llvm)
		take___kmpc_omp_task_with_deps(NULL, thread, task, total, list, 0, NULL);
	else
		take___kmpc_omp_task(NULL, thread, task);
	free(list);
}

static void by_libgomp(work_t w, int n, ompcc_depend_t *objects) {
	void **list = malloc((size_t)(5 + n) * sizeof *list);
	if (!list)
		ompcc_fatal("error: out of memory for dependences");
	list[0] = list[2] = list[3] = list[4] = NULL;
	list[1] = (void *)(intptr_t)n;
	for (int i = 0; i < n; i++)
		list[5 + i] = &objects[i];
	take_GOMP_task(run_work, &w, NULL, sizeof w, _Alignof(work_t), 1, n ? GOMP_DEPEND : 0, list, 0, NULL);
	free(list);
}

void ompcc_host_task(void (*run)(void *), void *arg, int n, ompcc_depend_t *objects) {
	int ours = ompcc_task_may_defer();
	n = n > 0 && objects ? n : 0;
	if (OMPCC_UNLIKELY(ompcc_task_of_llvm()))
		ompcc_host_arm_llvm();
	else
		ompcc_host_arm(ours, 1);
	if (libomp())
		by_libomp((work_t){run, arg}, n, objects);
	else if (ours || PRESENT(GOMP_task))
		by_libgomp((work_t){run, arg}, n, objects);
	else
		run(arg);
}

/* --- task graphs ------------------------------------------------------------- */

int ompcc_host_thread(void) { return __kmpc_global_thread_num ? __kmpc_global_thread_num(NULL) : 0; }

/* list_of_libgomp is the inverse of of_libgomp: a list of depend objects, which follow it. */
static void **list_of_libgomp(const ompcc_dependences_t *d) {
	static const uintptr_t kinds[] = {[OMPCC_DEP_IN] = 1, [OMPCC_DEP_INOUT] = 3, [OMPCC_DEP_MUTEX] = 4, [OMPCC_DEP_SET] = 5};
	void **list = malloc((5 + d->n) * sizeof *list + d->n * sizeof(ompcc_depend_t));
	if (!list)
		ompcc_fatal("error: out of memory for dependences");
	ompcc_depend_t *objects = (ompcc_depend_t *)(list + 5 + d->n);
	list[0] = list[2] = list[3] = list[4] = NULL;
	list[1] = (void *)(uintptr_t)d->n;
	for (unsigned i = 0; i < d->n; i++) {
		unsigned kind = d->d[i].kind < sizeof kinds / sizeof *kinds ? d->d[i].kind : OMPCC_DEP_INOUT;
		objects[i] = (ompcc_depend_t){{(void *)d->d[i].addr, (void *)kinds[kind]}};
		list[5 + i] = &objects[i];
	}
	return list;
}

static dependence_t *list_of_libomp(const ompcc_dependences_t *d) {
	dependence_t *list = calloc(d->n + 1, sizeof *list);
	if (!list)
		ompcc_fatal("error: out of memory for dependences");
	for (unsigned i = 0; i < d->n; i++)
		list[i] = (dependence_t){.base = (intptr_t)d->d[i].addr, .flags = (unsigned char)d->d[i].kind};
	return list;
}

void ompcc_host_await(const ompcc_dependences_t *d) {
	if (d && d->n == 0)
		return;
	if (libomp()) {
		int thread = __kmpc_global_thread_num(NULL);
		if (!d) {
			take___kmpc_omp_taskwait(NULL, thread);
			return;
		}
		dependence_t *list = list_of_libomp(d);
		take___kmpc_omp_wait_deps(NULL, thread, (int)d->n, list, 0, NULL);
		free(list);
	} else if (!d) {
		take_GOMP_taskwait();
	} else {
		void **list = list_of_libgomp(d);
		take_GOMP_taskwait_depend(list);
		free(list);
	}
}

/* spawn_libomp generates a task of libomp with dependences. */
static void spawn_libomp(work_t w, const ompcc_dependences_t *d) {
	int thread = __kmpc_global_thread_num(NULL);
	dependence_t *list = list_of_libomp(d);
	libomp_task_t *task = take___kmpc_omp_task_alloc(NULL, thread, TIED, sizeof *task + sizeof w, 0, work_of_libomp);
	memcpy(task + 1, &w, sizeof w);
	take___kmpc_omp_task_with_deps(NULL, thread, task, (int)d->n, list, 0, NULL);
	free(list);
}

void ompcc_host_spawn(void (*run)(void *), void *arg, const ompcc_dependences_t *d) {
	work_t w = {run, arg};
	if ((!d || d->n == 0) && libomp()) {
		by_libomp(w, 0, NULL);
	} else if (!d || d->n == 0) {
		by_libgomp(w, 0, NULL);
	} else if (libomp()) {
		spawn_libomp(w, d);
	} else {
		void **list = list_of_libgomp(d);
		take_GOMP_task(run_work, &w, NULL, sizeof w, _Alignof(work_t), 1, GOMP_DEPEND, list, 0, NULL);
		free(list);
	}
}
