int f(int add, int *a) {
  static int sum;
#pragma omp atomic capture
  { sum += add; add = sum; }
#pragma omp atomic capture
  add = a[add]++;
  int size, next = 0;
#pragma omp atomic capture
  size = next += sizeof size;
  return add + size;
}
