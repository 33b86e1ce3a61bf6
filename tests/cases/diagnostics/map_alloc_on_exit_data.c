int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target exit data map(alloc: a)
  return x;
}
