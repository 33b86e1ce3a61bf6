int main(void) {
  int s = 0;
#pragma omp target teams distribute parallel for reduction(+, s)
  for (int i = 0; i < 10; i++) s += i;
  return s;
}
