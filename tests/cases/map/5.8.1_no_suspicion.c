// flags: -Werror
// What is right, but near to what the compiler warns about, compiles with -Werror.
#include <stdio.h>
#include <stdlib.h>

static void fill(double *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = i;
}

static void look(const int *p, int *to) { *to = *p; }

static void keep(double *p, int n)
{
#pragma omp target enter data map(to: p[0:n])
}

static void drop(double *p, int n)
{
#pragma omp target exit data map(from: p[0:n])
}

struct point { int x, y, z; };

int main(void)
{
  enum { N = 100 };
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  int in = 7, out = 0, steps = 0;
  struct point p = {1, 2, 3}, q = {1, 2, 3};
  fill(a, N);
  fill(b, N);
#pragma omp target map(a[0:N])
  fill(a, N);
  keep(b, N); // maps it
#pragma omp target
  fill(b, N);
  drop(b, N);
#pragma omp target map(from: out)
  look(&in, &out);
#pragma omp target map(from: p)
  {
    p.x = 4;
    p.y = 5;
  }
  p.z = p.x + p.y; // not what the region left
#pragma omp target map(p.x, p.y)
  {
    p.x = 6;
    p.y = 7;
  }
#pragma omp target map(from: q)
  q = (struct point){8, 9, 10};
#pragma omp target map(tofrom: steps)
  {
    int i = N;
    while (i > 1) { // each iteration needs the one before it
      i = i % 2 ? 3 * i + 1 : i / 2;
      steps++;
    }
  }
  double sum = 0;
#pragma omp target map(tofrom: sum)
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < N; i++)
    sum += i;
  if (a[5] != 5 || b[5] != 5 || out != 7 || p.z != 9 || p.x != 6 || q.z != 10 || steps != 25 || sum != 4950)
    printf("%g %g %d %d %d %d %d %g\n", a[5], b[5], out, p.z, p.x, q.z, steps, sum);
  else
    printf("ok\n");
  free(a);
  free(b);
  return 0;
}
