/* Kernels that clang compiles with its device runtime, for TestClangKernels: each
 * has p[:1024], all zero, and leaves what the comment says. */
#include <stddef.h>

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_team_num(void);

/* p[i] = i + 1 */
void teams_and_parallel(int *p)
{
#pragma omp target teams num_teams(4) thread_limit(64) map(tofrom: p[:1024])
  {
    int first = 1 - p[0] * 0;
#pragma omp distribute
    for (int t = 0; t < 4; t++) {
      int base = t * 256;
#pragma omp parallel for
      for (int i = 0; i < 256; i++)
        p[base + i] = base + i + first;
    }
  }
}

#pragma omp begin declare target
__attribute__((noinline)) void fill(int *p, int from, int to)
{
#pragma omp parallel for
  for (int i = from; i < to; i++)
    p[i] = i + 1;
}
#pragma omp end declare target

/* p[i] = i + 1 */
void orphaned(int *p)
{
#pragma omp target map(tofrom: p[:1024])
  {
    fill(p, 0, 500);
    fill(p, 500, 1024);
  }
}

/* p[i] = i + 1 */
void barriers(int *p)
{
#pragma omp target parallel num_threads(64) map(tofrom: p[:1024])
  {
    int t = omp_get_thread_num(), n = omp_get_num_threads();
    for (int i = t; i < 1024; i += n)
      p[i] = i;
#pragma omp barrier
#pragma omp for schedule(static, 3)
    for (int i = 0; i < 1024; i++)
      p[i] += 1;
#pragma omp single
    p[0] = 1;
  }
}

/* p[i] = i + 1 */
void shared_local(int *p)
{
#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: p[:1024])
  {
    int step[2] = {1, omp_get_team_num() * 512};
#pragma omp parallel for schedule(static, 5)
    for (int i = 0; i < 512; i++) {
      int at = step[1] + i;
      p[at] = at + step[0];
    }
  }
}

/* p[0] = 1024 * 1023 / 2, p[1] = 1023 */
void reductions(int *p)
{
  int sum = 0, most = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) reduction(max: most) map(tofrom: sum, most)
  for (int i = 0; i < 1024; i++) {
    sum += i;
    most = i > most ? i : most;
  }
  p[0] = sum;
  p[1] = most;
}

/* p[0] = 1024, p[1] = 1023 */
void atomics(int *p)
{
#pragma omp target teams distribute parallel for num_teams(3) map(tofrom: p[:1024])
  for (int i = 0; i < 1024; i++) {
#pragma omp atomic
    p[0]++;
#pragma omp atomic compare
    p[1] = p[1] < i ? i : p[1];
  }
}

/* p[i] = i + 1 */
void nested(int *p)
{
#pragma omp target parallel for num_threads(32) map(tofrom: p[:1024])
  for (int i = 0; i < 32; i++) {
#pragma omp parallel for
    for (int j = 0; j < 32; j++)
      p[32 * i + j] = 32 * i + j + 1;
  }
}
