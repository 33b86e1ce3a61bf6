#include <stdlib.h>
struct S { int *ptr; int size; };
static int limit = 4;
int main(void)
{
  int n = 1024;
  static int from = 1;
#pragma omp declare mapper(rows: struct S s) map(s.ptr, s.size) map(s.ptr[:n])
#pragma omp declare mapper(part: struct S s) map(to: s.size) map(iterator(i = 0:s.size), to: s.ptr[from + i])
#pragma omp declare mapper(right: struct S s) map(to: s.size) map(iterator(i = 0:s.size), to: s.ptr[limit * i])
  struct S s = {malloc(sizeof(int) * n), n};
#pragma omp target map(mapper(rows), tofrom: s)
  s.ptr[0]++;
  return from;
}
