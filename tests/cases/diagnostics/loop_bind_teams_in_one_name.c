int main(void) {
  int a[8];
#pragma omp target parallel loop bind(teams)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return a[0];
}
