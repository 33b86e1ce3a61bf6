int omp_is_initial_device(void);
double sqrt(double);
void orphan(int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = sqrt(i);
}
#pragma omp declare target enter(orphan)
void g(int n, int *a, int *b, int dev)
{
  int j = 0, k = 5;
  int loc[4] = {1, 2, 3, 4};
#pragma omp target data map(a[0:n]) use_device_ptr(a) use_device_addr(loc)
  {
#pragma omp target is_device_ptr(a) has_device_addr(loc) device(dev)
    { a[0] = loc[1]; orphan(n, a); }
  }
#pragma omp target simd linear(j: 2) map(b[0:n])
  for (int i = 0; i < n; i++) { b[i] = j; j += 2; }
#pragma omp target teams loop map(b[0:n]) firstprivate(k)
  for (int i = 0; i < n; i++) { k += i; b[i] = k; }
#pragma omp target teams distribute parallel for simd collapse(2) schedule(static) if(target: n > 4) if(parallel: dev) num_threads(64) num_teams(2:dev) lastprivate(j)
  for (int i = 0; i < 8; i++) {
    int t = i * 2;
    for (int l = 3; l <= 7; l += 2) { j = t + l; b[j] = loc[i & 3]; }
  }
#pragma omp target teams map(tofrom: k)
  {
#pragma omp atomic
    k++;
    j++;
  }
}
