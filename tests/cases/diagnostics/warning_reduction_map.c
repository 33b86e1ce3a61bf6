int main(void)
{
  int s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(to: s)
  for (int i = 0; i < 8; i++)
    s += i;
  return s;
}
