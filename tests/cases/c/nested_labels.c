// host: gcc
// Labels behind nested functions, and jumps back over them.
#include <stdio.h>

#pragma omp declare target
static int count(int n)
{
  int r = 0;
  int twice(int x) { if (x > 3) goto big; return 2 * x; big: return x; }
again:
  r += twice(r + 1);
  if (r < n)
    goto again;
  int thrice(int x) { return 3 * x; }
  if (n > 50)
    goto end;
  r = thrice(r);
end:
  return r;
}
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    int add(int k) { return k + 1; }
  more:
    r = add(r);
    if (r < 7)
      goto more;
    r += 1000 * count(10) + count(60);
  }
  int h = 7 + 1000 * count(10) + count(60);
  if (r != h)
    printf("%d on the host, %d on the device\n", h, r);
  puts("ok");
}
