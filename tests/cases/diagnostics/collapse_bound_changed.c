int main(void)
{
  int n = 8, a[8] = {0};
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    a[i] = i;
    n--;
  }
  return a[0] + n;
}
