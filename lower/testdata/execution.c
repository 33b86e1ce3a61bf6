int omp_get_thread_num(void);
int omp_get_team_num(void);
void f(int n, int *a)
{
  int x, last = 0, q = 0;
#pragma omp target map(tofrom: a[0:n]) map(tofrom: last, q)
  {
    int t = 0;
#pragma omp parallel num_threads(4) private(x) firstprivate(t)
    {
      x = omp_get_thread_num();
      t += x;
#pragma omp for lastprivate(last) schedule(static, 2) nowait
      for (int i = 0; i < n; i++) { if (i == 3) continue; last = i + t; a[i] = last; }
#pragma omp barrier
#pragma omp single copyprivate(x)
      x = 5;
#pragma omp masked
      q = x;
#pragma omp critical (lock)
      q++;
#pragma omp sections
      {
#pragma omp section
        q = 1;
#pragma omp section
        q = 2;
      }
#pragma omp flush
    }
#pragma omp simd
    for (x = 0; x < n; x += 2) a[x] = x;
#pragma omp parallel for collapse(2)
    for (unsigned i = 0; i < 10; i++)
      for (long j = i; j >= 0; j--) a[i] += j;
  }
#pragma omp target
#pragma omp teams num_teams(3) thread_limit(n)
#pragma omp distribute
  for (int i = n; i > 0; i -= 3) {
#pragma omp parallel for
    for (int *p = a; p != a + n; ++p) *p = omp_get_team_num();
  }
}
