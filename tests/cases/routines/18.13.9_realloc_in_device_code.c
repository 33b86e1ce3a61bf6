// only: device
// OpenMP 5.2 §18.13.6, §18.13.9: no bytes are a null pointer; omp_realloc keeps the contents,
// frees what it is given when it gives nothing, and allocates as omp_alloc when given nothing.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	int bad = 0, n = 0;
	const omp_alloctrait_t traits[] = {{omp_atk_alignment, 1024}};
	omp_allocator_handle_t big = omp_null_allocator;
#pragma omp target map(tofrom : bad) firstprivate(n) uses_allocators(omp_default_mem_alloc, big(traits))
	{
		bad += omp_alloc(n, omp_default_mem_alloc) != NULL;
		bad += omp_aligned_alloc(64, n, big) != NULL;
		int *p = omp_realloc(NULL, 40 * sizeof(int), big, omp_null_allocator);
		bad += !p || (uintptr_t)p % 1024;
		for (int i = 0; i < 40; i++)
			p[i] = i;
		for (int size = 80; size <= 1280; size *= 2) {
			p = omp_realloc(p, size * sizeof(int), big, big);
			bad += !p;
			for (int i = 0; i < size / 2; i++)
				bad += p[i] != i;
			for (int i = size / 2; i < size; i++)
				p[i] = i;
		}
		p = omp_realloc(p, 20 * sizeof(int), omp_default_mem_alloc, big);
		for (int i = 0; i < 20; i++)
			bad += p[i] != i;
		bad += omp_realloc(p, n, omp_default_mem_alloc, omp_default_mem_alloc) != NULL;
	}
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
