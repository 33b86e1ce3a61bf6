// gcc: no (gcc-12 does not know metadirective)
// What may replace a metadirective has to stand where it is, the other variants need not: the constructs
// around it say which these are (OpenMP 5.2 §7.4).
#include <stdio.h>
#define SHARE(n) for (int i = 0; i < n; i++)

int main(void)
{
  int a[40] = {0}, b[40] = {0}, c[8][8] = {{0}}, wrong = 0;
#pragma omp target teams map(tofrom: a, b) num_teams(4)
  {
#pragma omp metadirective when(construct = {parallel}: for) otherwise(distribute)
    SHARE(40) a[i] += i;
#pragma omp metadirective when(construct = {teams}: distribute) otherwise(for)
    SHARE(40) a[i] += i;
#pragma omp metadirective when(device = {kind(any)}: distribute parallel for) otherwise(simd)
    SHARE(40) b[i] += 2 * i;
#pragma omp metadirective when(construct = {target, teams}: distribute parallel for) when(construct = {teams, parallel}: single) default(taskloop)
    SHARE(40) b[i] += i;
  }
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
#pragma omp metadirective when(construct = {for}: simd) otherwise(for)
    for (int j = 0; j < 8; j++)
      c[i][j] = i * j;
  }
  for (int i = 0; i < 40; i++)
    wrong += a[i] != 2 * i || b[i] != 3 * i;
  for (int i = 0; i < 64; i++)
    wrong += c[i / 8][i % 8] != i / 8 * (i % 8);
  puts(wrong ? "wrong" : "ok");
  return wrong;
}
