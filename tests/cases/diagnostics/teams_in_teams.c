int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp target teams map(a)
#pragma omp teams
  a[0] = 1;
  return x + a[0];
}
