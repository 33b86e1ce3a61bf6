struct S { int n; int *p; };
#pragma omp declare mapper(struct S s) map(s, s.p[0:s.n])
void f(struct S *a, int k)
{
#pragma omp target map(tofrom: a[0:k])
  a[0].p[0]++;
#pragma omp target enter data map(iterator(i=0:k), to: a[i].p[0:2])
}
