int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp single copyprivate(a[0])
  x = 1;
  return x + a[0];
}
