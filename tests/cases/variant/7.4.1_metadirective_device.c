// gcc: no (gcc-12 does not know metadirective)
/* OpenMP 5.2 §7.4: metadirective in a target region, in a device routine, with
 * user conditions at run time, and one that chooses the target construct. */
#include <stdio.h>
#include <omp.h>

#pragma omp begin declare target
static int threads(void)
{
  int n = 0;
#pragma omp metadirective when(device={kind(gpu)}: parallel num_threads(32)) \
                          otherwise(parallel num_threads(3))
  {
#pragma omp single
    n = omp_get_num_threads();
  }
  return n;
}
#pragma omp end declare target

static int choose(int go, int n, int *a)
{
  int where = -1;
#pragma omp metadirective when(user={condition(go == 1)}: target teams distribute parallel for map(a[0:n]) map(from: where)) \
                          when(user={condition(go == 2)}: parallel for) otherwise(nothing)
  for (int i = 0; i < n; i++) {
    a[i] += go;
    if (i == 0) where = go;
  }
  return where;
}

int main(void)
{
  int t = 0, v[64], bad = 0;
#pragma omp target map(t)
  t = threads();
#ifdef GPU
  bad += t != 32;
#else
  bad += t != 3;
#endif
  for (int i = 0; i < 64; i++) v[i] = 0;
#pragma omp target map(v)
#pragma omp metadirective when(device={arch("nvptx", "amdgcn")}: teams loop) otherwise(parallel loop)
  for (int i = 0; i < 64; i++) v[i] += i;
  for (int i = 0; i < 64; i++) bad += v[i] != i;
  int k = 5;
#pragma omp target map(v) firstprivate(k)
#pragma omp metadirective when(user={condition(k > 3)}: parallel for num_threads(2)) otherwise(parallel for)
  for (int i = 0; i < 64; i++) v[i] = omp_get_num_threads();
  bad += v[63] != 2;
  for (int go = 0; go < 3; go++) bad += choose(go, 64, v) != go;
  bad += v[1] != 2 + 0 + 1 + 2;
#pragma omp metadirective when(implementation={vendor(ompcc)}: parallel num_threads(2)) otherwise(nothing)
  {
#pragma omp master
    k = omp_get_num_threads();
  }
  bad += k != 2;
  puts(bad ? "wrong variant" : "ok");
  return 0;
}
