// OpenMP 5.2 §4.4.3: a collapsed nest whose inner loop has no iterations has none, with every start, bound and step.
#include <limits.h>
#include <stdio.h>

#define COUNT(START, STEP)                                                                     \
  static int count_##START##_##STEP(int m, int n)                                              \
  {                                                                                            \
    int k = 0;                                                                                 \
    _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: k)")             \
    for (int i = 0; i < m; i++)                                                                \
      for (int j = START; j < n; j += STEP)                                                    \
      {                                                                                        \
        _Pragma("omp atomic update")                                                           \
        k++;                                                                                   \
      }                                                                                        \
    return k;                                                                                  \
  }                                                                                            \
  static int expected_##START##_##STEP(int m, int n)                                           \
  {                                                                                            \
    int k = 0;                                                                                 \
    for (int i = 0; i < m; i++)                                                                \
      for (int j = START; j < n; j += STEP)                                                    \
        k++;                                                                                   \
    return k;                                                                                  \
  }

COUNT(0, 1)
COUNT(0, 3)
COUNT(2, 1)
COUNT(2, 32)

int main(void)
{
  static const int bounds[] = {INT_MIN, -3, 0, 1, 2, 3, 4, 33, 70};
  int wrong = 0;
  for (int i = 0; i < 9; i++)
    for (int m = 0; m < 4; m += 3)
    {
      int n = bounds[i];
      wrong += count_0_1(m, n) != expected_0_1(m, n);
      wrong += count_0_3(m, n) != expected_0_3(m, n);
      wrong += count_2_1(m, n) != expected_2_1(m, n);
      wrong += count_2_32(m, n) != expected_2_32(m, n);
    }
  if (wrong)
    printf("%d wrong\n", wrong);
  else
    printf("ok\n");
  return 0;
}
