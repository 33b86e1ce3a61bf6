struct N { int n; double *v; struct N *next; double w[4]; };
int next(void);
void f(struct N *p, struct N s, int n, double a[10][20], double **pp)
{
  double arr[8];
#pragma omp target map(tofrom: s.n, s.w[1:2], s.v[0:n])
  { s.n++; s.v[0] = s.w[1]; }
#pragma omp target map(p->v[0:p->n]) map(to: p->n)
  { p->v[0] = p->n; }
#pragma omp target data map(to: p[0:1], p->v[0:n], p->next[0:1], p->next->v[0:n])
  { n++; }
#pragma omp target enter data map(alloc: arr) map(always, to: a[1:n]) map(to: arr[2:]) if(n > 1) device(0)
#pragma omp target exit data map(from: arr) map(delete: a[1:n]) map(release: pp[1][0:n])
#pragma omp target map(arr[next():n])
  { arr[3] = 1; }
#pragma omp target update to(a[1:2][3:4], arr[0:4:2]) from(present: s.n) nowait
}
