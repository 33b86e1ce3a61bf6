int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp atomic compare fail(release)
  x = x == 1 ? 2 : x;
  return x + a[0];
}
