int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for reduction(+ : x)
  for (int i = 0; i < 8; i++) {
    x += a[i];
#pragma omp scan inclusive(x)
    a[i] = x;
  }
  return x + a[0];
}
