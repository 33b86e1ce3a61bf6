// gcc: no (does not know mappers)
// OpenMP 5.2 §5.8.8: a mapper that maps members behind the first alone, applied to one variable, element, member
// and what a pointer points to, explicitly, implicitly and by an iterator: the region reaches the member on the device.
#include <stdio.h>

typedef struct { int n; float *x; int tag, more; } item;
#pragma omp declare mapper(item v) map(v.tag)
#pragma omp declare mapper(two: item v) map(to: v.tag) map(from: v.more)
#include "../check.h"

int main(void)
{
  item one = {3, 0, 9, 0}, arr[3] = {{0}}, *p = &one;
  struct { int k; item e; } s = {1, {0}};
#pragma omp target map(tofrom: one)
  one.tag++;
  EQ(one.tag, 10);
#pragma omp target
  one.tag++;
  EQ(one.tag, 11);
#pragma omp target map(tofrom: arr[1])
  arr[1].tag++;
  EQ(arr[1].tag, 1);
#pragma omp target map(tofrom: arr[1:2])
  arr[2].tag++;
  EQ(arr[2].tag, 1);
#pragma omp target map(tofrom: *p)
  p->tag++;
  EQ(one.tag, 12);
#pragma omp target map(tofrom: p[0:1])
  p->tag++;
  EQ(one.tag, 13);
#pragma omp target map(tofrom: s.e)
  s.e.tag = 5;
  EQ(s.e.tag, 5);
#pragma omp target map(mapper(two), tofrom: one)
  one.more = one.tag + 1;
  EQ(one.more, 14);
#pragma omp target map(iterator(i = 2:3), tofrom: arr[i])
  arr[2].tag++;
  EQ(arr[2].tag, 2);
  puts(errors ? "wrong" : "ok");
  return errors != 0;
}
