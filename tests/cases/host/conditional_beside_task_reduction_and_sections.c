// gcc: no (gcc-12 refuses some of it)
// lastprivate(conditional:) beside reductions, on loops and sections.
#include <stdio.h>
int main(void) { int last = -1, other = -2, sum = 0, bad = 0, red = 0; static int a[100]; for (int i = 0; i < 100; i++) a[i] = i % 10;
  #pragma omp parallel num_threads(4)
  {
    #pragma omp for lastprivate(conditional: last, other) reduction(task, +: sum) schedule(dynamic, 3)
    for (int i = 0; i < 100; i++) { if (a[i] == 3) last = i; if (i == 50) other = i;
      #pragma omp task in_reduction(+: sum)
      sum += a[i]; }
    #pragma omp sections lastprivate(conditional: other) reduction(task, +: red)
    {
      #pragma omp section
      { 
        #pragma omp task in_reduction(+: red)
        red += 2;
        other = 1; }
      #pragma omp section
      red += 3;
    } }
  bad = (last != 93) | (other != 1) * 2 | (sum != 450) * 4 | (red != 5) * 8;
  int l2 = 0;
  #pragma omp parallel for simd lastprivate(conditional: l2) reduction(+: red)
  for (int i = 0; i < 64; i++) { red += 1; if (i < 40 && i % 7 == 0) l2 = i; }
  bad |= (l2 != 35 || red != 69) * 16;
  printf(bad ? "wrong %d %d %d %d %d\n" : "ok\n", bad, last, other, sum, red); return bad; }
