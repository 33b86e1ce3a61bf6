int main(void)
{
  double d = 0;
#pragma omp target parallel reduction(&: d) map(d)
  d = 1;
  return (int)d;
}
