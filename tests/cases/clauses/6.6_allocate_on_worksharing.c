// gcc: no (gcc-12 has no uses_allocators)
// The private copies that a clause makes come from the allocator that allocate
// names, on every construct that makes any (5.2 §6.6).
#include <omp.h>
#include <stdio.h>

int main(void)
{
  int sum = 0, one = 1, t = 7, a[64] = {0};
#pragma omp target map(tofrom: sum, a) uses_allocators(omp_default_mem_alloc) firstprivate(one, t)
  {
#pragma omp parallel num_threads(4)
    {
#pragma omp for private(t) allocate(omp_default_mem_alloc: t)
      for (int i = 0; i < 64; i++) {
        t = i;
        a[i] = t;
      }
#pragma omp sections firstprivate(one) allocate(omp_default_mem_alloc: one)
      {
#pragma omp section
        a[0] += one;
#pragma omp section
        a[1] += one;
      }
#pragma omp single private(t) allocate(omp_default_mem_alloc: t)
      {
        t = 5;
        a[2] += t;
      }
#pragma omp scope firstprivate(one) reduction(+: sum) allocate(omp_default_mem_alloc: one)
      sum += one;
#pragma omp single
      {
#pragma omp taskgroup task_reduction(+: sum) allocate(omp_default_mem_alloc: sum)
        {
#pragma omp task firstprivate(one) in_reduction(+: sum) allocate(omp_default_mem_alloc: one)
          sum += one;
#pragma omp taskloop firstprivate(one) in_reduction(+: sum) allocate(omp_default_mem_alloc: one)
          for (int i = 0; i < 8; i++)
            sum += one;
        }
      }
    }
  }
  int threads = sum - 9, wrong = threads < 1 || threads > 4;
#pragma omp target teams num_teams(2) map(tofrom: a) uses_allocators(omp_default_mem_alloc)
#pragma omp distribute private(t) allocate(omp_default_mem_alloc: t)
  for (int i = 8; i < 64; i++) {
    t = 1;
    a[i] += t;
  }
  for (int i = 0; i < 64; i++)
    wrong += a[i] != i + (i == 2 ? 5 : i < 2 || i >= 8);
  puts(wrong ? "wrong" : "ok");
  return 0;
}
