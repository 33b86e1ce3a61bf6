// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8: a reverse-offload region uses variables of static storage of the host that the enclosing function declares. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int total;

static int f(int k, int device)
{
  static int counter = 100, rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, kept[2] = {7, 8};
  struct box { int a; };
  static struct box *last;
  int *at = &counter;
#pragma omp target firstprivate(k) if(device)
  {
    for (int i = 0; i < 3; i++) {
#pragma omp target device(ancestor: 1) firstprivate(i, kept)
      {
        static int inside;
        counter += ++inside > 0;
        rows[1][i] += k + (int)(sizeof rows / sizeof *rows);
        switch (i) {
        case 1: goto out;
        default: total += kept[1]++;
        }
        last = (void *)&rows[1][2];
      out:;
      }
    }
  }
  return *at + rows[1][2] + kept[1] + (last->a == rows[1][2]);
}
int main(void)
{
  int a = f(10, 1), b = f(20, 0);
  if (a != 103 + 18 + 8 + 1 || b != 106 + 40 + 8 + 1 || total != 32) return printf("%d %d %d\n", a, b, total), 1;
  puts("ok");
}
