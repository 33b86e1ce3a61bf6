int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task depend(source)
  x = 1;
  return x + a[0];
}
