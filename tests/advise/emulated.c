/* What only a device with memory of its own shows: pageable memory; and stale data there. Run on an emulated device. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40000, FEW = 64 };
static double sum;

static double *filled(int n, double from) {
	double *p = malloc((size_t)n * sizeof *p);
	for (int i = 0; i < n; i++)
		p[i] = from + i;
	return p;
}

static void pageable(double *x) {
	for (int k = 0; k < 3; k++) {
		x[k] = k;
		#pragma omp target teams distribute parallel for num_teams(2) map(tofrom: x[0:N]) // found: pinned x[0:N]
		for (int i = 0; i < N; i += 400)
			x[i] += 1;
	}
}

/* Pinning takes longer than it saves. */
static void once(double *x) {
	#pragma omp target teams distribute parallel for num_teams(2) map(tofrom: x[0:N])
	for (int i = 0; i < N; i += 400)
		x[i] += 1;
}

static void no_update_to(double *x, double *y) {
	#pragma omp target data map(to: x[0:FEW]) map(tofrom: y[0:FEW])
	{
		x[3] = 77;
		#pragma omp target teams distribute parallel for // found: stale-device x[0:FEW]
		for (int i = 0; i < FEW; i++)
			y[i] += x[i];
	}
	sum += y[0];
}

static void no_update_from(double *x) {
	#pragma omp target data map(tofrom: x[0:FEW])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < FEW; i++)
			x[i] += 1;
		sum += x[5]; // found: stale-host x[0:FEW]
	}
}

int main(void) {
	pageable(filled(N, 1));
	once(filled(N, 1));
	no_update_to(filled(FEW, 2), filled(FEW, 3));
	no_update_from(filled(FEW, 4));
	printf(sum != 0 ? "ok\n" : "wrong\n");
	return 0;
}
