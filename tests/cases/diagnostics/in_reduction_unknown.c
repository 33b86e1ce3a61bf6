int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task in_reduction(mine : x)
  x++;
  return x + a[0];
}
