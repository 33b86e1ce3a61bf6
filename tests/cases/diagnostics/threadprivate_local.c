int main(void)
{
  int x = 0;
#pragma omp threadprivate(x)
  return x;
}
