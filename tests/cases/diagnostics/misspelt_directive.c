int main(void)
{
  int x = 0;
#pragma omp targte map(tofrom: x)
  x = 1;
  return x;
}
