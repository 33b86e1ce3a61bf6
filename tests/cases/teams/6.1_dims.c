// flags: -fopenmp-version=61
// gcc: no (OpenMP 6.1)
// OpenMP 6.1: num_teams, thread_limit and num_threads with the modifier dims arrange teams and threads in several
// dimensions, of which the first varies fastest. Routines tell the sizes and the numbers, in called functions, too.
#include <omp.h>
#include "../check.h"

enum { N = 64 };

typedef struct {
	int size[4], index[4], number, count;
} place;

#pragma omp begin declare target

__attribute__((noinline)) void team_place(place *p)
{
	for (int d = 0; d < 4; d++)
		p->size[d] = omp_get_num_teams_dim(d), p->index[d] = omp_get_team_num_dim(d);
	p->number = omp_get_team_num(), p->count = omp_get_num_teams();
}

__attribute__((noinline)) void thread_place(place *p)
{
	for (int d = 0; d < 4; d++)
		p->size[d] = omp_get_num_threads_dim(d), p->index[d] = omp_get_thread_num_dim(d);
	p->number = omp_get_thread_num(), p->count = omp_get_num_threads();
}

/* A parallel region of one dimension in a called function: its threads know the league. */
__attribute__((noinline)) void flat_region(place *team, place *thread)
{
#pragma omp parallel num_threads(2)
	if (omp_get_thread_num() == omp_get_num_threads() - 1) {
		team_place(team);
		thread_place(thread);
	}
}
#pragma omp end declare target

/* p has the sizes x, y and z, if the device or the host has as many teams or threads as were asked for. */
static void is(const place *p, int x, int y, int z)
{
	int n = 1, number = 0;
	for (int d = 0; d < 3; d++) {
		number += n * p->index[d];
		n *= p->size[d];
	}
	EQ(n, p->count);
	EQ(number, p->number);
	EQ(p->size[3], 1);
	EQ(p->index[3], 0);
	if (p->count == x * y * z) {
		EQ(p->size[0], x);
		EQ(p->size[1], y);
		EQ(p->size[2], z);
	}
}

static place t[N], u[N], w[N];
static int limit[N][3], teams, threads;

static void none(place *p)
{
	for (int i = 0; i < N; i++)
		p[i].count = 0;
}

static int seen(const place *p, int x, int y, int z)
{
	int n = 0;
	for (int i = 0; i < N; i++)
		if (p[i].count) {
			n++;
			is(&p[i], x, y, z);
		}
	return n;
}

int main(void)
{
	int x = 3, device = 0;
	omp_set_dynamic(0);
#pragma omp target map(from: device)
	device = !omp_is_initial_device();

#pragma omp target teams num_teams(dims(2): x, 2) thread_limit(dims(3): 2, x, 2) map(tofrom: t, u, w, limit)
	{
		int team = omp_get_team_num();
		team_place(&t[team]);
		flat_region(&u[team], &w[team]);
#pragma omp parallel num_threads(1)
		for (int d = 0; d < 3; d++)
			limit[team][d] = omp_get_thread_limit_dim(d);
	}
	EQ(seen(t, 3, 2, 1), device ? 6 : t[0].count);
	seen(u, 3, 2, 1);
	seen(w, 2, 1, 1);
	if (device)
		for (int i = 0; i < 6; i++) {
			EQ(limit[i][0], 2);
			EQ(limit[i][1], 3);
			EQ(limit[i][2], 2);
		}

	/* Threads; a region inside of theirs and one behind have one dimension. */
	none(t), none(u), none(w);
#pragma omp target map(tofrom: t, u, w)
	{
#pragma omp parallel num_threads(dims(3), strict: 2, x, 2)
		{
			int me = omp_get_thread_num();
			thread_place(&t[me]);
#pragma omp parallel num_threads(1)
			thread_place(&u[me]);
		}
#pragma omp parallel num_threads(12)
		thread_place(&w[omp_get_thread_num()]);
	}
	EQ(seen(t, 2, 3, 2), 12);
	EQ(seen(u, 1, 1, 1), 12);
	EQ(seen(w, 12, 1, 1), w[0].count);

	/* Composite constructs. */
	none(t), none(u);
#pragma omp target teams distribute parallel for num_teams(dims(2): 1, 2) num_threads(dims(2): 4, x - 1) \
	map(tofrom: t, u)
	for (int i = 0; i < N; i++) {
		thread_place(&t[i]);
		team_place(&u[i]);
	}
	EQ(seen(t, 4, 2, 1), N);
	EQ(seen(u, 1, 2, 1), N);

	/* dims(1) is one dimension. */
#pragma omp target teams num_teams(dims(1): 2) map(from: teams)
	if (omp_get_team_num() == 0)
		teams = omp_get_num_teams_dim(0) - omp_get_num_teams() + omp_get_num_teams_dim(1);
	EQ(teams, 1);

	/* The host's regions. */
	none(t), none(u), none(w);
	int hidden = 2;
#pragma omp parallel for num_threads(dims(2): hidden, 2) private(hidden)
	for (int i = 0; i < 8; i++) {
		hidden = i;
		thread_place(&t[hidden]);
	}
	EQ(seen(t, 2, 2, 1), 8);
	none(t);
#pragma omp teams num_teams(dims(2): 1, 2) thread_limit(dims(2): 1, 2) default(none) shared(t, u, w)
	{
		team_place(&t[omp_get_team_num()]);
		flat_region(&u[omp_get_team_num()], &w[omp_get_team_num()]);
	}
	EQ(seen(t, 1, 2, 1), t[0].count);
	EQ(seen(u, 1, 2, 1), u[0].count);
	none(t);
#pragma omp teams distribute parallel for num_threads(dims(2): 1, 2) num_teams(dims(2): 1, 2)
	for (int i = 0; i < 8; i++)
		thread_place(&t[i]);
	EQ(seen(t, 1, 2, 1), 8);
	threads = omp_get_num_threads_dim(0) + omp_get_num_threads_dim(1) + omp_get_thread_num_dim(0);
	EQ(threads, 2);
	EQ(omp_get_num_teams_dim(0), 1);
	END;
}
