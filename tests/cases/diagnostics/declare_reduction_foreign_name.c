static int g;
#pragma omp declare reduction(mine : int : omp_out += omp_in + g)
int f(int x)
{
  return x + g;
}
