int main(void)
{
  int x = 0, a = 0;
  if (x)
#pragma omp target update to(a)
  return a;
}
