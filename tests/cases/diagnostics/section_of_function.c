static int f(void) { return 1; }
int main(void)
{
  int x = 0;
#pragma omp target map(to: f)
  x = f();
  return x;
}
