typedef struct { double re; int n; } R;
#pragma omp declare reduction(radd : R : omp_out.re += omp_in.re) initializer(omp_priv = {0, 1})
#pragma omp declare reduction(rcall : R : omp_out.n += omp_in.n)
double _Complex cs(int n, double _Complex *c)
{
  double _Complex s = 0;
  R r = {0, 0}, q = {0, 0};
#pragma omp target teams distribute parallel for reduction(+: s) reduction(radd: r) reduction(rcall: q) map(c[0:n])
  for (int i = 0; i < n; i++) { s += c[i]; r.re += i; q.n++; }
  return s + r.re + q.n;
}
void vla(int n, int m, double a[n][m])
{
  double b[n][m + 1];
  double t[n];
#pragma omp target teams distribute parallel for collapse(2) map(a[0:n]) private(t)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      t[i] = j;
      b[i][j] = a[i][j] + t[i];
    }
}
void redsec(int n, int k, int *h, const int *x)
{
#pragma omp target parallel for reduction(+: h[1:k]) map(to: x[:n])
  for (int i = 0; i < n; i++) h[x[i]]++;
}
