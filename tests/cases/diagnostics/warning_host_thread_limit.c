int f(void) {
  int n = 0;
#pragma omp target thread_limit(4) map(tofrom: n)
#pragma omp parallel num_threads(4) reduction(+: n)
  n++;
#pragma omp target parallel thread_limit(4) num_threads(4) reduction(+: n)
  n++;
#pragma omp target teams thread_limit(4) reduction(+: n)
  n++;
  return n;
}
