static int f(void) { return 0; }
#pragma omp threadprivate(f)
int main(void)
{
  return f();
}
