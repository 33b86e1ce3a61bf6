// amd: slow
// only: device
// OpenMP 5.2 §18.13.2 to §18.13.5, §18.13.9: allocators that device code makes, default ones of the
// implicit tasks, omp_realloc from one allocator to another, and traits that no allocator can have.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

#pragma omp requires dynamic_allocators

#pragma omp begin declare target
/* A function knows neither the region nor the allocator. */
static void *some(size_t n) { return omp_alloc(n, omp_null_allocator); }

static omp_allocator_handle_t made(size_t pool, size_t align)
{
	omp_alloctrait_t traits[] = {{omp_atk_pool_size, pool}, {omp_atk_alignment, align}, {omp_atk_fallback, omp_atv_null_fb}};
	return omp_init_allocator(omp_default_mem_space, 3, traits);
}
#pragma omp end declare target

int main(void)
{
	int bad = 0, in[8] = {0};
#pragma omp target map(tofrom: bad)
	{
		omp_allocator_handle_t a = made(4096, 512), b = made(100, 64);
		omp_alloctrait_t wrong[] = {{omp_atk_alignment, 48}};
		bad += a == omp_null_allocator || b == omp_null_allocator || a == b;
		bad += omp_init_allocator(omp_default_mem_space, 1, wrong) != omp_null_allocator;
		bad += omp_init_allocator(omp_null_mem_space, 0, NULL) != omp_null_allocator;
		bad += omp_get_default_allocator() != omp_default_mem_alloc;
		int *p = omp_alloc(20 * sizeof(int), b);
		for (int i = 0; i < 20; i++)
			p[i] = i;
		bad += omp_realloc(p, 101, omp_null_allocator, b) != NULL;    /* more than the pool has */
		int *q = omp_realloc(p, 50 * sizeof(int), a, b);              /* moves to the other one's alignment */
		bad += !q || (uintptr_t)q % 512;
		for (int i = 0; i < 20; i++)
			bad += q[i] != i;
		bad += omp_alloc(100, b) == NULL;                             /* its pool is free again */
		q = omp_realloc(q, 900 * sizeof(int), omp_null_allocator, a);
		bad += !q || (uintptr_t)q % 512 || q[19] != 19;
		omp_free(q, omp_null_allocator);
		omp_set_default_allocator(a);
		bad += omp_get_default_allocator() != a || (uintptr_t)some(40) % 512;
		bad += some(5000) != NULL;
		omp_set_default_allocator(omp_default_mem_alloc);
		void *large = some(5000);
		bad += !large;
		omp_free(large, omp_null_allocator);
		omp_destroy_allocator(a);
		omp_destroy_allocator(b);
	}
	/* A thread's implicit task begins with that of the task around it, and does not change it. */
#pragma omp target map(tofrom: bad, in)
	{
		omp_allocator_handle_t a = made(1 << 14, 256);
		omp_set_default_allocator(a);
#pragma omp parallel num_threads(8)
		{
			int i = omp_get_thread_num();
			omp_allocator_handle_t own = omp_init_allocator(omp_low_lat_mem_space, 0, NULL);
			void *p = some(64);
			in[i] = p && (uintptr_t)p % 256 == 0 && omp_get_default_allocator() == a;
			omp_free(p, omp_null_allocator);
			omp_set_default_allocator(own);
#pragma omp barrier
			in[i] += omp_get_default_allocator() == own;
			omp_destroy_allocator(own);
		}
		bad += omp_get_default_allocator() != a;
#pragma omp parallel num_threads(8)
#pragma omp atomic
		bad += omp_get_default_allocator() != a;
		for (int i = 0; i < 8; i++)
			bad += in[i] != 0 && in[i] != 2;
		bad += in[0] != 2;
		omp_destroy_allocator(a);
	}
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
