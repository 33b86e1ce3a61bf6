/* The runtime's own threads for target tasks: see task.h. */
#include "../entry/front.h"
#include "task.h"

#include <pthread.h>
#include <stdlib.h>

#include "../host/loader.h"
#include "../ompt/state.h"
#include "../host/shield.h"
#include "../host/shim.h"
#include "../../cpu/pool/pool.h"
#include "../bridge.h"

enum { THREADS = 8 };

typedef struct task_s task_t;

/* owner is a thread that generates tasks: they are its children, and siblings. */
typedef struct {
	task_t *first;
} owner_t;

/* mark_t is a point in a queue of a device, where a task's work is done. */
typedef struct mark_s {
	int device;
	int writes;                  /* the host's memory */
	uintptr_t mark;
	unsigned refs;
} mark_t;

/* list_t is a list of pointers. */
typedef struct {
	void **at;
	unsigned n, capacity;
} list_t;

struct task_s {
	void (*run)(void *);
	void *arg;
	ompcc_dependences_t deps;
	int device;                  /* the generating task's default-device ICV */
	owner_t *owner;
	task_t *next;                /* of the owner's */
	task_t *queued;              /* behind this one in the queue */
	unsigned waits;              /* for so many tasks that are not done */
	unsigned unissued;           /* of which so many have given nothing to a device */
	list_t after;                /* task_t: these wait for it */
	list_t before;               /* mark_t: what those have given that it waits for */
	mark_t *mark;                /* of what it has given itself */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static task_t *head, **tail = &head; /* tasks that wait for nothing */
static unsigned queued, threads, idle;
static pthread_key_t owner_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int lost; /* in a child of fork: there are no threads, and no tasks are done */

unsigned ompcc_task_pending;

static __thread owner_t mine __attribute__((tls_model("initial-exec")));
static __thread int helps __attribute__((tls_model("initial-exec"))); /* a thread of ours */
static __thread task_t *current __attribute__((tls_model("initial-exec")));

static void add(list_t *l, void *p) {
	if (l->n == l->capacity) {
		l->capacity = l->capacity ? 2 * l->capacity : 4;
		l->at = realloc(l->at, l->capacity * sizeof *l->at);
		if (!l->at)
			ompcc_fatal("error: out of memory for target tasks");
	}
	l->at[l->n++] = p;
}

/* --- dependences ----------------------------------------------------------- */

/* conflict: one must be executed after the other (OpenMP 5.2 §15.9.5). Tasks with
 * mutexinoutset need no order, but may not be executed together. */
static int conflict(const ompcc_dependence_t *a, const ompcc_dependence_t *b) {
	if (a->addr != b->addr && !((a->kind | b->kind) & OMPCC_DEP_ALL))
		return 0;
	return a->kind != b->kind || (a->kind != OMPCC_DEP_IN && a->kind != OMPCC_DEP_SET);
}

static int ordered(const ompcc_dependences_t *a, const ompcc_dependences_t *b) {
	for (unsigned i = 0; i < a->n; i++)
		for (unsigned k = 0; k < b->n; k++)
			if (conflict(&a->d[i], &b->d[k]))
				return 1;
	return 0;
}

static void add_predecessor(task_t *t, mark_t *m) {
	m->refs++;
	add(&t->before, m);
}

/* wait_for lets t wait for before. */
static void wait_for(task_t *t, task_t *before) {
	add(&before->after, t);
	t->waits++;
	if (t->deps.on_device && before->mark)
		add_predecessor(t, before->mark);
	else
		t->unissued++;
}

/* --- execution ------------------------------------------------------------- */

static void *help(void *);

/* enqueue hands t to a thread: an idle one that has nothing to do yet, or a new
 * one, as others may be busy for long. */
static void enqueue(task_t *t) {
	t->queued = NULL;
	*tail = t;
	tail = &t->queued;
	if (++queued > idle && threads < THREADS && ompcc_cpu_spawn(help, NULL) == 0)
		threads++;
	pthread_cond_signal(&work);
}

static void drop(mark_t *m) {
	if (m && --m->refs == 0) {
		ompcc_go_free_mark(m->device, m->mark);
		free(m);
	}
}

/* remove_task gives up its marks before anybody can see that the task is done: the
 * program may end then. */
static void remove_task(task_t *t) {
	task_t **p = &t->owner->first;
	while (*p != t)
		p = &(*p)->next;
	__atomic_store_n(p, t->next, __ATOMIC_RELEASE);
	for (unsigned i = 0; i < t->after.n; i++) {
		task_t *a = t->after.at[i];
		a->waits--;
		if (!(t->mark && a->deps.on_device) && --a->unissued == 0)
			enqueue(a);
	}
	for (unsigned i = 0; i < t->before.n; i++)
		drop(t->before.at[i]);
	drop(t->mark);
	__atomic_fetch_sub(&ompcc_task_pending, 1, __ATOMIC_RELEASE);
	pthread_cond_broadcast(&done);
}

/* execute runs t to its end, which is not before that of what it depends on. */
static void execute(task_t *t) {
	current = t;
	ompcc_set_default_device(t->device);
	t->run(t->arg);
	ompcc_task_wait_predecessors();
	current = NULL;
}

static void *help(void *unused) {
	helps = 1;
	pthread_mutex_lock(&lock);
	for (;;) {
		idle++;
		while (!head)
			pthread_cond_wait(&work, &lock);
		idle--;
		task_t *t = head;
		if (!(head = t->queued))
			tail = &head;
		queued--;
		pthread_mutex_unlock(&lock);
		execute(t);
		pthread_mutex_lock(&lock);
		remove_task(t);
		free(t->after.at);
		free(t->before.at);
		free(t->deps.d);
		free(t);
	}
	return unused;
}

/* --- order on devices -------------------------------------------------------- */

int ompcc_task_ours(void) { return current != NULL; }

void ompcc_task_wait_predecessors(void) {
	task_t *t = current;
	if (!t)
		return;
	int before = ompcc_shield();
	pthread_mutex_lock(&lock);
	while (t->waits)
		pthread_cond_wait(&done, &lock);
	pthread_mutex_unlock(&lock);
	ompcc_unshield(before);
}

/* predecessors is ompcc_task_predecessors with the lock held; it returns most + 1 if there are too many
 * marks, or marks of another device. */
static int predecessors(const task_t *t, int device, uintptr_t *marks, int most, int *writes) {
	*writes = 0;
	if (t->waits == 0)
		return 0;
	for (unsigned i = 0; i < t->before.n; i++) {
		const mark_t *m = t->before.at[i];
		if (m->device != device || i == (unsigned)most)
			return most + 1;
		marks[i] = m->mark;
		*writes |= m->writes;
	}
	return (int)t->before.n;
}

int ompcc_task_predecessors(int device, uintptr_t *marks, int most, int *writes) {
	if (!current || !current->deps.on_device)
		return -1;
	pthread_mutex_lock(&lock);
	int n = predecessors(current, device, marks, most, writes);
	pthread_mutex_unlock(&lock);
	if (n <= most)
		return n;
	ompcc_task_wait_predecessors();
	*writes = 0;
	return 0;
}

int ompcc_task_issued(int device, uintptr_t mark, int writes) {
	task_t *t = current;
	mark_t *m = t ? malloc(sizeof *m) : NULL;
	if (!m)
		return 0;
	*m = (mark_t){.device = device, .writes = writes, .mark = mark, .refs = 1};
	pthread_mutex_lock(&lock);
	t->mark = m;
	for (unsigned i = 0; i < t->after.n; i++) {
		task_t *a = t->after.at[i];
		if (!a->deps.on_device)
			continue;
		add_predecessor(a, m);
		if (--a->unissued == 0)
			enqueue(a);
	}
	pthread_mutex_unlock(&lock);
	return 1;
}

/* --- the generating thread ------------------------------------------------- */

static void lose(void) { lost = 1; }

static void thread_ends(void *owner) {
	(void)owner;
	ompcc_task_wait(NULL);
}

static void prepare(void) {
	pthread_key_create(&owner_key, thread_ends);
	pthread_atfork(NULL, NULL, lose);
	atexit(ompcc_task_exit);
}

extern int omp_get_level(void) __attribute__((weak)); /* a host runtime that is linked statically */

int ompcc_host_level(void) {
	static int (*get)(void);
	if (omp_get_level)
		return omp_get_level();
	if (!get)
		*(void **)&get = ompcc_host_symbol("omp_get_level");
	return get ? get() : 0; /* without a host OpenMP there are no parallel regions */
}

/* A tool whose host is libomp learns of tasks by libomp, and of ours by us if it can
 * be told. */
int ompcc_task_may_defer(void) {
	return !helps && ompcc_num_devices() > 0 && !(ompcc_ompt_enabled > 0 && ompcc_ompt_tool.guest && !ompcc_ompt_tool.tasks) &&
		ompcc_host_hooked() && ompcc_host_level() == 0 && !ompcc_cpu_in_kernel();
}

/* The tool of a program whose host is libomp has libomp's own callbacks then. */
int ompcc_task_of_llvm(void) { return ompcc_ompt_as_llvm() && ompcc_ompt_tool.guest; }

void ompcc_task_submit(void (*run)(void *), void *arg, ompcc_dependences_t d) {
	pthread_once(&once, prepare);
	ompcc_ompt_expect_task(0);
	task_t *t = malloc(sizeof *t);
	if (!t)
		ompcc_fatal("error: out of memory for a target task");
	*t = (task_t){.run = run, .arg = arg, .deps = d, .device = ompcc_default_device(), .owner = &mine};
	pthread_setspecific(owner_key, &mine);
	pthread_mutex_lock(&lock);
	for (task_t *before = mine.first; before; before = before->next)
		if (ordered(&before->deps, &t->deps))
			wait_for(t, before);
	t->next = mine.first;
	mine.first = t;
	__atomic_fetch_add(&ompcc_task_pending, 1, __ATOMIC_RELAXED);
	if (t->unissued == 0)
		enqueue(t);
	int nobody = threads == 0;
	pthread_mutex_unlock(&lock);
	if (nobody)
		ompcc_fatal("error: no thread can be started for a target task");
}

/* blocked: a task of the thread is to be waited for. */
static int blocked(const ompcc_dependences_t *d) {
	for (task_t *t = mine.first; t; t = t->next)
		if (!d || ordered(&t->deps, d))
			return 1;
	return 0;
}

void ompcc_task_wait(const ompcc_dependences_t *d) {
	if (lost || !__atomic_load_n(&mine.first, __ATOMIC_ACQUIRE))
		return;
	int before = ompcc_shield();
	pthread_mutex_lock(&lock);
	while (blocked(d))
		pthread_cond_wait(&done, &lock);
	pthread_mutex_unlock(&lock);
	ompcc_unshield(before);
}

/* The tasks of the initial task are done when the program ends (OpenMP 5.2
 * §12.1), unless exit is called in the midst of one. */
void ompcc_task_exit(void) {
	if (!ompcc_cpu_in_kernel())
		ompcc_task_wait(NULL);
}
