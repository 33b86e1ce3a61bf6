#include <stdio.h>

struct inner { int n; int *v; };
struct outer { struct inner *in; int k; };

int main(void)
{
  int data[3] = {1, 2, 3};
  struct inner in = {3, data};
  struct outer o = {&in, 0};
#pragma omp target map(tofrom: o) map(tofrom: o.in[0:1]) map(tofrom: o.in->v[0:3])
  {
    for (int i = 0; i < o.in->n; i++)
      o.k += o.in->v[i];
    o.in->v[0] = 7;
  }
  puts(o.k == 6 && data[0] == 7 && o.in == &in && in.v == data ? "ok" : "two levels of pointers");
  return 0;
}
