/* The runtime's own threads for target tasks: see task.h. */
#include "task.h"

#include <pthread.h>
#include <stdlib.h>

#include "loader.h"
#include "ompt_state.h"
#include "shim.h"
#include "../cpu/pool/pool.h"

enum { THREADS = 8 };

typedef struct task_s task_t;

/* owner is a thread that generates tasks: they are its children, and siblings. */
typedef struct {
	task_t *first;
} owner_t;

struct task_s {
	void (*run)(void *);
	void *arg;
	ompcc_dependences_t deps;
	int device;                  /* the generating task's default-device ICV */
	owner_t *owner;
	task_t *next;                /* of the owner's */
	task_t *queued;              /* behind this one in the queue */
	unsigned waits;              /* for so many tasks */
	unsigned nafter, capacity;
	task_t **after;              /* these wait for it */
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

/* wait_for lets t wait for before. */
static void wait_for(task_t *t, task_t *before) {
	if (before->nafter == before->capacity) {
		before->capacity = before->capacity ? 2 * before->capacity : 4;
		before->after = realloc(before->after, before->capacity * sizeof *before->after);
		if (!before->after)
			ompcc_fatal("error: out of memory for target tasks");
	}
	before->after[before->nafter++] = t;
	t->waits++;
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

static void remove_task(task_t *t) {
	task_t **p = &t->owner->first;
	while (*p != t)
		p = &(*p)->next;
	__atomic_store_n(p, t->next, __ATOMIC_RELEASE);
	for (unsigned i = 0; i < t->nafter; i++)
		if (--t->after[i]->waits == 0)
			enqueue(t->after[i]);
	__atomic_fetch_sub(&ompcc_task_pending, 1, __ATOMIC_RELEASE);
	pthread_cond_broadcast(&done);
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
		ompcc_set_default_device(t->device);
		t->run(t->arg);
		pthread_mutex_lock(&lock);
		remove_task(t);
		free(t->after);
		free(t->deps.d);
		free(t);
	}
	return unused;
}

/* --- the generating thread ------------------------------------------------- */

static void lose(void) { lost = 1; }

static void thread_ends(void *owner) {
	(void)owner;
	ompcc_task_settle(NULL);
}

static void prepare(void) {
	pthread_key_create(&owner_key, thread_ends);
	pthread_atfork(NULL, NULL, lose);
	atexit(ompcc_task_exit);
}

static int level(void) {
	static int (*get)(void);
	if (!get)
		*(void **)&get = ompcc_host_symbol("omp_get_level");
	return get ? get() : 0; /* without a host OpenMP there are no parallel regions */
}

/* A tool whose host is libomp learns of tasks by libomp, so they must be its. */
int ompcc_task_may_defer(void) {
	return !helps && ompcc_num_devices() > 0 && !(ompcc_ompt_enabled > 0 && ompcc_ompt_tool.guest) && ompcc_host_hooked() &&
	       level() == 0 && !ompcc_cpu_in_kernel();
}

void ompcc_task_submit(void (*run)(void *), void *arg, ompcc_dependences_t d) {
	pthread_once(&once, prepare);
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
	if (t->waits == 0)
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

void ompcc_task_settle(const ompcc_dependences_t *d) {
	if (lost || !__atomic_load_n(&mine.first, __ATOMIC_ACQUIRE))
		return;
	pthread_mutex_lock(&lock);
	while (blocked(d))
		pthread_cond_wait(&done, &lock);
	pthread_mutex_unlock(&lock);
}

/* The tasks of the initial task are done when the program ends (OpenMP 5.2
 * §12.1), unless exit is called in the midst of one. */
void ompcc_task_exit(void) {
	if (!ompcc_cpu_in_kernel())
		ompcc_task_settle(NULL);
}
