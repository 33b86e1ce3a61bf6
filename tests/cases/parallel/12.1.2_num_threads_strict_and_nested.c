// flags: -fopenmp-version=60 -Wno-omp-strict-threads
// gcc: no (gcc-12 knows one number, and neither strict nor message)
// OpenMP 6.0 §12.1.2: a strict number of threads is what the region has, or an error as
// message and severity say; the second number of a list is that of nested regions.
#include <omp.h>
#include <stdio.h>
int main(void) {
	int bad = 0, n = 0, inner = 0;
	const char *text = "no five threads";
	omp_set_dynamic(0);
	omp_set_max_active_levels(2);
#pragma omp parallel num_threads(strict: 3) message("never") severity(fatal)
#pragma omp masked
	n = omp_get_num_threads();
	bad += n != 3;
#pragma omp parallel num_threads(4, 2)
	{
		int mine = 0;
#pragma omp parallel reduction(+: mine)
		mine++;
#pragma omp atomic
		inner += mine;
	}
	bad += inner != 8;
	inner = 0;
#pragma omp parallel for num_threads(4, 3) reduction(+: inner) schedule(static)
	for (int i = 0; i < 4; i++) {
		int mine = 0;
#pragma omp parallel reduction(+: mine)
		mine++;
		inner += mine;
	}
	bad += inner != 12;
	bad += omp_get_max_threads() == 3 && omp_get_num_procs() != 3;
#pragma omp target parallel num_threads(strict: 4) map(tofrom: n)
#pragma omp masked
	n = omp_get_num_threads();
	bad += n != 4;
	int max = 0;
#pragma omp target parallel num_threads(4, 2) map(tofrom: max)
#pragma omp masked
	max = omp_get_max_threads();
#ifndef GPU
	bad += max != 2;
#endif
	int sum = 0;
#pragma omp target teams distribute parallel for num_teams(2) num_threads(strict: 2) reduction(+: sum)
	for (int i = 0; i < 100; i++)
		sum += i;
	bad += sum != 4950;
#ifdef GPU // where the message goes to the standard output
	n = -1;
#else
#pragma omp target parallel thread_limit(8) num_threads(strict: 16) map(tofrom: n) severity(warning) message("few")
#pragma omp masked
	n = -1;
#endif
	bad += n != -1;
	if (0)
#pragma omp parallel num_threads(strict: 5) if(parallel: n > 10)
		n = 2;
#pragma omp parallel num_threads(strict: 5) if(parallel: n > 10) severity(warning) message(text)
	n = 2;
	bad += n != 2;
	printf(bad ? "%d wrong %d %d\n" : "ok\n", bad, inner, max);
	return 0;
}
