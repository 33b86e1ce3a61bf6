int main(void)
{
  int x = 0, y = 0, a[8] = {0};
#pragma omp parallel for reduction(inscan, + : x)
  for (int i = 0; i < 8; i++) {
    x += a[i];
#pragma omp scan inclusive(y)
    a[i] = x;
  }
  return x + y + a[0];
}
