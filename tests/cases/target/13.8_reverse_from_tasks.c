// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8: reverse offload from target tasks, several kernels at a time, by way of device routines that call
 * others; and the host's code there may sleep, allocate and use other OpenMP constructs of the host. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#pragma omp requires reverse_offload

enum { TASKS = 6 };
static int calls, values[TASKS];

static int slow(int v)
{
  struct timespec t = {0, 3000000};
  int *block = malloc(sizeof *block), sum = 0;
  nanosleep(&t, NULL);
  *block = v;
#pragma omp parallel for reduction(+: sum) num_threads(2)
  for (int i = 0; i < 10; i++) sum += *block;
  free(block);
  __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  return sum;
}
#pragma omp declare target device_type(host) enter(slow)

#pragma omp begin declare target
static int inner(int v)
{
  int answer = 0;
#pragma omp target device(ancestor: 1) map(from: answer)
  answer = slow(v);
  return answer;
}

static int outer(int depth, int v) { return depth ? outer(depth - 1, v) : inner(v) + inner(v + 1); }
#pragma omp end declare target

int main(void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < TASKS; i++) {
#pragma omp target nowait map(from: values[i:1]) firstprivate(i)
    values[i] = outer(2, i);
  }
  for (int i = 0; i < TASKS; i++)
    if (values[i] != 20 * i + 10) return printf("task %d: %d\n", i, values[i]), 1;
#pragma omp target nowait map(tofrom: values[0:2]) depend(out: values[0])
  values[0] += outer(1, 7);
#pragma omp target nowait map(tofrom: values[0:2]) depend(inout: values[0])
  values[1] = values[0] + inner(1);
#pragma omp taskwait
  if (calls != 2 * TASKS + 3 || values[0] != 160 || values[1] != 170)
    return printf("%d calls, %d, %d\n", calls, values[0], values[1]), 1;
  puts("ok");
}
