// gcc: no (gcc-12 allows no atomic strictly inside teams)
// A target region starts with a new initial thread, also where the host executes it (OpenMP 5.2 §13.8, §2.3): levels,
// teams, worksharing, tasks and nested regions in it know nothing of the parallel regions around the construct.
#include <omp.h>
#include <stdio.h>

static int bad;

#define CHECK(x) \
	do { \
		if (!(x)) { \
			printf("line %d: %s\n", __LINE__, #x); \
			_Pragma("omp atomic") bad++; \
		} \
	} while (0)

typedef struct {
	int level, active, in_parallel, thread, threads, ancestor;
} where_t;

static void look(where_t *w) {
	w->level = omp_get_level();
	w->active = omp_get_active_level();
	w->in_parallel = omp_in_parallel();
	w->thread = omp_get_thread_num();
	w->threads = omp_get_num_threads();
	w->ancestor = omp_get_ancestor_thread_num(0);
}

static int initial(const where_t *w) {
	return w->level == 0 && w->active == 0 && !w->in_parallel && w->thread == 0 && w->threads == 1 && w->ancestor == 0;
}

// A function that may be called inside of a parallel region.
static void plain(void) {
	where_t w = {9, 9, 9, 9, 9, 9};
	int first = 1, copy = 3;
#pragma omp target map(tofrom : w, first) firstprivate(copy) if (0)
	{
		look(&w);
		copy++;
		first += copy;
	}
	CHECK(initial(&w));
	CHECK(first == 5 && copy == 3);
}

static void of_host_device(void) {
	where_t w = {9, 9, 9, 9, 9, 9};
#pragma omp target map(tofrom : w) device(omp_get_initial_device())
	look(&w);
	CHECK(initial(&w));
}

static void nowait_and_depend(void) {
	where_t a = {9, 9, 9, 9, 9, 9}, b = a;
	int x = 0;
#pragma omp target map(tofrom : a) nowait depend(out : x) if (0)
	look(&a);
#pragma omp target map(tofrom : b) depend(in : x) if (0)
	look(&b);
#pragma omp taskwait
	CHECK(initial(&a));
	CHECK(initial(&b));
}

// Regions inside of the region: their levels count from it.
static void nested(void) {
	int level = -1, threads = 0, inner = -1, sum = 0, n = 8, v[8] = {0};
#pragma omp target map(tofrom : level, threads, inner, sum, v) if (0)
	{
#pragma omp parallel num_threads(2) reduction(+ : threads)
		{
			threads++;
			if (omp_get_thread_num() == 0)
				level = omp_get_level();
#pragma omp for
			for (int i = 0; i < n; i++)
				v[i] += i;
#pragma omp single
			{
#pragma omp parallel num_threads(1)
				inner = omp_get_level();
			}
		}
		for (int i = 0; i < n; i++)
			sum += v[i];
	}
	CHECK(level == 1);
	CHECK(threads >= 1 && threads <= 2);
	CHECK(inner == 2);
	CHECK(sum == 28);
}

static void combined(void) {
	int v[16] = {0}, level = -1, sum = 0;
#pragma omp target parallel for num_threads(2) map(tofrom : v) if (target : 0)
	for (int i = 0; i < 16; i++)
		v[i] = omp_get_level();
	for (int i = 0; i < 16; i++)
		sum += v[i];
	CHECK(sum == 16);
#pragma omp target teams num_teams(2) thread_limit(2) map(tofrom : level, sum) if (0)
	{
		where_t w;
		look(&w);
		if (omp_get_team_num() == 0)
			level = w.level;
#pragma omp atomic
		sum -= 8;
	}
	CHECK(level == 0);
	CHECK(sum < 16);
	sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : v) reduction(+ : sum) if (target : 0)
	for (int i = 0; i < 16; i++)
		sum += ++v[i];
	CHECK(sum == 32);
#pragma omp target simd map(tofrom : v) if (target : 0)
	for (int i = 0; i < 16; i++)
		v[i]++;
	CHECK(v[0] == 3 && v[15] == 3);
}

static void teams_inside(void) {
	int level = -1, teams = 0;
#pragma omp target map(tofrom : level, teams) if (0)
#pragma omp teams num_teams(2) reduction(+ : teams)
	{
		teams++;
		where_t w;
		look(&w);
		if (omp_get_team_num() == 0)
			level = w.level;
	}
	CHECK(level == 0);
	CHECK(teams >= 1 && teams <= 2);
}

// A worksharing construct and a barrier bind to the region's one thread, also in a function that it calls.
static void orphan(int *n, int *v) {
#pragma omp for
	for (int i = 0; i < 8; i++)
		v[i]++;
#pragma omp barrier
#pragma omp single
	++*n;
#pragma omp masked
	++*n;
}

static void shares(void) {
	int n = 0, v[8] = {0}, sum = 0;
#pragma omp target map(tofrom : n, v) if (0)
	orphan(&n, v);
#pragma omp target map(tofrom : n, v) if (0)
	{
#pragma omp for
		for (int i = 0; i < 8; i++)
			v[i]++;
#pragma omp barrier
#pragma omp masked
		n++;
	}
	for (int i = 0; i < 8; i++)
		sum += v[i];
	CHECK(sum == 16 && n == 3);
}

// The region's tasks are its own: done at its end.
static void tasks(void) {
	int n = 0, level = -1;
#pragma omp target map(tofrom : n, level) if (0)
	{
#pragma omp task shared(n)
		{
#pragma omp atomic
			n++;
		}
#pragma omp taskgroup
		{
#pragma omp task shared(level)
			level = omp_get_level();
		}
#pragma omp taskloop num_tasks(2) shared(n)
		for (int i = 0; i < 4; i++) {
#pragma omp atomic
			n++;
		}
#pragma omp taskwait
	}
	CHECK(n == 5 && level == 0);
}

static void all(void) {
	plain();
	of_host_device();
	nowait_and_depend();
	nested();
	combined();
	teams_inside();
	shares();
	tasks();
}

int main(void) {
	where_t w = {9, 9, 9, 9, 9, 9};
	all();
#pragma omp parallel num_threads(2)
#pragma omp single
	all();
#pragma omp parallel num_threads(2)
	all();
#pragma omp parallel if (0)
	all();
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp single
	plain();
#pragma omp parallel num_threads(2)
#pragma omp masked
#pragma omp task shared(w)
	{
		where_t in = {9, 9, 9, 9, 9, 9};
#pragma omp target map(tofrom : in) if (0)
		look(&in);
		w = in;
	}
	CHECK(initial(&w));
	if (!bad)
		printf("ok\n");
	return bad != 0;
}
