int counter2 = 0;
#pragma omp declare target(counter2)
int lib2(int n) {
  int s = 0;
#pragma omp target teams distribute parallel for reduction(+:s)
  for (int i = 0; i < n; i++) s += i;
#pragma omp target
  counter2 += 1;
#pragma omp target update from(counter2)
  return s + counter2;
}
