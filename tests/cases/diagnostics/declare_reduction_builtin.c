#pragma omp declare reduction(+ : int : omp_out += omp_in)
int f(int x)
{
  return x;
}
