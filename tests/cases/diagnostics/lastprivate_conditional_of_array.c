int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for lastprivate(conditional : a)
  for (int i = 0; i < 8; i++)
    a[0] = i;
  return x + a[0];
}
