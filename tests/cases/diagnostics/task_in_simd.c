int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp simd
  for (int i = 0; i < 8; i++)
#pragma omp task
    a[i] = i;
  return x + a[0];
}
