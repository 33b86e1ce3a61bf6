static void add(int *p)
{
#pragma omp parallel
#pragma omp atomic
  p[0]++;
}
static void relay(int *p)
{
  add(p);
}
int f(int x)
{
#pragma omp assume absent(parallel)
  {
    relay(&x);
  }
  return x;
}
