/* Parallel regions: threads that wait for each other, whatever the number
 * of processors; barrier, single, copyprivate, critical, nesting. */
#include <pthread.h>
#include <string.h>

#include "check.h"

enum { N = 8 };

typedef struct {
	atomic_uint arrived, singles, value;
	unsigned threads, plain, rounds;
	atomic_uint seen[N];
} shared_t;

/* Ends only if all N threads exist at once. */
static void rendezvous(void *ctx) {
	shared_t *s = ctx;
	const __ompcc_thread_t *self = ompcc_core_cpu_self();
	CHECK(self->num_threads == N && self->level == 1 && self->active_level == 1, "wrong state");
	atomic_fetch_add(&s->seen[self->thread_num], 1);
	atomic_fetch_add(&s->arrived, 1);
	while (atomic_load(&s->arrived) < N)
		ompcc_core_cpu_yield();
}

static void barriers(void *ctx) {
	shared_t *s = ctx;
	unsigned me = ompcc_core_cpu_self()->thread_num;
	for (unsigned i = 0; i < s->rounds; i++) {
		if (me == i % N)
			s->plain = i; /* ordered by the barriers only */
		ompcc_core_cpu_barrier();
		CHECK(s->plain == i, "round %u: saw %u", i, s->plain);
		ompcc_core_cpu_barrier();
	}
}

static void singles(void *ctx) {
	shared_t *s = ctx;
	for (unsigned i = 0; i < s->rounds; i++)
		if (ompcc_core_cpu_single()) /* nowait */
			atomic_fetch_add(&s->singles, 1);
	for (unsigned i = 0; i < s->rounds; i++) {
		unsigned a = 0;
		double b = 0;
		void *addr[2] = {&a, &b};
		unsigned long size[2] = {sizeof a, sizeof b};
		int mine = ompcc_core_cpu_single();
		if (mine) {
			a = i + 1;
			b = i + 0.5;
		}
		ompcc_core_cpu_copyprivate(addr, size, 2, mine);
		CHECK(a == i + 1 && b == i + 0.5, "round %u: %u %g", i, a, b);
	}
}

static void criticals(void *ctx) {
	shared_t *s = ctx;
	char name[] = "same text, different address";
	for (unsigned i = 0; i < s->rounds; i++) {
		ompcc_core_cpu_critical_begin(name);
		s->plain++;
		ompcc_core_cpu_critical_end(name);
		ompcc_core_cpu_lock();
		s->threads++;
		ompcc_core_cpu_unlock();
		ompcc_core_cpu_critical_begin("");
		ompcc_core_cpu_critical_begin("inner");
		ompcc_core_cpu_critical_end("inner");
		ompcc_core_cpu_critical_end(NULL);
	}
}

static void innermost(void *ctx) {
	const __ompcc_thread_t *self = ompcc_core_cpu_self();
	CHECK(self->num_threads == 1 && self->level == 2 && self->active_level == 1 && self->thread_num == 0, "nested state");
	CHECK(ompcc_core_cpu_single(), "single in a region of one");
	ompcc_core_cpu_barrier();
	atomic_fetch_add((atomic_uint *)ctx, 1);
}

static void nested(void *ctx) {
	shared_t *s = ctx;
	unsigned me = ompcc_core_cpu_self()->thread_num;
	ompcc_core_cpu_parallel(innermost, &s->value, 4);
	CHECK(ompcc_core_cpu_self()->thread_num == me && ompcc_core_cpu_self()->num_threads == N, "state not restored");
	ompcc_core_cpu_barrier();
	CHECK(atomic_load(&s->value) == N, "%u inner regions", s->value);
}

static void width(void *ctx) { ((unsigned *)ctx)[ompcc_core_cpu_self()->thread_num] = ompcc_core_cpu_self()->num_threads; }

static void kernel(void *const *args, const __ompcc_team_t *team) {
	unsigned rounds = *(unsigned *)*(void **)args[0];
	shared_t s;
	(void)team;
	memset(&s, 0, sizeof s);
	s.rounds = rounds;
	ompcc_core_cpu_parallel(rendezvous, &s, N);
	for (unsigned i = 0; i < N; i++)
		CHECK(s.seen[i] == 1, "thread %u ran %u times", i, s.seen[i]);
	ompcc_core_cpu_parallel(barriers, &s, N);
	ompcc_core_cpu_parallel(singles, &s, N);
	CHECK(s.singles == rounds, "%u singles", s.singles);
	s.plain = s.threads = 0;
	ompcc_core_cpu_parallel(criticals, &s, N);
	CHECK(s.plain == N * rounds && s.threads == N * rounds, "%u %u", s.plain, s.threads);
	ompcc_core_cpu_parallel(nested, &s, N);
	for (unsigned n = 1; n <= 12; n++) {
		unsigned seen[12] = {0};
		ompcc_core_cpu_parallel(width, seen, n);
		for (unsigned i = 0; i < n; i++)
			CHECK(seen[i] == n, "thread %u of %u saw %u", i, n, seen[i]);
	}
}

static void limited(void *const *args, const __ompcc_team_t *team) {
	unsigned *seen = *(unsigned **)args[0];
	CHECK(team->thread_limit == 3, "limit %u", team->thread_limit);
	ompcc_core_cpu_parallel(width, seen, 8);
}

static void *launcher(void *rounds) {
	unsigned n = 20;
	for (long i = 0; i < (long)rounds; i++)
		launch(kernel, &n, TEAMS | PARALLEL, 1 + (unsigned)i % 3, 0);
	return NULL;
}

int main(void) {
	unsigned rounds = ROUNDS(400);
	unsigned seen[8] = {0};
	launch(kernel, &rounds, PARALLEL, 0, 0);
	launch(kernel, &rounds, TEAMS | PARALLEL, 3, 0);
	launch(limited, seen, PARALLEL, 0, 3);
	CHECK(seen[2] == 3 && seen[3] == 0, "thread_limit(3) gave %u", seen[0]);
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		CHECK(pthread_create(&t[i], NULL, launcher, (void *)(long)ROUNDS(20)) == 0, "no thread");
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	/* On the host a region is serial. */
	atomic_uint host = 0;
	void width_host(void *ctx);
	ompcc_core_cpu_parallel(width_host, &host, 4);
	CHECK(host == 1, "%u threads on the host", host);
	return 0;
}

void width_host(void *ctx) { atomic_fetch_add((atomic_uint *)ctx, 1); }
