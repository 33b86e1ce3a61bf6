/* The OMPD library (rt/ompd) as a debugger uses it. The debugger is a thread of a kernel, which looks at its own process
 * while the other threads wait. */
#include <pthread.h>
#include <string.h>

#include "check.h"

#include "../../ompd/ompd.c"
#include "../../ompd/handles.c"
#include "../../ompd/icvs.c"

extern const uint64_t __ompcc_ompd_layout[];

enum { THREADS = 3 };

static const void *places[THREADS]; /* of the threads, as symbol_addr_lookup finds them */
static pthread_t ids[THREADS];
static int live; /* handles and texts */
static int older; /* the runtime is of another version */

static ompd_rc_t allocate(ompd_size_t n, void **p) {
	live++;
	return (*p = malloc(n)) ? ompd_rc_ok : ompd_rc_nomem;
}

static ompd_rc_t release(void *p) {
	live--;
	free(p);
	return ompd_rc_ok;
}

static ompd_rc_t read_memory(ompd_address_space_context_t *c, ompd_thread_context_t *t, const ompd_address_t *at, ompd_size_t n, void *to) {
	(void)c, (void)t;
	if (at->address < 4096)
		return ompd_rc_error;
	memcpy(to, (const void *)at->address, n);
	return ompd_rc_ok;
}

/* A thread's context is its number, from 1 on. */
static ompd_rc_t context_of(ompd_address_space_context_t *c, ompd_thread_id_t kind, ompd_size_t n, const void *id, ompd_thread_context_t **t) {
	(void)c;
	CHECK(kind == ID_PTHREAD && n == sizeof(pthread_t), "kind %lu", (unsigned long)kind);
	for (uintptr_t i = 0; i < THREADS; i++)
		if (memcmp(id, &ids[i], n) == 0) {
			*t = (ompd_thread_context_t *)(i + 1);
			return ompd_rc_ok;
		}
	return ompd_rc_unavailable;
}

static ompd_rc_t lookup(ompd_address_space_context_t *c, ompd_thread_context_t *t, const char *name, ompd_address_t *at, const char *file) {
	static const uint64_t other[7];
	(void)c, (void)file;
	at->segment = ompd_segment_none;
	at->address = 0;
	if (t && strcmp(name, "ompcc_cpu_thread") == 0)
		at->address = AT(places[(uintptr_t)t - 1]);
	else if (strcmp(name, "__ompcc_ompd_layout") == 0)
		at->address = older ? AT(other) : AT(__ompcc_ompd_layout);
	return at->address ? ompd_rc_ok : ompd_rc_error;
}

static const ompd_callbacks_t callbacks = {.alloc_memory = allocate, .free_memory = release, .symbol_addr_lookup = lookup,
	.read_memory = read_memory, .get_thread_context_for_thread_id = context_of};

#define OK(x) CHECK((x) == ompd_rc_ok, "it is no success")
#define RC(x, rc) CHECK((x) == (rc), "it is not " #rc)

/* value is an ICV by name. */
static ompd_word_t value(ompd_address_space_handle_t *space, void *handle, ompd_scope_t scope, const char *name) {
	ompd_icv_id_t id = 0;
	const char *found;
	ompd_scope_t its;
	ompd_word_t v = -1, text;
	const char *string;
	int more = 1;
	while (more) {
		OK(ompd_enumerate_icvs(space, id, &id, &found, &its, &more));
		if (strcmp(found, name) != 0)
			continue;
		CHECK(its == scope, "%s has the scope %d", name, its);
		ompd_rc_t rc = ompd_get_icv_from_scope(handle, scope, id, &v);
		CHECK(rc == ompd_rc_ok || rc == ompd_rc_incompatible, "%s", name);
		OK(ompd_get_icv_string_from_scope(handle, scope, id, &string));
		CHECK(rc == ompd_rc_incompatible || (sscanf(string, "%ld", &text) == 1 && text == v), "%s is %s", name, string);
		release((void *)string);
		RC(ompd_get_icv_from_scope(handle, ompd_scope_global, id, &v), ompd_rc_bad_input);
		return v;
	}
	CHECK(0, "no ICV %s", name);
	return -1;
}

static void in_parallel(ompd_address_space_handle_t *space, ompd_parallel_handle_t *p, void (*fn)(void *)) {
	for (int i = 0; i < THREADS; i++) {
		ompd_thread_handle_t *t, *same;
		ompd_task_handle_t *task, *generating;
		ompd_parallel_handle_t *again, *outer;
		ompd_address_t entry;
		ompd_word_t state;
		ompd_wait_id_t wait;
		int order;
		OK(ompd_get_thread_in_parallel(p, i, &t));
		CHECK(value(space, t, ompd_scope_thread, "thread-num-var") == i, "thread %d", i);
		OK(ompd_get_state(t, &state, &wait));
		CHECK(state == ompt_state_work_parallel, "state %ld", (long)state);
		if (t->at == AT(places[i])) { /* it has an OS thread, or runs on it */
			OK(ompd_get_thread_handle(space, ID_PTHREAD, sizeof ids[i], &ids[i], &same));
			pthread_t id;
			OK(ompd_get_thread_id(same, ID_PTHREAD, sizeof id, &id));
			CHECK(pthread_equal(id, ids[i]), "thread %d", i);
			RC(ompd_get_thread_id(same, ID_LWP, sizeof id, &id), ompd_rc_unavailable);
			OK(ompd_rel_thread_handle(same));
		}
		OK(ompd_get_curr_task_handle(t, &task));
		CHECK(value(space, task, ompd_scope_task, "implicit-task-var") == 1, "an explicit task");
		CHECK(value(space, task, ompd_scope_task, "thread-limit-var") == 7, "limit");
		value(space, task, ompd_scope_task, "run-sched-var");
		OK(ompd_get_task_function(task, &entry));
		CHECK(entry.address == AT((uintptr_t)fn), "another function");
		OK(ompd_get_task_parallel_handle(task, &again));
		OK(ompd_parallel_handle_compare(p, again, &order));
		CHECK(order == 0, "another region");
		OK(ompd_get_generating_task_handle(task, &generating));
		OK(ompd_get_task_parallel_handle(generating, &outer));
		CHECK(value(space, outer, ompd_scope_parallel, "levels-var") == 0, "level");
		OK(ompd_task_handle_compare(task, generating, &order));
		CHECK(order != 0, "a task has generated itself");
		OK(ompd_rel_parallel_handle(outer));
		OK(ompd_rel_parallel_handle(again));
		OK(ompd_rel_task_handle(generating));
		OK(ompd_rel_task_handle(task));
		OK(ompd_get_task_in_parallel(p, i, &task));
		OK(ompd_rel_task_handle(task));
		OK(ompd_rel_thread_handle(t));
	}
}

static void work(void *ctx);

/* debug looks at the process from thread 0. */
static void debug(void) {
	ompd_address_space_context_t *context = (ompd_address_space_context_t *)&live;
	ompd_address_space_handle_t *host, *device, *of;
	ompd_thread_handle_t *self;
	ompd_parallel_handle_t *p, *outer, *none;
	ompd_task_handle_t *task;
	ompd_word_t version, state = ompt_state_undefined, more = 1;
	const char *text;
	ompd_thread_id_t *kinds;
	ompd_size_t *sizes;
	int n, states_seen = 0;

	RC(ompd_process_initialize(context, &host), ompd_rc_bad_input); /* before all others */
	RC(ompd_initialize(1, &callbacks), ompd_rc_unsupported);
	RC(ompd_initialize(201811, NULL), ompd_rc_bad_input);
	OK(ompd_initialize(201811, &callbacks));
	OK(ompd_get_api_version(&version));
	OK(ompd_get_version_string(&text));
	older = 1;
	RC(ompd_process_initialize(context, &host), ompd_rc_incompatible);
	older = 0;
	OK(ompd_process_initialize(context, &host));
	OK(ompd_device_initialize(host, context, 0, 0, NULL, &device));
	OK(ompd_get_omp_version(device, &version));
	CHECK(version == 202111, "version %ld", (long)version);
	OK(ompd_get_omp_version_string(device, &text));
	OK(ompd_get_device_thread_id_kinds(device, &kinds, &sizes, &n));
	CHECK(n == 2 && kinds[0] == ID_PTHREAD && sizes[1] == 8, "%d kinds", n);
	release(kinds);
	release(sizes);
	while (more) {
		OK(ompd_enumerate_states(device, state, &state, &text, &more));
		states_seen++;
	}
	CHECK(states_seen == 4, "%d states", states_seen);

	pthread_t unknown = (pthread_t)1, me = pthread_self();
	RC(ompd_get_thread_handle(device, ID_PTHREAD, sizeof unknown, &unknown, &self), ompd_rc_unavailable);
	RC(ompd_get_thread_handle(device, 77, sizeof me, &me, &self), ompd_rc_unsupported);
	OK(ompd_get_thread_handle(device, ID_PTHREAD, sizeof me, &me, &self));
	OK(ompd_get_device_from_thread(self, &of));
	CHECK(of == device, "another device");
	OK(ompd_get_curr_parallel_handle(self, &p));
	CHECK(value(device, p, ompd_scope_parallel, "team-size-var") == THREADS, "size");
	CHECK(value(device, p, ompd_scope_parallel, "levels-var") == 1, "level");
	CHECK(value(device, p, ompd_scope_parallel, "league-size-var") == 1, "teams");
	in_parallel(device, p, work);
	RC(ompd_get_thread_in_parallel(p, THREADS, &self), ompd_rc_bad_input);
	RC(ompd_get_thread_in_parallel(p, -1, &self), ompd_rc_bad_input);
	OK(ompd_get_enclosing_parallel_handle(p, &outer)); /* the team's initial region */
	CHECK(value(device, outer, ompd_scope_parallel, "team-size-var") == 1, "size");
	RC(ompd_get_enclosing_parallel_handle(outer, &none), ompd_rc_unavailable);
	OK(ompd_get_curr_task_handle(self, &task));
	ompd_frame_info_t frame;
	RC(ompd_get_task_frame(task, &frame, &frame), ompd_rc_unsupported);
	OK(ompd_rel_task_handle(task));
	OK(ompd_rel_parallel_handle(outer));
	OK(ompd_rel_parallel_handle(p));
	OK(ompd_rel_thread_handle(self));
	OK(ompd_rel_address_space_handle(device));
	OK(ompd_rel_address_space_handle(host));
	OK(ompd_finalize());
	CHECK(live == 0, "%d handles are left", live);
}

static void work(void *ctx) {
	(void)ctx;
	unsigned me = ompcc_core_cpu_self()->thread_num;
	places[me] = ompcc_core_cpu_self();
	ids[me] = pthread_self();
	ompcc_core_cpu_barrier();
	if (me == 0)
		debug();
	ompcc_core_cpu_barrier();
}

static void kernel(void *const *args, const __ompcc_team_t *team) {
	(void)args, (void)team;
	ompcc_core_cpu_parallel(work, NULL, THREADS);
}

int main(void) {
	launch(kernel, NULL, TEAMS | PARALLEL, 1, 7);
	return 0;
}
