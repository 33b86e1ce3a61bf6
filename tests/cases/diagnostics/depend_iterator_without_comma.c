int main(void) {
  int a[8], n = 8;
#pragma omp task depend(iterator(i = 0 : n) in : a[i])
  a[0] = n;
}
