int main(void)
{
  int a[8] = {0};
#pragma omp parallel for ordered
  for (int i = 0; i < 8; i++) {
#pragma omp ordered
    a[i] = i;
#pragma omp ordered
    a[i]++;
  }
  return a[0];
}
