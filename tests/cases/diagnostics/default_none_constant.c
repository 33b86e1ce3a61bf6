static const int limit = 4;
void f(int n, const int m, int *a)
{
#pragma omp parallel for default(none) shared(a)
  for (int i = 0; i < limit; i++) a[i] = m + (int)sizeof n;
#pragma omp parallel for default(none) shared(a) schedule(static, n) num_threads(n)
  for (int i = 0; i < 4; i++) a[i] = 1;
#pragma omp parallel masked taskloop default(none) shared(a) num_tasks(n) priority(m)
  for (int i = 0; i < 4; i++) a[i] = 1;
}
int main(void) { return 0; }
