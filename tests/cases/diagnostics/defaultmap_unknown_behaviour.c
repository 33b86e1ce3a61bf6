int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target defaultmap(inout: scalar)
  x = a[0] + *p;
  return x;
}
