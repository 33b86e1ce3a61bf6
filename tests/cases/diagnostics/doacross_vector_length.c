int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for ordered(2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
#pragma omp ordered doacross(sink: i - 1)
      a[i] = j;
#pragma omp ordered doacross(source:)
    }
  return x + a[0];
}
