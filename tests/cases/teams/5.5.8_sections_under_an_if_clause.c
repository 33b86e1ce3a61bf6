/* 5.2 §3.4, §5.5.8: an if clause without a modifier is no clause of teams where target or parallel take it. */
#include <stdio.h>

int main(void)
{
  int a[4] = {0}, n = 3, bad = 0;
  for (int on = 0; on < 2; on++) {
#pragma omp target teams distribute parallel for if(on) map(tofrom: a) reduction(+: a[0:n])
    for (int i = 0; i < 30; i++)
      a[i % n]++;
#pragma omp teams distribute parallel for if(on) reduction(+: a[0:n])
    for (int i = 0; i < 30; i++)
      a[i % n]++;
#pragma omp target teams if(on) map(tofrom: a) num_teams(1) reduction(+: a[0:n])
    a[2]++;
  }
  for (int i = 0; i < 4; i++)
    bad += a[i] != (i < 3 ? 40 : 0) + (i == 2 ? 2 : 0);
  puts(bad ? "wrong" : "ok");
  return 0;
}
