#pragma omp declare reduction(mine : int : omp_out += omp_in) initializer(omp_priv = omp_out)
int f(int x)
{
  return x;
}
