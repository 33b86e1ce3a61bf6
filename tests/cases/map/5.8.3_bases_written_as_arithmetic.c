// gcc: no (it takes names as bases of sections alone)
#include <stdio.h>

/* Elements of an array of pointers as bases of sections, indexed and by pointer arithmetic. */
int main(void)
{
  int a[4][8] = {{0}}, *rows[4], k = 1, bad = 0;
  for (int i = 0; i < 4; i++)
    rows[i] = a[i];
#pragma omp target map(tofrom: (*(rows + 2))[0:3], rows[3][k:1])
  {
    (*(rows + 2))[1] = 7;
    rows[3][k] = 6;
  }
  bad += a[2][1] != 7 || a[3][1] != 6;
#pragma omp target map(tofrom: rows[0][0:8]) map(tofrom: (*(rows + 1))[2:2])
  {
    rows[0][7] = 5;
    rows[1][3] = 4;
  }
  bad += a[0][7] != 5 || a[1][3] != 4;
#pragma omp target map(tofrom: (rows[2])[4:2], rows[3][4:2])
  {
    rows[2][5] = 27;
    rows[3][5] = 26;
  }
  bad += a[2][5] != 27 || a[3][5] != 26;
  puts(bad == 0 ? "ok" : "bases written as arithmetic");
  return 0;
}
