#pragma omp requires reverse_offload
struct s { int *q; };
void f(struct s s, int n)
{
#pragma omp target map(tofrom: s) map(tofrom: s.q[0:n])
  {
#pragma omp target device(ancestor: 1) map(always, to: s.q[0:n])
    s.q[0]++;
  }
}
