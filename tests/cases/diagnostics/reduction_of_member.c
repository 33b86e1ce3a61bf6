struct s { int a[4], b; } v;
void f(int *p, struct s *q)
{
  int x[4];
#pragma omp target parallel for reduction(+: v.b)
  for (int i = 0; i < 9; i++)
    v.b += i;
#pragma omp target parallel for reduction(+: v.a[1:2])
  for (int i = 0; i < 9; i++)
    v.a[1] += i;
#pragma omp parallel for reduction(+: q->a[1])
  for (int i = 0; i < 9; i++)
    q->a[1] += i;
#pragma omp target parallel for reduction(+: *p)
  for (int i = 0; i < 9; i++)
    *p += i;
#pragma omp target parallel for reduction(+: x[1], x[3])
  for (int i = 0; i < 9; i++)
    x[1] += i, x[3] -= i;
}
