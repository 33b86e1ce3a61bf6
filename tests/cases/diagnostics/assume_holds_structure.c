struct pair { int a, b; };
int f(struct pair p)
{
#pragma omp assume holds(p)
  p.a++;
  return p.a;
}
