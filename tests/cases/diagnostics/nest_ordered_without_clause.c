int main(void)
{
  int a[8] = {0};
#pragma omp target parallel for map(a)
  for (int i = 0; i < 8; i++) {
#pragma omp ordered
    a[i] = i;
  }
  return a[0];
}
