#pragma omp declare simd inbranch notinbranch
int f(int x)
{
  return x;
}
