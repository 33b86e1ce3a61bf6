int main(void)
{
  int a[8] = {0};
#pragma omp target parallel for map(a)
  for (int i = 0; i < 8; i++) {
    a[i] = i;
#pragma omp barrier
  }
  return a[0];
}
