/* Counts what a replay of a task graph allocates: 8 target tasks, or 8 tasks of the host. */
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static int calls;
void *malloc(size_t n) { return calls++, __libc_malloc(n); }
void *calloc(size_t n, size_t size) { return calls++, __libc_calloc(n, size); }
void *realloc(void *p, size_t n) { return calls++, __libc_realloc(p, n); }

enum { TASKS = 8, N = 16, ROUNDS = 10 };
static int x[N], h;

static int on_device(void) {
	int before = 0, blocks = 0;
	for (int r = 0; r < ROUNDS; r++) {
		if (r == 2) /* recorded, then made a chain */
			before = calls;
#pragma omp taskgraph
		{
			blocks++;
			for (int i = 0; i < TASKS; i++) {
#pragma omp target teams distribute parallel for nowait depend(inout: x)
				for (int k = 0; k < N; k++)
					x[k]++;
			}
		}
	}
	printf("device: %d blocks, %d allocations\n", blocks, calls - before);
	return blocks;
}

int main(void) {
	int before = 0, blocks = 0;
#pragma omp target data map(tofrom: x)
	on_device();
	for (int r = 0; r < ROUNDS; r++) {
		if (r == 1)
			before = calls;
#pragma omp taskgraph graph_id(r / ROUNDS)
		{
			blocks++;
			for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout: h)
				h++;
			}
		}
	}
	printf("host: %d blocks, %d allocations\n", blocks, calls - before);
	printf("%d %d\n", x[N - 1], h);
}
