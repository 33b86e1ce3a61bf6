int main(void)
{
  int a[8] = {0};
#pragma omp target parallel for map(a)
  for (int j = 0; j < 8; j++) {
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[i] = i;
  }
  return a[0];
}
