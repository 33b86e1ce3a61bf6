/* Host constructs, and a tool that writes down what it is told of them: a log for each thread, in which addresses of code are offsets in the
 * program, frames stand below or above the asking function's, and data are numbers. With -DDEVICE the program uses a device, too, after the log. */
#define _GNU_SOURCE
#include <link.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8 };

static struct { char text[1 << 17]; int n; } logs[THREADS];
static int threads;
static __thread int mine = -1;
static uintptr_t base;
static volatile int closed;
static int early; /* callbacks of threads that have not begun */

static ompt_get_task_info_t get_task_info;
static ompt_get_parallel_info_t get_parallel_info;
static ompt_get_state_t get_state;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_num_procs_t get_num_procs;
static ompt_get_num_places_t get_num_places;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
	va_list list;
	if (!closed && mine < 0)
		__atomic_fetch_add(&early, 1, __ATOMIC_SEQ_CST);
	if (closed || mine < 0)
		return;
	va_start(list, format);
	logs[mine].n += vsnprintf(logs[mine].text + logs[mine].n, sizeof logs[mine].text - logs[mine].n, format, list);
	va_end(list);
}

static const char *code(const void *ra) {
	static __thread char text[4][32];
	static __thread int next;
	char *out = text[next++ % 4];
	sprintf(out, ra ? "code=%#lx" : "code=0", ra ? (unsigned long)((uintptr_t)ra - base) : 0);
	return out;
}

static uint64_t numbered(ompt_data_t *d) { /* in the order of the thread's own log */
	static __thread uint64_t next;
	if (!d)
		return 0;
	if (!d->value)
		d->value = (uint64_t)(mine + 1) * 1000 + ++next;
	return d->value;
}

static const char *frame(const void *p, const void *mine) {
	return !p ? "0" : (uintptr_t)p < (uintptr_t)mine ? "below" : "above";
}

/* What the inquiry functions say. */
static void look(const char *where, const void *here) {
	ompt_wait_id_t wait;
	say("look %s: state %x thread %d\n", where, (unsigned)get_state(&wait), get_thread_data() != NULL);
	for (int level = 0; level < 5; level++) {
		int flags = 0, number = -1;
		ompt_data_t *task = NULL, *parallel = NULL;
		ompt_frame_t *f = NULL;
		int known = get_task_info(level, &flags, &task, &f, &parallel, &number);
		if (!known)
			break;
		say("  task %d: %d flags %x data %d parallel %d number %d exit %s enter %s\n", level, known, (unsigned)flags, task != NULL, parallel != NULL, number,
		    f ? frame(f->exit_frame.ptr, here) : "?", f ? frame(f->enter_frame.ptr, here) : "?");
	}
	for (int level = 0; level < 4; level++) {
		ompt_data_t *parallel = NULL;
		int size = -1, known = get_parallel_info(level, &parallel, &size);
		if (!known)
			break;
		say("  parallel %d: %d data %d size %d\n", level, known, parallel != NULL, size);
	}
}
#define LOOK(where) look(where, __builtin_frame_address(0))

static void thread_begin(ompt_thread_t type, ompt_data_t *data) {
	if (closed)
		return;
	mine = __atomic_fetch_add(&threads, 1, __ATOMIC_SEQ_CST);
	if (mine >= THREADS)
		exit(9);
	say("thread_begin %d %d\n", type, data != NULL);
}
static void thread_end(ompt_data_t *data) { say("thread_end %d\n", data != NULL); }
static void parallel_begin(ompt_data_t *task, const ompt_frame_t *f, ompt_data_t *parallel, unsigned requested, int flags, const void *ra) {
	say("parallel_begin %d frame %d/%d requested %u flags %x %s\n", parallel->value == 0, f->exit_frame.ptr != NULL, f->enter_frame.ptr != NULL, requested,
	    (unsigned)flags, code(ra));
	(void)task;
	numbered(parallel);
}
static void parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *ra) {
	say("parallel_end %d %d flags %x %s\n", parallel != NULL, task != NULL, (unsigned)flags, code(ra));
}
static void implicit_task(ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, unsigned n, unsigned index, int flags) {
	say("implicit_task %d parallel %d task %d of %u index %u flags %x\n", end, parallel != NULL, task != NULL, n, index, (unsigned)flags);
	if (end == ompt_scope_begin)
		numbered(task);
}
static void task_create(ompt_data_t *task, const ompt_frame_t *f, ompt_data_t *new, int flags, int dependences, const void *ra) {
	say("task_create by %d frame %d/%d new %d flags %x dependences %d %s\n", task != NULL, f && f->exit_frame.ptr, f && f->enter_frame.ptr, new->value == 0,
	    (unsigned)flags, dependences, code(ra));
	numbered(new);
}
static void task_schedule(ompt_data_t *before, ompt_task_status_t status, ompt_data_t *next) {
	say("task_schedule %lu status %d next %lu\n", (unsigned long)numbered(before), status, (unsigned long)numbered(next));
}
static void dependences(ompt_data_t *task, const ompt_dependence_t *list, int n) {
	say("dependences of %lu:", (unsigned long)numbered(task));
	for (int i = 0; i < n; i++)
		say(" %d", list[i].dependence_type);
	say("\n");
}
static void task_dependence(ompt_data_t *first, ompt_data_t *second) {
	say("task_dependence %lu %lu\n", (unsigned long)numbered(first), (unsigned long)numbered(second));
}
static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, const void *ra) {
	say("sync_region %d %d parallel %d task %lu %s\n", kind, end, parallel != NULL, (unsigned long)numbered(task), code(ra));
}
static void sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, const void *ra) {
	say("sync_region_wait %d %d parallel %d task %lu %s\n", kind, end, parallel != NULL, (unsigned long)numbered(task), code(ra));
}
static void reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, const void *ra) {
	say("reduction %d %d parallel %d task %lu %s\n", kind, end, parallel != NULL, (unsigned long)numbered(task), code(ra));
}
static void work(ompt_work_t kind, ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, uint64_t count, const void *ra) {
	say("work %d %d parallel %d task %lu count %lu %s\n", kind, end, parallel != NULL, (unsigned long)numbered(task), (unsigned long)count, code(ra));
}
static void dispatch(ompt_data_t *parallel, ompt_data_t *task, ompt_dispatch_t kind, ompt_data_t instance) {
	say("dispatch %d parallel %d task %lu %s\n", kind, parallel != NULL, (unsigned long)numbered(task),
	    kind == ompt_dispatch_section ? code(instance.ptr) : "");
}
static void masked(ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, const void *ra) {
	say("masked %d parallel %d task %lu %s\n", end, parallel != NULL, (unsigned long)numbered(task), code(ra));
}
static void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t id, const void *ra) {
	say("mutex_acquire %d hint %u impl %u id %d %s\n", kind, hint, impl, id != 0, code(ra));
}
static void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *ra) { say("mutex_acquired %d id %d %s\n", kind, id != 0, code(ra)); }
static void mutex_released(ompt_mutex_t kind, ompt_wait_id_t id, const void *ra) { say("mutex_released %d id %d %s\n", kind, id != 0, code(ra)); }
static void lock_init(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t id, const void *ra) {
	say("lock_init %d hint %u impl %u id %d %s\n", kind, hint, impl, id != 0, code(ra));
}
static void lock_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void *ra) { say("lock_destroy %d id %d %s\n", kind, id != 0, code(ra)); }
static void nest_lock(ompt_scope_endpoint_t end, ompt_wait_id_t id, const void *ra) { say("nest_lock %d id %d %s\n", end, id != 0, code(ra)); }
static void flush(ompt_data_t *thread, const void *ra) { say("flush %d %s\n", thread != NULL, code(ra)); }
static void cancel(ompt_data_t *task, int flags, const void *ra) { say("cancel %lu flags %x %s\n", (unsigned long)numbered(task), (unsigned)flags, code(ra)); }
static int control_tool(uint64_t command, uint64_t modifier, void *arg, const void *ra) {
	say("control_tool %lu %lu %d %s\n", (unsigned long)command, (unsigned long)modifier, arg != NULL, code(ra));
	return 7;
}
static void error(ompt_severity_t severity, const char *message, size_t length, const void *ra) {
	say("error %d %.*s %s\n", severity, (int)length, message, code(ra));
}

static int find_base(struct dl_phdr_info *info, size_t size, void *data) {
	(void)size, (void)data;
	base = info->dlpi_addr;
	return 1;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)device, (void)data;
	dl_iterate_phdr(find_base, NULL);
	get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
	get_parallel_info = (ompt_get_parallel_info_t)lookup("ompt_get_parallel_info");
	get_state = (ompt_get_state_t)lookup("ompt_get_state");
	get_thread_data = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
	get_num_procs = (ompt_get_num_procs_t)lookup("ompt_get_num_procs");
	get_num_places = (ompt_get_num_places_t)lookup("ompt_get_num_places");
#define SET(name) printf("%s: %d\n", #name, set(ompt_callback_##name, (ompt_callback_t)name))
	SET(thread_begin), SET(thread_end), SET(parallel_begin), SET(parallel_end), SET(implicit_task), SET(task_create), SET(task_schedule);
	SET(dependences), SET(task_dependence), SET(sync_region), SET(sync_region_wait), SET(reduction), SET(work), SET(dispatch), SET(masked);
	SET(mutex_acquire), SET(mutex_acquired), SET(mutex_released), SET(lock_init), SET(lock_destroy), SET(nest_lock), SET(flush), SET(cancel);
	SET(error);
#ifdef CONTROL
	SET(control_tool);
#endif
	printf("%d %d\n", get_num_procs() > 0, get_num_places() >= 0);
	int state = ompt_state_undefined, kind = 0;
	const char *name;
	ompt_enumerate_states_t next_state = (ompt_enumerate_states_t)lookup("ompt_enumerate_states");
	ompt_enumerate_mutex_impls_t next_kind = (ompt_enumerate_mutex_impls_t)lookup("ompt_enumerate_mutex_impls");
	while (next_state(state, &state, &name))
		printf("%x %s\n", (unsigned)state, name);
	while (next_kind(kind, &kind, &name))
		printf("%d %s\n", kind, name);
	return 1;
}
static void finalize(ompt_data_t *data) { (void)data, printf("finalize\n"); }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

/* --- the program --------------------------------------------------------- */

static int sum, cells[16];
static __attribute__((noinline)) void touch(int i) { __atomic_fetch_add(&cells[i & 15], 1, __ATOMIC_SEQ_CST); }

static __attribute__((noinline)) void regions(void) {
	LOOK("serial");
#pragma omp parallel num_threads(2)
	{
		LOOK("parallel");
#pragma omp barrier
#pragma omp parallel num_threads(1)
		LOOK("nested");
	}
#pragma omp parallel if (0)
	LOOK("serialised");
#pragma omp teams num_teams(1) thread_limit(1)
	LOOK("teams");
}

static __attribute__((noinline)) void worksharing(void) {
#pragma omp parallel num_threads(2)
	{
#pragma omp for schedule(static)
		for (int i = 0; i < 8; i++)
			touch(i);
#pragma omp for schedule(static, 1) nowait
		for (int i = 0; i < 8; i++)
			touch(i);
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < 8; i++)
			sum += i;
#pragma omp masked
		LOOK("masked");
	}
#pragma omp parallel num_threads(1)
	{
#pragma omp for schedule(dynamic, 2) ordered
		for (int i = 0; i < 8; i++) {
#pragma omp ordered
			touch(i);
		}
#pragma omp for schedule(guided)
		for (int i = 0; i < 8; i++)
			touch(i);
#pragma omp sections
		{
#pragma omp section
			touch(1);
#pragma omp section
			touch(2);
		}
#pragma omp single
		LOOK("single");
		int copied;
#pragma omp single copyprivate(copied)
		copied = 3;
#if __clang_major__ >= 22
#pragma omp scope
		touch(4);
#pragma omp scope reduction(+ : sum)
		sum++;
#endif
	}
}

static __attribute__((noinline)) void mutexes(void) {
	omp_lock_t lock;
	omp_nest_lock_t nest;
	omp_init_lock(&lock);
	omp_set_lock(&lock);
	omp_unset_lock(&lock);
	if (omp_test_lock(&lock))
		omp_unset_lock(&lock);
	omp_destroy_lock(&lock);
	omp_init_nest_lock(&nest);
	omp_set_nest_lock(&nest);
	omp_set_nest_lock(&nest);
	omp_unset_nest_lock(&nest);
	omp_unset_nest_lock(&nest);
	if (omp_test_nest_lock(&nest))
		omp_unset_nest_lock(&nest);
	omp_destroy_nest_lock(&nest);
	omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
	omp_destroy_lock(&lock);
#pragma omp critical
	LOOK("critical");
#pragma omp critical(named) hint(omp_sync_hint_uncontended)
	touch(5);
#pragma omp flush
#pragma omp atomic
	sum++;
}

static __attribute__((noinline)) void tasks(void) {
	int x = 0, y = 0;
#pragma omp parallel num_threads(1)
	{
#pragma omp task
		LOOK("task");
#pragma omp taskwait
#pragma omp task if (0)
		LOOK("undeferred");
#pragma omp task final(1) untied mergeable
		{
			LOOK("final");
#pragma omp task
			touch(1);
		}
#pragma omp taskgroup
		{
#pragma omp task depend(out : x)
			x++;
#pragma omp task depend(in : x) depend(inout : y)
			y += x;
#pragma omp task depend(mutexinoutset : x)
			x++;
#pragma omp task depend(inoutset : x)
			x++;
		}
#pragma omp task depend(inout : x) if (0)
		LOOK("undeferred with dependences");
#pragma omp task depend(inout : x)
		x++;
#pragma omp taskwait depend(inout : x)
#pragma omp taskyield
#pragma omp taskloop num_tasks(2)
		for (int i = 0; i < 4; i++)
			touch(i);
#pragma omp taskgroup task_reduction(+ : sum)
		{
#pragma omp task in_reduction(+ : sum)
			sum++;
		}
		omp_event_handle_t event;
#pragma omp task detach(event)
		touch(1);
		omp_fulfill_event(event);
#pragma omp taskwait
#pragma omp for ordered(1)
		for (int i = 1; i < 4; i++) {
#pragma omp ordered depend(sink : i - 1)
			touch(i);
#pragma omp ordered depend(source)
		}
	}
#pragma omp task depend(out : x)
	LOOK("task of the initial task");
#pragma omp task if (0)
	LOOK("undeferred task of the initial task");
#pragma omp taskwait
}

static __attribute__((noinline)) void cancellation(void) {
#pragma omp parallel num_threads(1)
	{
#pragma omp for
		for (int i = 0; i < 4; i++) {
#pragma omp cancel for if (i == 2)
			touch(i);
#pragma omp cancellation point for
		}
#pragma omp sections
		{
#pragma omp section
			{
#pragma omp cancel sections
				touch(1);
			}
		}
#pragma omp taskgroup
		{
#pragma omp task
			{
#pragma omp cancel taskgroup
				touch(1);
			}
#pragma omp task
			{
#pragma omp cancellation point taskgroup
				touch(2);
			}
		}
#pragma omp cancel parallel
		touch(1);
	}
}

int main(void) {
	setvbuf(stdout, NULL, _IOLBF, 1 << 16);
	regions();
	worksharing();
	mutexes();
	tasks();
	cancellation();
#if _OPENMP >= 202011
#pragma omp error at(execution) severity(warning) message("a message")
#endif
#ifdef CONTROL
	say("omp_control_tool: %d\n", omp_control_tool(3, 4, &sum));
#endif
	LOOK("end");
	closed = 1;
	printf("%d callbacks before thread_begin\n", early);
	for (int i = 0; i < threads; i++)
		printf("--- thread %d\n%s", i, logs[i].text);
#ifdef DEVICE
#pragma omp target map(tofrom : sum)
	sum++;
#endif
	return 0;
}
