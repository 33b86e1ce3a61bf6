/* Far more threads than processors: all of them meet at barriers, in locks and in
 * ordered loops, and the process has few OS threads. */
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "check.h"

#define N ((unsigned)ROUNDS(2000))

typedef struct {
	atomic_uint arrived, flag;
	unsigned plain, ordered;
} shared_t;

static unsigned os_threads(void) {
	unsigned n = 0;
	DIR *d = opendir("/proc/self/task");
	CHECK(d != NULL, "no /proc");
	for (struct dirent *e; (e = readdir(d));)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static void meet(void *ctx) {
	shared_t *s = ctx;
	const __ompcc_thread_t *self = ompcc_core_cpu_self();
	unsigned me = self->thread_num;
	CHECK(self->num_threads == N, "%u threads", self->num_threads);
	for (unsigned round = 1; round <= 3; round++) {
		errno = (int)me;
		atomic_fetch_add(&s->arrived, 1);
		ompcc_core_cpu_barrier();
		CHECK(atomic_load(&s->arrived) == N * round, "%u arrived", atomic_load(&s->arrived));
		CHECK(errno == (int)me && ompcc_core_cpu_self()->thread_num == me, "thread %u has another's state", me);
		ompcc_core_cpu_barrier();
	}
}

/* The thread that holds the lock waits for others, which wait for the lock. */
static void locks(void *ctx) {
	shared_t *s = ctx;
	ompcc_core_cpu_critical_begin("many");
	unsigned old = s->plain;
	for (int i = 0; i < 40; i++)
		ompcc_core_cpu_yield();
	s->plain = old + 1;
	ompcc_core_cpu_critical_end("many");
}

/* The last thread sets the flag that all others poll. */
static void poll_flag(void *ctx) {
	shared_t *s = ctx;
	if (ompcc_core_cpu_self()->thread_num == N - 1)
		atomic_store(&s->flag, 1);
	while (!atomic_load(&s->flag))
		ompcc_core_cpu_yield();
}

static void in_order(void *ctx) {
	shared_t *s = ctx;
	unsigned long lo, hi;
	ompcc_core_cpu_loop_begin(1, N, 1);
	while (ompcc_core_cpu_loop_next(&lo, &hi))
		for (; lo < hi; lo++) {
			ompcc_core_cpu_ordered_begin(lo);
			CHECK(s->ordered == lo, "iteration %lu in turn %u", lo, s->ordered);
			s->ordered++;
			ompcc_core_cpu_ordered_end(lo);
		}
	ompcc_core_cpu_barrier();
}

static void kernel(void *const *args, const __ompcc_team_t *team) {
	unsigned *most = *(unsigned **)args[0], now;
	shared_t s;
	memset(&s, 0, sizeof s);
	ompcc_core_cpu_parallel(meet, &s, N);
	ompcc_core_cpu_parallel(locks, &s, N);
	CHECK(s.plain == N, "%u threads had the lock", s.plain);
	ompcc_core_cpu_parallel(poll_flag, &s, N);
	ompcc_core_cpu_parallel(in_order, &s, N);
	CHECK(s.ordered == N, "%u iterations in order", s.ordered);
	if (team->team_num == 0 && (now = os_threads()) > *most)
		*most = now;
}

int main(void) {
	unsigned most = 0, procs = ompcc_cpu_num_procs();
	for (int i = 0; i < 2; i++)
		launch(kernel, &most, TEAMS | PARALLEL, 3, 0);
	CHECK(most <= 2 * procs + 1, "%u OS threads on %u processors", most, procs); /* one may be a sanitizer's */
	return 0;
}
