/* flags: -fopenmp
 * env: OMPCC_CPU_DEVICES=2
 *
 * Target tasks that are generated outside of parallel regions: the generating
 * thread goes on, and what waits for tasks waits for them. The program does what
 * the compiler makes of "target nowait" and "target enter data nowait". */
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "module.h"

enum { NOWAIT = 1, TASK = 16, DEFERRED = 64, FLAGS = NOWAIT | TASK | DEFERRED };

/* gate lets kernels go on, which share the host's memory on a CPU device. */
static volatile int gate;
static void set(int value) { __atomic_store_n(&gate, value, __ATOMIC_SEQ_CST); }

KERNEL(hold, 2);
static void hold_body(void *const *args, const __ompcc_team_t *team) {
	int *x = *(int **)args[0], wanted = *(int *)args[1];
	(void)team;
	while (__atomic_load_n(&gate, __ATOMIC_SEQ_CST) < wanted)
		sched_yield();
	*x = 2 * *x + 1;
}
MODULE({"hold", (void *)hold_body, 0, 2, 0})
CONSTRUCT(run, 1, "target nowait", &hold, ITEM("x", MAP, TO | FROM | PARAM), ITEM("wanted", VALUE, PARAM));
CONSTRUCT(enter, 3, "target enter data nowait", NULL, ITEM("x", MAP, TO));

#define TARGET(x, n, ...)                                                                                               \
	do {                                                                                                            \
		int *p = (x), wanted = (n);                                                                             \
		__ompcc_launch_t l = {.device = DEFAULT_DEVICE, .flags = FLAGS, .task = __ompcc_target_task(&run, FLAGS)}; \
		_Pragma(#__VA_ARGS__)                                                                                   \
		CHECK(__ompcc_target(&run, &l, ARGS({p, p, sizeof *p}, {0, &wanted, sizeof wanted})));                  \
	} while (0)

static int a, b, c, d[2];

static void goes_on(void) {
	set(0);
	TARGET(&a, 1, omp task firstprivate(l, p, wanted));
	CHECK(a == 0);
	set(1);
#pragma omp taskwait
	CHECK(a == 1);
}

/* a chain, and a host's task that waits for it but not for what is apart from it */
static void dependences(void) {
	a = b = 0;
	set(0);
	TARGET(&a, 1, omp task firstprivate(l, p, wanted) depend(out: a));
	TARGET(&a, 1, omp task firstprivate(l, p, wanted) depend(inout: a));
	TARGET(&b, 2, omp task firstprivate(l, p, wanted) depend(inout: b));
	set(1);
#pragma omp task depend(in: a)
	CHECK(a == 3 && b == 0);
#pragma omp task if(0) depend(in: a)
	CHECK(a == 3 && b == 0);
	set(2);
#pragma omp taskwait depend(in: b)
	CHECK(b == 1);
#pragma omp taskwait
}

static void routines(void) {
	int host = omp_get_initial_device(), result[2] = {0};
	size_t volume[] = {2}, zero[] = {0};
	int *p = omp_target_alloc(2 * sizeof *p, 0);
	omp_depend_t o;
#pragma omp depobj(o) depend(inout: a)
	a = 0;
	d[0] = 7;
	set(0);
	TARGET(&a, 1, omp task firstprivate(l, p, wanted) depend(out: a));
	CHECK(omp_target_memset_async(p, 0, 2 * sizeof *p, 0, 1, &o) == p);
	CHECK(!omp_target_memcpy_async(p, d, sizeof *p, 0, 0, 0, host, 1, &o));
	CHECK(!omp_target_memcpy_async(p, &a, sizeof *p, sizeof *p, 0, 0, host, 1, &o));
	CHECK(!omp_target_memcpy_rect_async(result, p, sizeof *p, 1, volume, zero, zero, volume, volume, host, 0, 1, &o));
	CHECK(omp_target_memcpy_async(p, NULL, 4, 0, 0, 0, host, 1, &o) != 0); /* at once */
	volume[0] = 1000;
	CHECK(result[0] == 0);
	set(1);
#pragma omp taskwait
	CHECK(result[0] == 7 && result[1] == 1);
#pragma omp depobj(o) destroy
	omp_target_free(p, 0);
}

static void waits(void) {
	a = b = 0;
#pragma omp taskgroup
	{
		TARGET(&a, 0, omp task firstprivate(l, p, wanted));
	}
	CHECK(a == 1);
	TARGET(&b, 0, omp task firstprivate(l, p, wanted));
#pragma omp barrier
	CHECK(b == 1);
}

/* a task has the default device of the task that generates it */
static void default_device(void) {
	omp_set_default_device(1);
	__ompcc_launch_t l = {.device = DEFAULT_DEVICE, .flags = FLAGS, .task = __ompcc_target_task(&enter, FLAGS)};
#pragma omp task firstprivate(l)
	__ompcc_enter_data(&enter, &l, ARGS({d, d, sizeof d}));
	omp_set_default_device(0);
#pragma omp taskwait
	CHECK(omp_target_is_present(d, 1) && !omp_target_is_present(d, 0));
}

static void *thread(void *unused) {
	TARGET(&c, 0, omp task firstprivate(l, p, wanted));
	return unused;
}

static void ends(void) {
	pthread_t t;
	c = 0;
	CHECK(!pthread_create(&t, NULL, thread, NULL) && !pthread_join(t, NULL));
	CHECK(c == 1);
}

static void forks(void) {
	int status;
	a = 0;
	set(0);
	TARGET(&a, 1, omp task firstprivate(l, p, wanted));
	pid_t child = fork();
	if (child == 0) {
#pragma omp taskwait
		CHECK(omp_get_num_devices() == 0);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	set(1);
#pragma omp taskwait
	CHECK(a == 1);
}

static void in_parallel(void) {
	int n[8] = {0};
#ifdef SERIAL
	return;
#endif
#pragma omp parallel num_threads(4)
#pragma omp single
	for (int i = 0; i < 80; i++)
		TARGET(&n[i % 8], 0, omp task firstprivate(l, p, wanted) depend(inout: n[i % 8]));
	for (int i = 0; i < 8; i++)
		CHECK(n[i] == 1023);
}

static void many(void) {
	int n[8] = {0};
	for (int i = 0; i < 800; i++) {
		n[i % 8] %= 100;
		TARGET(&n[i % 8], 0, omp task firstprivate(l, p, wanted) depend(inout: n[i % 8]));
		if (i % 8 == 7) {
#pragma omp taskwait
		}
	}
	for (int i = 0; i < 8; i++)
		CHECK(n[i] == n[0]);
}

/* registered before there are tasks: so it is run after them */
static void at_exit(void) {
	CHECK(c == 1);
	puts("ok");
}

int main(void) {
	atexit(at_exit);
	goes_on();
	dependences();
	routines();
	waits();
	default_device();
	ends();
	forks();
	in_parallel();
	many();
	c = 0;
	TARGET(&c, 0, omp task firstprivate(l, p, wanted));
}
