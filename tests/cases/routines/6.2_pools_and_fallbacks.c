// OpenMP 5.2 §6.2, §6.8, §18.13: what an allocator's pool has not it does not give, and then its
// fallback trait decides; what is freed may be had again; the limit holds for all threads, for
// those of a team or for each thread, as the access trait says.
// only: device
// gcc: no (gcc-12 has no allocators in target regions)
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

enum { TEAMS = 3, THREADS = 4 };

static int pools(void)
{
	const omp_alloctrait_t null[] = {{omp_atk_pool_size, 1000}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_alignment, 128}};
	const omp_alloctrait_t other[] = {{omp_atk_pool_size, 500}, {.value = omp_atv_allocator_fb, .key = omp_atk_fallback}, {omp_atk_fb_data, omp_default_mem_alloc}};
	const omp_alloctrait_t space[] = {{omp_atk_pool_size, 64}, {omp_atk_fallback, omp_atv_default_mem_fb}, {omp_atk_sync_hint, omp_atv_serialized}, {omp_atk_partition, omp_atv_nearest}, {omp_atk_pinned, omp_atv_default}};
	omp_allocator_handle_t a = omp_null_allocator, b = omp_null_allocator, c = omp_null_allocator;
	int bad = 0;
#pragma omp target uses_allocators(a(null), b(other)) uses_allocators(memspace(omp_large_cap_mem_space), traits(space): c) map(tofrom: bad)
	{
		char *p = omp_alloc(600, a), *q = omp_alloc(500, a), *r = omp_alloc(200, a);
		bad += !p || q || !r || (uintptr_t)p % 128 || (uintptr_t)r % 128;
		omp_free(p, a);
		q = omp_calloc(25, 20, a);
		bad += !q || q[0] || q[499] || omp_alloc(600, a) != NULL;
		omp_free(q, omp_null_allocator);
		omp_free(r, a);
		p = omp_alloc(700, b), q = omp_alloc(65, c);
		bad += !p || !q;
		omp_free(p, b);
		omp_free(q, c);
	}
	return bad;
}

/* Each launch has a pool of its own. */
static int groups(int *all)
{
	const omp_alloctrait_t every[] = {{omp_atk_pool_size, 100}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_access, omp_atv_all}};
	const omp_alloctrait_t team[] = {{omp_atk_pool_size, 100}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_access, omp_atv_cgroup}};
	const omp_alloctrait_t thread[] = {{omp_atk_pool_size, 100}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_access, omp_atv_thread}};
	omp_allocator_handle_t a = omp_null_allocator, t = omp_null_allocator, o = omp_null_allocator;
	int of_all = 0, of_team[TEAMS] = {0}, of_thread[TEAMS * THREADS] = {0}, n = 0, width[TEAMS] = {0};
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) uses_allocators(a(every), t(team), o(thread)) map(tofrom: of_all, of_team, of_thread, n, width)
	{
		int i = omp_get_team_num();
		if (i == 0)
			n = omp_get_num_teams();
#pragma omp parallel num_threads(THREADS)
		{
			void *x = omp_alloc(100, a), *y = omp_alloc(50, t), *z = omp_alloc(60, o), *w = omp_alloc(60, o);
			if (x)
#pragma omp atomic
				of_all++;
			if (y)
#pragma omp atomic
				of_team[i]++;
			of_thread[i * THREADS + omp_get_thread_num()] = z && !w;
			width[i] = omp_get_num_threads();
#pragma omp barrier
			omp_free(z, o);
			omp_free(y, t);
		}
	}
	int bad = 0;
	*all = of_all;
	for (int i = 0; i < n; i++) {
		bad += of_team[i] != (width[i] < 2 ? width[i] : 2);
		for (int j = 0; j < width[i]; j++)
			bad += !of_thread[i * THREADS + j];
	}
	return bad;
}

int main(void)
{
	int all = 0, bad = pools();
	for (int round = 0; round < 3; round++)
		bad += groups(&all) || all != 1;
	printf(bad ? "%d wrong, %d of one pool\n" : "ok\n", bad, all);
	return 0;
}
