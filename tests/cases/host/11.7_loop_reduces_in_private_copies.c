// gcc: no (the variable is private in the teams region)
/* OpenMP 5.2 §11.7, 6.0 §13.8: a loop construct that binds to a teams region reduces a team's own copy, in a file without a
 * directive for devices. */
#include <stdio.h>

static int sum(int n, const int *a)
{
  int s = 1;
#pragma omp teams reduction(+: s) num_teams(3)
#pragma omp loop bind(teams) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

static int most(int n, const int *a)
{
  int m = -1;
#pragma omp teams num_teams(2)
#pragma omp loop reduction(max: m)
  for (int i = 0; i < n; i++)
    m = m > a[i] ? m : a[i];
  return m;
}

int main(void)
{
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = (i * 37) % 100;
  int s = sum(100, a), m = most(100, a);
  if (s == 4951 && m == 99)
    puts("ok");
  else
    printf("the sum is %d, the greatest %d\n", s, m);
  return 0;
}
