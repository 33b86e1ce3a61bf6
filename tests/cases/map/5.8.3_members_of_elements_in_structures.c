// gcc: no (gcc-12 does not attach members of elements)
// Sections through members of elements of mapped arrays of structures: constant and variable indices, two levels, enter data.
#include <stdio.h>
#include <stdlib.h>
struct s { int n, *p; double *q; }; struct o { struct s in[2]; int k; };
int main(void) { struct s s[4]; struct o o[2]; int i = 1, j = 3, bad = 0; double r = 0;
  for (int k = 0; k < 4; k++) { s[k].n = k; s[k].p = calloc(4, 4); s[k].q = calloc(4, 8); s[k].q[1] = k; }
  for (int k = 0; k < 2; k++) for (int m = 0; m < 2; m++) { o[k].in[m].p = calloc(3, 4); o[k].in[m].p[2] = 10 * k + m; }
  #pragma omp target map(s, s[i].p[0:2], s[j].p[1:2], s[0].q[:2]) map(tofrom: r)
  { s[i].p[1] = 7; s[j].p[2] = 8; r += s[0].q[1] + 1; }
  bad |= s[1].p[1] != 7 || s[3].p[2] != 8 || r != 1;
  #pragma omp target enter data map(to: o, o[0].in[1].p[:3], o[i].in[0].p[:3])
  #pragma omp target map(from: bad) 
  bad = o[0].in[1].p[2] != 1 || o[1].in[0].p[2] != 10;
  #pragma omp target exit data map(delete: o[0].in[1].p[:3], o[i].in[0].p[:3], o)
  #pragma omp target data map(s, s[2].p[:4])
  {
    #pragma omp target 
    s[2].p[3] = 5;
  }
  bad |= (s[2].p[3] != 5) * 2;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
