/* Storage that a construct does not fill is touched by the threads that use it
 * first, so that its pages lie near them: not by the thread that maps it. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../../include/omp.h"
#include "module.h"

enum { TEAMS = 4 };
#define SIZE (64ul << 20)

KERNEL(fill, 2);
static void fill_body(void *const *args, const __ompcc_team_t *team) {
	size_t part = SIZE / team->num_teams, from = team->team_num * part;
	struct rusage before, after;
	CHECK(!getrusage(RUSAGE_THREAD, &before));
	memset(*(char **)args[0] + from, (int)team->team_num + 1, part);
	CHECK(!getrusage(RUSAGE_THREAD, &after));
	(*(long **)args[1])[team->team_num] = after.ru_minflt - before.ru_minflt;
}
MODULE({"fill", (void *)fill_body, 0, 2, 2})
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("p[0:n]", MAP, 0));
CONSTRUCT(leave, 3, "target exit data", 0, ITEM("p[0:n]", MAP, DELETE));
CONSTRUCT(run, 1, "target teams", &fill, ITEM("p[0:n]", MAP, FROM | PARAM), ITEM("faults", MAP, FROM | PARAM));

/* resident is how many of the pages of a block are in memory. */
static size_t resident(const void *p) {
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n = 0;
	static unsigned char in[SIZE / 4096 + 1];
	uintptr_t at = ((uintptr_t)p + page - 1) & -page;
	CHECK(!mincore((void *)at, SIZE - page, in));
	for (size_t i = 0; i < (SIZE - page) / page; i++)
		n += in[i] & 1;
	return n;
}

/* work has four teams fill the storage, each for the first time. */
static void work(char *p) {
	long faults[TEAMS] = {0};
	fill.flags = 2;
	CHECK(__ompcc_target(&run, &(__ompcc_launch_t){.device = DEFAULT_DEVICE, .num_teams = TEAMS}, ARGS({p, p, SIZE}, {faults, faults, sizeof faults})) == 1);
	for (int i = 0; i < TEAMS; i++)
		CHECK(faults[i] > 0);
}

int main(void) {
	size_t few = SIZE / (size_t)sysconf(_SC_PAGESIZE) / 100;
	char *p = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	CHECK(p != MAP_FAILED && resident(p) == 0);
	work(p); /* map(from:) */
	CHECK(p[0] == 1 && p[SIZE - 1] == TEAMS);
	char *q = omp_target_alloc(2 * SIZE, 0);
	CHECK(q && resident(q + SIZE / 2) < few);
	char *r = mmap(0, 3 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	__ompcc_enter_data(&enter, &here, ARGS({r, r, 3 * SIZE}));
	char *dev = omp_get_mapped_ptr(r, 0);
	CHECK(resident(dev + SIZE) < few && resident(r) == 0);
	work(r);
	CHECK(resident(dev) > 90 * few && resident(dev + 2 * SIZE) < few);
	__ompcc_exit_data(&leave, &here, ARGS({r, r, 3 * SIZE}));
	omp_target_free(q, 0);
	puts("ok");
}
