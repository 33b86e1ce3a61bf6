/* Stale data: the host or a kernel reads what the other side has changed since. Compiled with -fsanitize=offload. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
static double sum;

static double *filled(double from) {
	double *p = malloc(N * sizeof *p);
	for (int i = 0; i < N; i++)
		p[i] = from + i;
	return p;
}

/* The host reads without target update from. */
static void no_update_from(double *x) {
	#pragma omp target data map(tofrom: x[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += 1;
		sum += x[5]; // found: stale-host x[0:N]
	}
}

static void enter_only(double *x) {
	#pragma omp target enter data map(to: x[0:N])
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		x[i] += 1;
	for (int i = 0; i < N; i++)
		sum += x[i]; // found: stale-host x[0:N]
	#pragma omp target exit data map(release: x[0:N])
}

/* A part is updated, another one read. */
static void part(double *x) {
	#pragma omp target data map(tofrom: x[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] *= 3;
		#pragma omp target update from(x[0:N/2])
		sum += x[0];
		sum += x[N - 1]; // found: stale-host x[0:N]
	}
}

/* map(to:) of what the kernel changes. */
static void discarded(double *x) {
	#pragma omp target teams distribute parallel for map(to: x[0:N])
	for (int i = 0; i < N; i++)
		x[i] += 1;
	sum += x[1]; // found: stale-host x[0:N]
}

static int counter;
#pragma omp declare target enter(counter)
static void global_host(void) {
	#pragma omp target
	counter++;
	sum += counter; // found: stale-host counter
	#pragma omp target update from(counter)
}

static int factor = 2, table[4] = {1, 2, 3, 4};
#pragma omp declare target enter(factor, table)
static void global_device(double *y) {
	factor = 3;
	#pragma omp target map(tofrom: y[0:N]) // found: stale-device factor
	y[0] *= factor;
	table[2] = 7;
	#pragma omp target map(tofrom: y[0:N]) // found: stale-device table
	for (int i = 0; i < N; i++)
		y[i] += table[i % 4];
	sum += y[0];
}

/* A kernel reads without target update to. */
static void no_update_to(double *x, double *y) {
	#pragma omp target data map(to: x[0:N]) map(tofrom: y[0:N])
	{
		x[3] = 77;
		#pragma omp target teams distribute parallel for // found: stale-device x[0:N]
		for (int i = 0; i < N; i++)
			y[i] += x[i];
	}
	sum += y[0];
}

typedef struct {
	double *data;
	int n;
} vector_t;

static void member(double *y) {
	vector_t v = {filled(30), N};
	#pragma omp target data map(to: v, v.data[0:N])
	{
		v.data[1] = -1;
		#pragma omp target teams distribute parallel for map(tofrom: y[0:N]) // found: stale-device v.data[0:N]
		for (int i = 0; i < N; i++)
			y[i] += v.data[i];
	}
	sum += y[0];
}

/* Copied back twice, and read once. */
static void unread(double *x) {
	#pragma omp target data map(alloc: x[0:N])
	{
		for (int k = 0; k < 20; k++) {
			#pragma omp target teams distribute parallel for
			for (int i = 0; i < N; i++)
				x[i] = i + k;
			#pragma omp target update from(x[0:N]) // found: unread x[0:N]
		}
		sum += x[0];
	}
}

/* Many parts are on device 0; device 1 has all and changes it. */
static void other_device(void) {
	enum { MANY = 256 };
	double *x = calloc(MANY, sizeof *x);
	for (int i = 0; i < MANY - 1; i += 2) {
		#pragma omp target enter data map(to: x[i:1]) device(0) // found: small
	}
	#pragma omp target data map(tofrom: x[0:MANY]) device(1)
	{
		#pragma omp target device(1)
		x[MANY - 1] = 1;
		sum += x[MANY - 1]; // found: stale-host x[0:MANY]
	}
	for (int i = 0; i < MANY - 1; i += 2) {
		#pragma omp target exit data map(release: x[i:1]) device(0)
	}
}

int main(void) {
	no_update_from(filled(1));
	enter_only(filled(2));
	part(filled(3));
	discarded(filled(4));
	global_host();
	global_device(filled(10));
	no_update_to(filled(5), filled(6));
	member(filled(8));
	unread(filled(9));
	other_device();
	printf(sum != 0 ? "ok\n" : "wrong\n");
	return 0;
}
