/* Kernels to record and replay: through pointers in structures, with device variables and memory of omp_target_alloc,
 * with pointers to functions, with an alignment, and several at the same time. */
#include <omp.h>
#include <stdint.h>
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

typedef double (*op_t)(double);
#pragma omp begin declare target indirect
static double twice(double v) { return 2 * v; }
static double half(double v) { return v / 2; }
#pragma omp end declare target

static op_t last; /* made on the device */
#pragma omp declare target enter(last)

typedef struct {
	op_t op;
	double value;
} row_t;

/* apply calls through pointers that the host has made, and the kernel behind it through one of the device. */
static double apply(void) {
	row_t rows[2] = {{twice, 3}, {half, 3}};
#pragma omp target data map(tofrom: rows)
	{
#pragma omp target
		{
			for (int i = 0; i < 2; i++)
				rows[i].value = rows[i].op(rows[i].value);
			last = half;
		}
#pragma omp target
		{
			rows[1].value += last(8);
			last = twice;
		}
	}
	return rows[0].value + rows[1].value;
}

typedef struct {
	_Alignas(1024) long aligned;
} page_t;

/* together has two kernels at the same time, one of which looks at its data's alignment. */
static long together(void) {
	static page_t page;
	long sum = 0;
#pragma omp parallel
#pragma omp single
	{
#pragma omp target nowait map(tofrom: page)
		for (int i = 0; i < 10000; i++)
			page.aligned += (uintptr_t)&page % 1024 == 0;
#pragma omp target nowait map(tofrom: sum)
		for (int i = 0; i < 10000; i++)
			sum += i % 3;
	}
	return page.aligned + sum;
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
	printf("%g %g %g %ld\n", x[5], sum, apply(), together());
	return 0;
}
