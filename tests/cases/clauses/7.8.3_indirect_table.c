// gcc: no (gcc-12 does not know indirect)
/* Pointers to the host's functions in mapped storage call the device's versions
 * (OpenMP 5.2 §7.8.3): in structures, in arrays, and passed on. */
#include <stdio.h>
#include <omp.h>

typedef struct shape {
  double a, b;
  double (*area)(const struct shape *);
} shape;

#pragma omp begin declare target indirect
static int where(void) { return omp_is_initial_device(); }
static double rectangle(const shape *s) { return s->a * s->b; }
double triangle(const shape *s) { return s->a * s->b / 2; }
#pragma omp end declare target

int twice(int (*f)(int), int x);
int increment(int x);
#pragma omp declare target enter(increment) indirect(1)
int increment(int x) { return x + 1; }
int twice(int (*f)(int), int x) { return f(f(x)); }

int main(void) {
  int (*w)(void) = where;
  int (*inc)(int) = increment;
  int host = -1, initial = -1, four = 0;
  double sum = 0;
  shape s[4] = {{1, 2, rectangle}, {3, 4, triangle}, {5, 6, rectangle}, {7, 8, triangle}};
#pragma omp target map(to : w, inc, s) map(tofrom : sum) map(from : host, initial, four)
  {
    initial = omp_is_initial_device();
    host = w();
    for (int i = 0; i < 4; i++)
      sum += s[i].area(&s[i]);
    four = twice(inc, 2);
  }
  if (host != initial || sum != 2 + 6 + 30 + 28 || four != 4)
    return printf("where %d %d, sum %g, %d\n", host, initial, sum, four), 1;
  printf("ok\n");
}
