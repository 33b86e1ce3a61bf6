// gcc: no (begin declare target)
// A pointer may be to a function of the device, by its name, from a constant table or
// chosen from several, or to one of the host, whose device version is called then.
#include <stdio.h>

typedef double (*op)(double, double);
typedef struct { op f; double k; } closure;

#pragma omp begin declare target indirect
static double add(double a, double b) { return a + b; }
static double sub(double a, double b) { return a - b; }
static double mul(double a, double b) { return a * b; }
static double half(double a, double b) { return (a + b) / 2; }
#pragma omp end declare target

#pragma omp begin declare target
static const op table[] = {add, sub, mul, half};
static op changed[] = {add, sub, mul, half};
static double apply(op f, double a, double b) { return f(a, b); }
static double run(const closure *c, double x) { return c->f(x, c->k); }
static double fold(op f, int n, const double *x)
{
  double r = x[0];
  for (int i = 1; i < n; i++)
    r = f(r, x[i]);
  return r;
}
#pragma omp end declare target

enum { N = 300 };

int main(void)
{
  double t[N], u[N], v[N], w[N], z[N], small[] = {1, 2, 3, 4};
  closure given = {mul, 5};
  op swapped = changed[0];
  changed[0] = changed[3];
  changed[3] = swapped;
#pragma omp target update to(changed)
#pragma omp target teams distribute parallel for map(from: t, u, v, w, z) map(to: small, given)
  for (int i = 0; i < N; i++) {
    closure own = {i % 2 ? add : sub, 7};
    t[i] = table[i % 4](i, 3);
    u[i] = changed[i % 4](i, 3);
    v[i] = apply(mul, i, 2) + fold(add, 4, small);
    w[i] = run(&own, i);
    z[i] = run(&given, i);
  }
  for (int i = 0; i < N; i++) {
    double of[] = {i + 3, i - 3, i * 3, (i + 3) / 2.0};
    if (t[i] != of[i % 4] || u[i] != of[i % 4 == 0 ? 3 : i % 4 == 3 ? 0 : i % 4] || v[i] != 2 * i + 10 || w[i] != (i % 2 ? i + 7 : i - 7) || z[i] != 5 * i) {
      printf("%d: %g %g %g %g %g\n", i, t[i], u[i], v[i], w[i], z[i]);
      return 1;
    }
  }
  puts("ok");
  return 0;
}
