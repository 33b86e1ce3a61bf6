int main(void)
{
  int x = 0;
#pragma omp target map(x)
  {
#pragma omp flush acq_rel (x)
    x = 1;
  }
  return x;
}
