/* Without threads to be had, regions are narrower but everything still runs. */
#include <sys/resource.h>

#include "check.h"

static void member(void *ctx) {
	atomic_fetch_add((atomic_uint *)ctx, 1);
	ompcc_core_cpu_barrier();
}

static void kernel(void *const *args, const __ompcc_team_t *team) {
	atomic_uint *teams = *(atomic_uint **)args[0];
	atomic_uint n = 0;
	(void)team;
	ompcc_core_cpu_parallel(member, &n, 64);
	CHECK(n >= 1 && n < 64, "%u threads in spite of the limit", n);
	atomic_fetch_add(teams, 1);
}

int main(void) {
	/* 1 GiB stacks in an address space of 4 GiB: a few threads at most. */
	struct rlimit limit = {4ul << 30, 4ul << 30};
	setenv("OMP_STACKSIZE", "1G", 1);
	CHECK(setrlimit(RLIMIT_AS, &limit) == 0, "no limit");
	atomic_uint teams = 0;
	for (int i = 0; i < 10; i++)
		launch(kernel, &teams, TEAMS | PARALLEL, 5, 0);
	CHECK(teams == 50, "%u teams", teams);
	return 0;
}
