int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target teams distribute dist_schedule(dynamic)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return x;
}
