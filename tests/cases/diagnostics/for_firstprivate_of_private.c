int main(void) {
  int x = 0, a[4];
#pragma omp parallel private(x)
#pragma omp for firstprivate(x)
  for (int i = 0; i < 4; i++)
    a[i] = x;
}
