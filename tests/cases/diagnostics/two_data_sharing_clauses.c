int main(void)
{
  int x = 0;
#pragma omp target private(x) firstprivate(x)
  x = 1;
  return x;
}
