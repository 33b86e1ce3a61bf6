int f(void)
{
  int x = 0;
#pragma omp target map(x)
  x = 1;
  return x;
}
#pragma omp requires unified_address
int main(void) { return f(); }
