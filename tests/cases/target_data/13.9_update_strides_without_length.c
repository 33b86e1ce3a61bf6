// gcc: no (does not know shapes)
// OpenMP 5.2 §3.2.5: without a length a section with a stride has as many elements as there are up to the end
// of its dimension, of an array, a member, a variable-length array and a shaped pointer alike.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "../check.h"

int main(void)
{
  int n = 4, m = 7, a[10], b[4][7], vla[n][m], *p = &b[0][0], shared;
#pragma omp target map(from: shared)
  shared = omp_is_initial_device(); // what is not updated is as it was where the device has storage of its own
  struct { int v[9]; } s, *q = &s;
#pragma omp target data map(alloc: a, b, s, vla)
  {
#pragma omp target
    {
      for (int i = 0; i < 10; i++)
        a[i] = 100 + i;
      for (int i = 0; i < 28; i++)
        b[i / 7][i % 7] = vla[i / 7][i % 7] = 100 + i;
      for (int i = 0; i < 9; i++)
        s.v[i] = i;
    }
    if (!shared) {
      memset(a, 0, sizeof a);
      memset(b, 0, sizeof b);
      memset(&s, 0, sizeof s);
      memset(vla, 0, sizeof vla);
    }
#pragma omp target update from(a[1::3], b[::2][1::3], q->v[::4], vla[:][::3])
    for (int i = 0; i < 10; i++)
      EQ(a[i], i % 3 == 1 || shared ? 100 + i : 0);
    for (int i = 0; i < 28; i++) {
      EQ(b[i / 7][i % 7], (i / 7 % 2 == 0 && i % 7 % 3 == 1) || shared ? 100 + i : 0);
      EQ(vla[i / 7][i % 7], i % 7 % 3 == 0 || shared ? 100 + i : 0);
    }
    for (int i = 0; i < 9; i++)
      EQ(s.v[i], i % 4 == 0 || shared ? i : 0);
    if (!shared)
      memset(b, 0, sizeof b);
#pragma omp target update from((([n][m])p)[1::2][::2])
    for (int i = 0; i < 28; i++)
      EQ(b[i / 7][i % 7], (i / 7 % 2 && i % 7 % 2 == 0) || shared ? 100 + i : 0);
    if (!shared)
      memset(b, 0, sizeof b);
#pragma omp target update from((([n][m])p)[2:2][3:2:3])
    for (int i = 0; i < 28; i++)
      EQ(b[i / 7][i % 7], (i / 7 >= 2 && i % 7 % 3 == 0 && i % 7) || shared ? 100 + i : 0);
  }
  puts(errors ? "wrong" : "ok");
  return errors != 0;
}
