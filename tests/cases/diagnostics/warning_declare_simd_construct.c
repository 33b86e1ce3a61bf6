#pragma omp declare simd
double f(double x)
{
  double s = 0;
#pragma omp parallel reduction(+: s)
  s += x;
  return s;
}
