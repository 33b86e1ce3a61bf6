int x, a[4];
int main(void) {
#pragma omp target map(tofrom, always: x)
  x = 1;
#pragma omp target map(to, iterator(i = 0:4): a[i]) map(from: x)
  x = a[0];
#pragma omp target data map(present, alloc, close: x)
  x = 2;
  return x;
}
