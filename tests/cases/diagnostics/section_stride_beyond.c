// The elements of a strided section are counted: the last is lower + (length - 1) * stride.
int main(void) {
  int a[100] = {0}, n = 3;
#pragma omp target update to(a[0:60:2])
#pragma omp target update from(a[99:2:3])
#pragma omp target map(a[n:101])
  a[3] = n;
  return a[0];
}
