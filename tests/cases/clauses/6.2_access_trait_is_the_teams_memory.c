// OpenMP 5.2 §6.2, §6.8: an allocator whose access trait is cgroup or pteam has memory of the
// team, on NVIDIA GPUs dynamic shared memory; one with other traits has not.
// gcc: no (gcc-12 has no allocators in target regions)
#include <omp.h>
#include <stdio.h>

enum { N = 9000, TEAMS = 3 };

int main(void)
{
  const omp_alloctrait_t shared[] = {{omp_atk_alignment, 64}, {omp_atk_access, omp_atv_cgroup}};
  const omp_alloctrait_t near[] = {{omp_atk_access, omp_atv_pteam}};
  omp_allocator_handle_t a = omp_null_allocator, b = omp_null_allocator;
  int sums[TEAMS] = {0};
  long copy = 7, seen = 0;
#pragma omp target teams num_teams(TEAMS) map(tofrom: sums) uses_allocators(a(shared))
  {
    int table[N];
#pragma omp allocate(table) allocator(a)
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      table[i] = i + omp_get_team_num();
    int sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < N; i++)
      sum += table[N - 1 - i];
    sums[omp_get_team_num()] = sum;
  }
#pragma omp target teams num_teams(1) uses_allocators(b(near)) allocate(allocator(b): copy) firstprivate(copy) map(tofrom: seen)
  {
#pragma omp parallel num_threads(8)
#pragma omp atomic
    copy++;
    seen = copy;
  }
  int bad = seen <= 7 || seen > 15;
  for (int t = 0; t < TEAMS; t++)
    bad += sums[t] != 0 && sums[t] != N * (N - 1) / 2 + N * t;
  puts(bad == 0 && sums[0] ? "ok" : "allocators with an access trait");
  return 0;
}
