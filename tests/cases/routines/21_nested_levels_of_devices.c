// only: device
// gcc: no (libgomp's host is no device)
// env: OMP_NUM_THREADS_DEV=4,8,2
// OpenMP 5.2 §21.1.2, 6.0 §4.1.3: a list of numbers of threads is for regions nested in each other, and asks for as
// many active levels as a device has.
#include <omp.h>
#include <stdio.h>

int main(void) {
	int outer = 0, inner = 0, deepest = 0, all = 0, levels = 0, supported = 1;
#pragma omp target map(tofrom : outer, inner, deepest, all, levels, supported)
	{
		levels = omp_get_max_active_levels();
		supported = omp_get_supported_active_levels();
#pragma omp parallel
		{
#pragma omp masked
			outer = omp_get_num_threads();
#pragma omp parallel
			{
				if (omp_get_ancestor_thread_num(1) == 0 && omp_get_thread_num() == 0)
					inner = omp_get_num_threads();
#pragma omp parallel
				{
#pragma omp single
					if (omp_get_ancestor_thread_num(1) == 0 && omp_get_ancestor_thread_num(2) == 0)
						deepest = omp_get_num_threads();
#pragma omp atomic
					all++;
				}
			}
		}
	}
	int bad = outer != 4 || levels != supported;
#ifdef GPU
	bad += (inner != 8) + (deepest != 2) + (all != 64) + (levels < 3);
#endif
	printf(bad ? "%d wrong: %d %d %d %d %d\n" : "ok\n", bad, outer, inner, deepest, all, levels);
	return 0;
}
