// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.4.4: a firstprivate array is a copy in a reverse-offload region: what the host writes there does
 * not reach the device, whether the enclosing region runs on a device or on the host. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int sum;

static int in_routine(int k)
{
  int row[3] = {k, k + 1, k + 2};
#pragma omp target device(ancestor: 1) firstprivate(row)
  {
    sum += row[0] + row[2];
    row[1] = -1;
  }
  return row[1];
}
#pragma omp declare target enter(in_routine)

int main(void)
{
  int a[4] = {1, 2, 3, 4}, right = 0;
  double table[2][3] = {{1, 2, 3}, {4, 5, 6}};
#pragma omp target map(tofrom: a, right) firstprivate(table)
  {
    const char word[] = "word";
    table[1][2] = 7;
    a[3] = 40;
#pragma omp target device(ancestor: 1) firstprivate(a, table, word)
    {
      sum += a[0] + a[3] + (int)table[1][2] + (int)sizeof a + (int)sizeof table + word[0] - 'w' + (int)sizeof word;
      a[0] = 100;
      table[1][2] = 100;
    }
    right += a[0] == 1 && a[3] == 40 && table[1][2] == 7;
    right += in_routine(10) == 11;
  }
  printf("%s\n", right == 2 && sum == 1 + 40 + 7 + 16 + 48 + 5 + 22 ? "ok" : "wrong");
  if (right != 2) printf("right %d sum %d\n", right, sum);
  return 0;
}
