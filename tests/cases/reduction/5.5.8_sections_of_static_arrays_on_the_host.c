// gcc: no (gcc 12 loses simd reductions of sections that do not begin at 0)
/* 5.2 §5.5.8: constructs of the host reduce sections of arrays with static storage duration. */
#include <stdio.h>

static int a[8];

static void worksharing(void)
{
#pragma omp parallel for num_threads(2) reduction(+: a[4:4])
  for (int i = 0; i < 8; i++)
    a[4 + i % 4]++;
}

static void orphaned(void)
{
#pragma omp for reduction(+: a[4:4])
  for (int i = 0; i < 8; i++)
    a[4 + i % 4]++;
}

static void parallel(void)
{
#pragma omp parallel num_threads(2) reduction(+: a[4:4])
#pragma omp for
  for (int i = 0; i < 8; i++)
    a[4 + i % 4]++;
}

static void simd(void)
{
#pragma omp parallel for simd num_threads(2) reduction(+: a[4:4])
  for (int i = 0; i < 8; i++)
    a[4 + i % 4]++;
}

static void simd_alone(void)
{
  int i, last;
#pragma omp simd reduction(+: a[4:4]) lastprivate(last) simdlen(4)
  for (i = 0; i < 8; i++) {
    a[4 + i % 4]++;
    last = i;
  }
  a[4] += i != 8 || last != 7;
}

static void tasks(void)
{
#pragma omp parallel num_threads(2) reduction(task, +: a[4:4])
#pragma omp single
  for (int i = 0; i < 8; i++)
#pragma omp task in_reduction(+: a[4:4])
    a[4 + i % 4]++;
}

static void group(void)
{
  static int b[2][4];
  for (int i = 0; i < 4; i++)
    b[1][i] = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+: b[1:1][0:4])
  for (int i = 0; i < 8; i++)
#pragma omp task in_reduction(+: b[1:1][0:4])
    b[1][i % 4]++;
  for (int i = 0; i < 4; i++)
    a[4 + i] = b[1][i];
}

static void size(void)
{
#pragma omp parallel for num_threads(2) reduction(max: a[4:4]) if(sizeof a == 32)
  for (int i = 0; i < 8; i++)
    a[4 + i % 4] = 2;
}

static int wrong(const char *name, void (*f)(void), int team)
{
  int bad = 0;
  for (int k = 0; k < 1000; k++) {
    for (int i = 0; i < 8; i++)
      a[i] = 0;
#pragma omp parallel num_threads(2) if(team)
    f();
    for (int i = 4; i < 8; i++)
      bad += a[i] != 2;
  }
  if (bad)
    printf("%s: %d wrong\n", name, bad);
  return bad;
}

int main(void)
{
  int bad = wrong("worksharing", worksharing, 0) + wrong("orphaned", orphaned, 1) + wrong("parallel", parallel, 0) + wrong("simd", simd, 0) +
            wrong("simd alone", simd_alone, 0) + wrong("tasks", tasks, 0) + wrong("group", group, 0) + wrong("size", size, 0);
  if (!bad)
    puts("ok");
  return bad != 0;
}
