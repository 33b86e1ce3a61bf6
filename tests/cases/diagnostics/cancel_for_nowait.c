int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 8; i++) {
#pragma omp cancel for
      a[i] = 1;
    }
  }
  return x + a[0];
}
