static void spawn(int *p)
{
#pragma omp task shared(p)
  p[0]++;
}
#pragma omp begin assumes no_parallelism
void f(int *p)
{
  spawn(p);
}
#pragma omp end assumes
