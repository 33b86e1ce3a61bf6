int main(void)
{
  int x = 0;
#pragma omp target mapp(tofrom: x)
  x = 1;
  return x;
}
