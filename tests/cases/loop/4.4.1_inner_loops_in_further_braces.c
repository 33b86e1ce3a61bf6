// gcc: no (gcc-12 takes no imperfect nests)
// Inner loops of nests in further braces, with intervening code; loops in braces under compound directives.
#include <stdio.h>
int main(void) { static int a[6][5], b[8]; int bad = 0, s = 0;
  #pragma omp parallel for collapse(2) reduction(+: s)
  for (int i = 0; i < 6; i++) { int k = i * 10; { { for (int j = 0; j < 5; j++) { a[i][j] = k + j; s++; } } k++; } }
  for (int i = 0; i < 6; i++) for (int j = 0; j < 5; j++) bad |= a[i][j] != 10 * i + j;
  bad |= (s != 30) * 2; s = 0;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, s) reduction(+: s)
  for (int i = 0; i < 6; i++) {{ for (int j = 0; j < 5; j++) { a[i][j] *= 2; s++; } }}
  bad |= (s != 30 || a[5][4] != 108) * 4;
  #pragma omp target teams distribute parallel for map(from: b)
  { for (int i = 0; i < 8; i++) b[i] = i; }
  bad |= (b[7] != 7) * 8;
  #pragma omp target teams loop map(tofrom: b)
  {{ for (int i = 0; i < 8; i++) b[i]++; }}
  bad |= (b[7] != 8) * 16;
  #pragma omp taskloop shared(b)
  { for (int i = 0; i < 8; i++) b[i]++; }
  #pragma omp simd
  { for (int i = 0; i < 8; i++) b[i]++; }
  bad |= (b[7] != 10) * 32;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
