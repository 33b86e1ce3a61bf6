int counter = 0;
#pragma omp declare target(counter)
int lib1(int n) {
  int s = 0;
#pragma omp target teams distribute parallel for reduction(+:s)
  for (int i = 0; i < n; i++) s += i;
#pragma omp target
  counter += 1;
#pragma omp target update from(counter)
  return s + counter;
}
