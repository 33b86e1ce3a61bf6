#pragma omp declare reduction(mine : int : omp_out += omp_in)
#pragma omp declare reduction(mine : int : omp_out *= omp_in)
int f(int x)
{
  return x;
}
