int main(void)
{
  int x = 0;
  goto in;
#pragma omp target map(x)
  {
  in:
    x = 1;
  }
  return x;
}
