void f(int *a, int n)
{
  int teams = 4, limit = 8, ok = 2;
#pragma omp target private(teams) map(from: limit) map(tofrom: a[0:n])
#pragma omp teams distribute parallel for num_teams(ok : teams * 2) thread_limit(limit)
  for (int i = 0; i < n; i++)
    a[i]++;
#pragma omp target firstprivate(teams) map(tofrom: limit, a[0:n])
#pragma omp teams distribute parallel for num_teams(teams) thread_limit(limit)
  for (int i = 0; i < n; i++)
    a[i]++;
}
