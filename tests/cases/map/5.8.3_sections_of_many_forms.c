// only: device
// Sections of arrays, rows, pointers and pointers in arrays; what is present in part; sections of no elements (OpenMP 5.2 §5.8.3, §5.8.6).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#define N 100
static int sa[N]; 
int main(void)
{
  int a[N], m[10][20], *pp[5], t = 0; int cube[4][5][6];
  for (int i = 0; i < N; i++) a[i] = sa[i] = i;
  #pragma omp target enter data map(to: a[0:50], sa[50:50])
  #pragma omp target map(tofrom: t)
  { a[3] = 33; sa[60] = 66; t = a[49] + sa[99]; }
  CHECK(t == 148 && a[3] == 3);
  #pragma omp target update from(a[2:3], sa[60:1])
  CHECK(a[3] == 33 && sa[60] == 66);
  #pragma omp target exit data map(release: a[0:50]) map(from: sa[50:50])
  CHECK(!omp_target_is_present(&a[10], omp_get_default_device()));
  for (int i = 0; i < 5; i++) { pp[i] = calloc(30, 4); }
  int k = 2;
  #pragma omp target map(to: pp) map(tofrom: pp[k][5:10], pp[k + 1][0:3])
  { pp[2][5] = 1; pp[2][14] = 2; pp[3][2] = 4; }
  CHECK(pp[2][5] == 1 && pp[2][14] == 2 && pp[3][2] == 4 && pp[2][4] == 0);
  for (int i = 0; i < 200; i++) (&m[0][0])[i] = i;
  #pragma omp target map(tofrom: m[3][5:10])
  for (int i = 5; i < 15; i++) m[3][i] = -1;
  CHECK(m[3][4] == 64 && m[3][5] == -1 && m[3][14] == -1 && m[3][15] == 75);
  #pragma omp target map(tofrom: m[2:3])
  for (int i = 2; i < 5; i++) for (int j = 0; j < 20; j++) m[i][j] = i;
  CHECK(m[2][0] == 2 && m[4][19] == 4 && m[5][0] == 100);
  #pragma omp target map(tofrom: a[0:30])
  for (int i = 0; i < 10; i++) a[20 + i] = a[i] * 2;
  CHECK(a[29] == 18 && a[22] == 4);
  memset(cube, 0, sizeof cube);
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: cube[1:2][0:5][0:6])
  for (int i = 1; i < 3; i++) for (int j = 0; j < 5; j++) for (int l = 0; l < 6; l++) cube[i][j][l] = i + j + l;
  CHECK(cube[0][0][0] == 0 && cube[2][4][5] == 11 && cube[3][0][0] == 0);
  int *p = a + 50;
  #pragma omp target map(tofrom: p[-10:20])
  { p[-10] = 500; p[9] = 600; }
  CHECK(a[40] == 500 && a[59] == 600);
  #pragma omp target data map(tofrom: a[10:30])
  {
    int *q = &a[20];
    #pragma omp target map(tofrom: q[0:5])
    q[0] = -5;
    #pragma omp target
    q[1] = -6;
    #pragma omp target is_device_ptr(q) if(0)
    q[19] = 5;
  }
  CHECK(a[20] == -5 && a[21] == -6);
  int n = 0;
  #pragma omp target map(tofrom: a[10:n]) map(tofrom: t)
  t = 4;
  CHECK(t == 4);
  if (!errors)
    puts("ok");
  return errors != 0;
}
