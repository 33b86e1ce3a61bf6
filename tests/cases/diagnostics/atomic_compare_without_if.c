int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp atomic compare
  x = a[0];
  return x;
}
