// gcc: no (gcc-12 maps no thread-local variables)
/* 5.2 §13.8: a region that the host executes starts with a new initial thread, at level 0, whatever variables of the encountering
 * thread it names: thread-local ones, structures with a flexible array member, list items of reductions around it. */
#include <omp.h>
#include <stdio.h>

struct flexible {
  int n;
  int room[];
};
static struct flexible global = {3};
static _Thread_local int own, owned[3];

static int of_threads(void)
{
  struct flexible local = {3};
  int level = -1, inner = 0;
  own = 7, owned[1] = 4;
#pragma omp target if(0) map(tofrom: own, owned, local, global) map(from: level) map(tofrom: inner)
  {
    level = omp_get_level();
    own++, owned[1] += local.n, owned[2] = sizeof owned;
#pragma omp parallel for num_threads(local.n) reduction(+: inner)
    for (int i = 0; i < local.n; i++)
      inner += own;
    local.n = global.n + 6;
    int own = 100; /* another variable */
    own++;
  }
  return level == 0 && inner == 24 && own == 8 && owned[1] == 7 && owned[2] == sizeof owned && local.n == 9;
}

static int of_reductions(int n)
{
  int a[4] = {0}, b[2][3] = {{0}}, v[n], levels = 0;
  long sum = 0;
  for (int i = 0; i < n; i++)
    v[i] = 0;
#pragma omp parallel num_threads(2) reduction(+: a[1:2], b[1:1][0:3], v[1:n - 1], sum, levels)
  {
    int level = -1;
#pragma omp target if(0) map(tofrom: a[1:2], b, v[:n], sum) map(from: level)
    level = omp_get_level(), a[1]++, *(a + 2) += sizeof a, b[1][2] += 2, v[1] += sizeof v, sum++;
    levels += level;
#pragma omp target parallel for if(target: 0) reduction(+: a[1:2], b[1:1][0:3], sum)
    for (int i = 0; i < 4; i++)
      a[1]++, b[1][2]++, sum++;
#pragma omp target teams distribute parallel for if(target: 0) reduction(+: a[1:2], b[1:1][0:n], sum) firstprivate(n)
    for (int i = 0; i < 4; i++)
      a[1]++, b[1][2]++, sum++;
#pragma omp target if(0) map(tofrom: a[1:2], v[:n], sum) map(from: level)
    {
#pragma omp parallel for default(none) shared(v, n) reduction(+: a[1:2], sum)
      for (int i = 1; i < n; i++)
        a[1]++, v[i]++, sum++;
      level = omp_get_level();
    }
    levels += level;
  }
  return !levels && a[1] == 22 && a[2] == 2 * sizeof a && b[1][2] == 20 && v[1] == (int)(2 * sizeof v) + 2 && v[n - 1] == 2 && sum == 22;
}

int main(void)
{
  int right = of_threads();
#pragma omp parallel num_threads(2) reduction(+: right)
  right += of_threads();
  printf(right == 3 && of_reductions(3) ? "ok\n" : "wrong %d\n", right);
  return 0;
}
