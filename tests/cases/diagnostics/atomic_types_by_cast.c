int main(void)
{
  long x[2] = {0};
#pragma omp parallel
  {
#pragma omp atomic write
    x[1] = 1;
    int high;
#pragma omp atomic read
    high = *(int *)&x[1];
    x[0] = high;
  }
  return x[0];
}
