/* Kernels to record and replay: through pointers in structures, with device variables and memory of omp_target_alloc. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };
#ifdef MISTAKE
#define MISTAKEN(k) ((k) == 9)
#else
#define MISTAKEN(k) 0
#endif

typedef struct node_s {
	struct node_s *next;
	double value;
} node_t;

static double factor[4] = {1, 2, 3, 4};
static long calls;
#pragma omp declare target enter(factor, calls)

/* step writes behind x at its ninth call, if that is asked for. */
static void step(double *x, long k) {
	long n = N;
#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
	for (long i = 0; i < n + MISTAKEN(k); i++)
			x[i] += factor[i % 4] * k;
}

static double list(node_t *head, double *scratch) {
	double sum = 0;
#pragma omp target map(tofrom: sum) is_device_ptr(scratch)
	{
		for (node_t *p = head; p; p = p->next) {
			sum += p->value;
			p->value = -p->value;
			scratch[0] = sum;
		}
		calls++;
	}
	return sum;
}

int main(void) {
	double x[N] = {0}, *scratch = omp_target_alloc(64, omp_get_default_device());
	for (long k = 1; k < 10; k++)
		step(x, k);
	node_t *head = NULL;
	for (int i = 0; i < 10; i++) {
		node_t *n = malloc(sizeof *n);
		*n = (node_t){head, i};
#pragma omp target enter data map(to: n[0:1], n->next[0:head ? 1 : 0])
		head = n;
	}
	double sum = list(head, scratch);
	omp_target_free(scratch, omp_get_default_device());
	printf("%g %g\n", x[5], sum);
	return 0;
}
