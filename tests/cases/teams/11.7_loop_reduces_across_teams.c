// gcc: no (the variable is private in the teams region)
/* OpenMP 5.2 §5.5.8, §11.7: a loop construct that binds to a teams region, by its clause or by its place, reduces
 * across the teams, also where the teams construct has its own copy, inside of a target region and in a function. */
#include <stdio.h>

enum { N = 100 };

struct pair { double re, im; };
#pragma omp declare reduction(add: struct pair: omp_out.re += omp_in.re, omp_out.im += omp_in.im) initializer(omp_priv = (struct pair){0, 0})

static int a[N], failed;

static void expect(const char *what, double got, double want)
{
  if (got != want)
    printf("%s is %g, not %g\n", what, got, want), failed = 1;
}

static void orphan(int *into)
{
#pragma omp loop bind(teams) reduction(+: into[:1])
  for (int i = 0; i < N; i++)
    into[0] += a[i];
}

int main(void)
{
  int s = 1, most = -7, last = -1, part[4] = {1, 1, 1, 1};
  struct pair z = {1, 2};
  for (int i = 0; i < N; i++)
    a[i] = i;

#pragma omp teams reduction(+: s) num_teams(2)
#pragma omp loop bind(teams) reduction(+: s)
  for (int i = 0; i < N; i++)
    s += a[i];
  expect("the sum of the teams' copies", s, 4951);

#pragma omp teams num_teams(2) default(none) shared(most, part, z, s, a, last)
  {
#pragma omp loop reduction(max: most) lastprivate(last) order(concurrent)
    for (last = 0; last < N; last++)
      most = most > a[last] ? most : a[last];
#pragma omp loop bind(teams) collapse(2) reduction(+: part[:4]) reduction(add: z)
    for (int i = 0; i < N / 2; i++)
      for (int j = 0; j < 2; j++) {
        part[(i + j) % 4]++;
        z.re += a[i];
        z.im -= j;
      }
#pragma omp loop reduction(+: s)
#pragma omp tile sizes(8)
    for (int i = 0; i < N; i++)
      s += a[i];
    orphan(&s);
  }
  expect("the greatest", most, 99);
  expect("the loop variable", last, 100);
  expect("the sum of the tiles and of the function", s, 4951 + 2 * 4950);
  expect("the second element", part[1], 27);
  expect("the real part", z.re, 2451);
  expect("the imaginary part", z.im, -48);

  s = 1, most = -7;
#pragma omp target teams map(tofrom: s, most) num_teams(4)
  {
#pragma omp loop bind(teams) reduction(+: s)
    for (int i = 0; i < N; i++)
      s += a[i];
#pragma omp loop reduction(max: most)
    for (int i = 0; i < N; i++)
      most = most > a[i] ? most : a[i];
  }
  expect("the device's sum", s, 4951);
  expect("the device's greatest", most, 99);
  if (!failed)
    puts("ok");
  return failed;
}
