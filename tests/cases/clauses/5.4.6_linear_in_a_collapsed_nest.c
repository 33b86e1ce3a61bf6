// OpenMP 5.2 §5.4.6: in each logical iteration of the associated loops a linear variable is
// its original plus the iteration's number times the step; the number is that of the
// collapsed loops (§4.4.2), and the original gets the value after the last one.
#include <stdio.h>

int main(void) {
  int v[12], x = 100, bad = 0;
  #pragma omp target parallel for collapse(2) linear(x: 5) map(from: v)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      v[i * 4 + j] = x;
      x += 5;
    }
  for (int k = 0; k < 12; k++)
    bad += v[k] != 100 + 5 * k;
  if (bad || x != 160)
    printf("%d wrong, %d\n", bad, x);
  else
    printf("ok\n");
  return bad;
}
