// flags: -fopenmp-version=52
// OpenMP 5.2 §5.4.4, §5.4.5, §5.5.8: the variables of a function are private in each parallel region that calls it.
void body(int);
int wrong(int n) {
  int s = 0, t = 0, i, k = 0, all[4] = {0};
#pragma omp for firstprivate(s)
  for (int j = 0; j < n; j++) body(s);
#pragma omp for lastprivate(t)
  for (int j = 0; j < n; j++) t = j;
#pragma omp for lastprivate(i)
  for (i = 0; i < n; i++) body(i);
#pragma omp for simd reduction(+: k)
  for (int j = 0; j < n; j++) k += j;
#pragma omp for reduction(+: n, all)
  for (int j = 0; j < 4; j++) n += all[j]++;
#pragma omp sections reduction(+: k)
  { k++; }
#pragma omp single firstprivate(k)
  body(k);
  return s + t + i + k;
}
#pragma omp declare target
int in_device_code(int n) {
  int k = 0;
#pragma omp for reduction(+: k)
  for (int j = 0; j < n; j++) k += j;
  return k;
}
#pragma omp end declare target
int right(int n, int *p) {
  static int of_all;
  int k = 0;
#pragma omp for reduction(+: of_all)
  for (int j = 0; j < n; j++) of_all += j;
#pragma omp for reduction(+: p[0:1])
  for (int j = 0; j < n; j++) *p += j;
#pragma omp for linear(k)
  for (int j = 0; j < n; j++) k++;
#pragma omp metadirective when(user = {condition(n > 4)}: parallel) otherwise(nothing)
  {
#pragma omp for reduction(+: k)
    for (int j = 0; j < n; j++) k += j;
  }
  return of_all + k;
}
