int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel
  {
#pragma omp cancel simd
    x = 1;
  }
  return x + a[0];
}
