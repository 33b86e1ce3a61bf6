// only: device
// gcc: no (libgomp's host is no device)
// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16.1: each of several nested regions that are active at the same time is cancelled by itself.
#include <omp.h>
#include <stdio.h>

int main(void) {
	int loops = 0, passed = 0, outer = 0, most = 0;
#pragma omp target map(tofrom : loops, passed, outer, most) thread_limit(64)
	{
		omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4)
		{
			int seen = 0, me = omp_get_thread_num();
#pragma omp parallel num_threads(8)
			{
#pragma omp for
				for (int i = 0; i < 100; i++) {
#pragma omp cancellation point for
					if (me && i % 13 == me) {
#pragma omp cancel for
					}
#pragma omp atomic
					seen++;
				}
				if (me && omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
				}
#pragma omp barrier
#pragma omp atomic
				passed++;
			}
#pragma omp atomic
			loops += seen < 100;
#pragma omp barrier
#pragma omp masked
			most = seen;
			if (me == 2) {
#pragma omp cancel parallel
			}
#pragma omp barrier
#pragma omp atomic
			outer++;
		}
	}
	int bad = loops != 3 || most != 100 || outer != 0;
#ifdef GPU
	bad += passed != 8;
#else
	bad += passed != 1;
#endif
	printf(bad ? "%d wrong: %d %d %d %d\n" : "ok\n", bad, loops, passed, outer, most);
	return 0;
}
