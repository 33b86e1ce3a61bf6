int a[100], n, x;
void nesting(void) {
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < n; i++) {
#pragma omp for
    for (int j = 0; j < n; j++) { }
#pragma omp barrier
#pragma omp parallel for
    for (int j = 0; j < n; j++) { }
  }
#pragma omp critical
  {
#pragma omp single
    { }
#pragma omp critical
    { }
#pragma omp critical (other)
    { }
  }
#pragma omp target
  {
    x = 1;
#pragma omp teams
    { }
  }
#pragma omp target
  {
#pragma omp teams
    {
#pragma omp for
      for (int i = 0; i < n; i++) { }
#pragma omp distribute
      for (int i = 0; i < n; i++) {
#pragma omp distribute
        for (int j = 0; j < n; j++) { }
      }
    }
  }
#pragma omp parallel
  {
#pragma omp teams
    { }
#pragma omp distribute
    for (int i = 0; i < n; i++) { }
  }
#pragma omp target
  {
#pragma omp target
    { }
#pragma omp target update to(a)
  }
#pragma omp simd
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    { }
#pragma omp atomic
    x++;
  }
#pragma omp parallel
  {
#pragma omp section
    { }
#pragma omp scan inclusive(x)
#pragma omp cancel for
  }
#pragma omp parallel for reduction(+: x)
  for (int i = 0; i < n; i++) {
#pragma omp scan inclusive(x)
#pragma omp ordered
    { }
#pragma omp cancel for
  }
#pragma omp for ordered nowait
  for (int i = 0; i < n; i++) {
#pragma omp ordered doacross(sink: i - 1)
#pragma omp cancel for
  }
#pragma omp for ordered(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
#pragma omp ordered doacross(sink: i - 1)
#pragma omp ordered doacross(source:)
    }
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < n; i++) {
#pragma omp task
    { }
  }
}
