// gcc: no (gcc-12 wants perfectly nested loops)
/* OpenMP 5.2 §4.4.1: branches that stay in the code between associated loops, and metadirectives there that are nothing. */
#include <stdio.h>

static int side(int i)
{
  int v = 0;
  for (int k = 0; k <= i; k++)
    v = k;
  return v;
}
#pragma omp declare target enter(side)

int main(void)
{
  int a[6][8] = {{0}}, h[6][8] = {{0}}, wrong = 0;
#pragma omp target teams distribute parallel for collapse(2) map(a)
  for (int i = 0; i < 6; i++) {
    int kind;
    switch (i) {
    case 0: kind = 7; break;
    case 1: goto one;
    default: kind = side(i); break;
    one: kind = 10;
    }
    if (i == 2) { goto out; out: kind++; }
    for (int j = 0; j < 8; j++)
      a[i][j] = 100 * kind + j;
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 6; i++) {
    int kind;
    switch (i) {
    case 0: kind = 7; break;
    case 1: kind = 10; break;
    default: kind = ({ int k = 0; k = i; k; }) + (i == 2); break;
    }
    for (int j = 0; j < 8; j++)
      h[i][j] = 100 * kind + j;
  }
  int m[6][8];
#pragma omp target teams loop collapse(2) map(m)
  for (int i = 0; i < 6; i++) {
#pragma omp metadirective when(user = {condition(0)} : simd) default()
    for (int j = 0; j < 8; j++)
      m[i][j] = i * j;
  }
#pragma omp target parallel for collapse(2) map(m)
  for (int i = 0; i < 6; i++)
#pragma omp metadirective when(device = {arch("none")} : unroll partial(2)) when(implementation = {vendor("none")} : tile sizes(2))
    for (int j = 0; j < 8; j++)
      m[i][j]++;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++) {
      if (m[i][j] != i * j + 1) printf("metadirective: %d %d: %d\n", i, j, m[i][j]), wrong++;
      int want = 100 * (i == 0 ? 7 : i == 1 ? 10 : i == 2 ? 3 : i) + j;
      if (a[i][j] != want || h[i][j] != want)
        printf("%d %d: %d %d\n", i, j, a[i][j], h[i][j]), wrong++;
    }
  if (!wrong) puts("ok");
  return wrong;
}
