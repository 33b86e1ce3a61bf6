int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for ordered
  for (int i = 0; i < 8; i++) {
#pragma omp ordered doacross(sink: i - 1)
    a[i] = i;
  }
  return x + a[0];
}
