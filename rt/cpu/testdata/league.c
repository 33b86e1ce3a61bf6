/* Leagues: every team runs once, whoever launches, and sees its numbers. */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

typedef struct { unsigned teams; atomic_uint seen[64]; } count_t;

static void count(void *const *args, const __ompcc_team_t *team) {
	count_t *c = *(count_t **)args[0];
	const __ompcc_thread_t *self = ompcc_core_cpu_self();
	CHECK(team->num_teams == c->teams, "%u teams, not %u", team->num_teams, c->teams);
	CHECK(self->team_num == team->team_num && self->num_teams == team->num_teams, "self disagrees");
	CHECK(self->device_num == 3 && self->num_threads == 1 && self->level == 0, "wrong state");
	CHECK(ompcc_cpu_in_kernel(), "not in a kernel");
	atomic_fetch_add(&c->seen[team->team_num], 1);
}

static void league(unsigned teams) {
	count_t c;
	memset(&c, 0, sizeof c);
	c.teams = teams;
	unsigned got = launch(count, &c, TEAMS, teams, 0);
	CHECK(got == teams, "got %u of %u", got, teams);
	for (unsigned i = 0; i < teams; i++)
		CHECK(c.seen[i] == 1, "team %u of %u ran %u times", i, teams, c.seen[i]);
	CHECK(!ompcc_cpu_in_kernel() && ompcc_core_cpu_self()->device_num == -1, "state not restored");
}

static void *launcher(void *rounds) {
	for (long i = 0; i < (long)rounds; i++)
		league(1 + (unsigned)i % 9);
	return NULL;
}

static void concurrent(int threads, long rounds) {
	pthread_t t[16];
	for (int i = 0; i < threads; i++)
		CHECK(pthread_create(&t[i], NULL, launcher, (void *)rounds) == 0, "no thread");
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
}

static void short_lived(int threads) {
	for (int i = 0; i < threads; i++)
		concurrent(1, 2);
}

static void defaults(void *const *args, const __ompcc_team_t *team) {
	if (team->team_num == 0)
		**(unsigned **)args[0] = team->num_teams;
}

static void default_teams(void) {
	unsigned teams = 0, *p = &teams;
	void *args[1] = {&p};
	ompcc_cpu_launch_t l = {.entry = defaults, .args = args, .flags = TEAMS | LOOP, .trip = 1};
	CHECK(ompcc_cpu_launch(&l) == 1 && teams == 1, "%u teams for one iteration", teams);
	l.trip = 1000000;
	CHECK(ompcc_cpu_launch(&l) == ompcc_cpu_num_procs() && teams == ompcc_cpu_num_procs(), "%u teams", teams);
	l.flags = 0;
	CHECK(ompcc_cpu_launch(&l) == 1 && teams == 1, "%u teams without teams", teams);
}

#ifndef __SANITIZE_THREAD__
static void after_fork(void) {
	pid_t pid = fork();
	if (pid == 0) {
		for (int i = 0; i < 100; i++)
			league(8);
		_exit(0);
	}
	int status;
	waitpid(pid, &status, 0);
	CHECK(status == 0, "child ended with %#x", status);
}
#endif

int main(void) {
	default_teams();
	for (long i = 0; i < ROUNDS(20000); i++)
		league(1 + (unsigned)i % 17);
	concurrent(8, ROUNDS(3000));
	short_lived(ROUNDS(1000));
#ifndef __SANITIZE_THREAD__
	after_fork();
#endif
	league(64);
	return 0;
}
