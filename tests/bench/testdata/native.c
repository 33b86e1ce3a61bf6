/* Four loops on the CPU device, or natively with -DNATIVE: native NAME prints the
 * least time of many, in microseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 1 << 23, SIDE = 2000, M = 512 };
static float *x, *y;
static double *a, *b, sum;

#ifdef NATIVE
#define LOOP(c) _Pragma("omp parallel for")
#define SUM(c) _Pragma("omp parallel for reduction(+ : s)")
#define MAP(c)
#define UNMAP(c)
#else
#define PRAGMA(c) _Pragma(#c)
#define LOOP(c) PRAGMA(omp target teams distribute parallel for c)
#define SUM(c) PRAGMA(omp target teams distribute parallel for reduction(+ : s) c)
#define MAP(c) PRAGMA(omp target enter data map(to : c))
#define UNMAP(c) PRAGMA(omp target exit data map(delete : c))
#endif

static void saxpy(void) {
	float *restrict p = x, *restrict q = y;
	LOOP(map(to : p[0:N]) map(tofrom : q[0:N]))
	for (int i = 0; i < N; i++)
		q[i] += 2.5f * p[i];
}

static void stencil(void) {
	double *restrict p = a, *restrict q = b;
	LOOP(map(to : p[0:SIDE * SIDE]) map(tofrom : q[0:SIDE * SIDE]))
	for (int i = 1; i < SIDE - 1; i++)
		for (int j = 1; j < SIDE - 1; j++)
			q[i * SIDE + j] = 0.25 * (p[(i - 1) * SIDE + j] + p[(i + 1) * SIDE + j] + p[i * SIDE + j - 1] + p[i * SIDE + j + 1]);
}

static void dot(void) {
	float *p = x, *q = y;
	double s = 0;
	SUM(map(to : p[0:N], q[0:N]) map(tofrom : s))
	for (int i = 0; i < N; i++)
		s += (double)p[i] * (double)q[i];
	sum += s;
}

static void matmul(void) {
	double *restrict p = a, *restrict q = b, *restrict r = a + M * M;
	LOOP(map(to : p[0:M * M], q[0:M * M]) map(tofrom : r[0:M * M]))
	for (int i = 0; i < M; i++)
		for (int k = 0; k < M; k++)
			for (int j = 0; j < M; j++)
				r[i * M + j] += p[i * M + k] * q[k * M + j];
}

static const struct {
	const char *name;
	void (*run)(void);
	int times;
} loops[] = {{"saxpy", saxpy, 100}, {"stencil", stencil, 100}, {"dot", dot, 100}, {"matmul", matmul, 10}};

int main(int argc, char **argv) {
	x = malloc(N * sizeof *x), y = malloc(N * sizeof *y);
	a = malloc(SIDE * SIDE * sizeof *a), b = malloc(SIDE * SIDE * sizeof *b);
	for (int i = 0; i < N; i++)
		x[i] = (float)(i % 1000), y[i] = 1;
	for (int i = 0; i < SIDE * SIDE; i++)
		a[i] = i % 100, b[i] = 0.5;
	MAP(x[0:N])
	MAP(y[0:N])
	MAP(a[0:SIDE * SIDE])
	MAP(b[0:SIDE * SIDE])
	for (int i = 0; i < 4; i++) {
		double best = 1e30;
		if (argc < 2 || strcmp(argv[1], loops[i].name))
			continue;
		for (int k = 0; k < loops[i].times; k++) {
			struct timespec s, e;
			clock_gettime(CLOCK_MONOTONIC, &s);
			loops[i].run();
			clock_gettime(CLOCK_MONOTONIC, &e);
			double t = (double)(e.tv_sec - s.tv_sec) * 1e6 + (double)(e.tv_nsec - s.tv_nsec) * 1e-3;
			best = t < best ? t : best;
		}
		printf("%.1f\n", best);
	}
	return sum == 1e300;
}
