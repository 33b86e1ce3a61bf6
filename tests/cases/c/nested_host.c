// host: gcc
// gcc: no (internal compiler error where a target region uses what a nested function has captured)
// gpu: no (a pointer to a nested function with a frame is code on the stack)
// Nested functions of the host: they have target regions, and target regions call them.
#include <stdio.h>
static int work(int n)
{
  int base = 10, out = 0;
  int off(int x) { static int calls; calls++; return base + x + calls; }
  void on(int x) {
    #pragma omp target map(tofrom: out)
    out += off(x) + x;
  }
  on(n);
  #pragma omp target map(tofrom: out)
  {
    int t = 0;
    #pragma omp parallel num_threads(3) reduction(+: t)
    { int me = 1; int mine(void) { return me + n; } int (*p)(void) = mine; t += p(); }
    out += t + off(1);
  }
  return out;
}
int main(void)
{
  int r = work(5);
  if (r == 52) printf("ok\n");
  else printf("%d\n", r);
  return r != 52;
}
