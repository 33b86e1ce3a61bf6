// Conditionals without a middle operand (GNU C) whose condition is a constant.
#include <stdio.h>
#define N 3
enum colour { NONE, RED, GREEN = 5 };
int main(void)
{
  int r[11] = { 0 }, x = 0;
  #pragma omp target map(tofrom: r, x)
  {
    r[0] = 3 ?: 5;
    r[1] = (N) ?: 5;
    r[2] = 0 ?: 7;
    r[3] = x ?: 8;
    r[4] = x + 4 ?: 9;
    r[5] = (2 - 2) ?: (N - 3) ?: 6;
    r[6] = sizeof(1 ?: 2L);
    r[7] = x++ ?: 1;
    r[8] = RED ?: 2, r[9] = NONE ?: 2, r[10] = (GREEN - 5) ?: GREEN;
  }
  static const int want[11] = { 3, 3, 7, 8, 4, 6, 8, 1, 1, 2, 5 };
  int wrong = x != 1;
  for (int i = 0; i < 11; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
