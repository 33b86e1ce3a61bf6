int a[100];
void f(int *p, int k) {
#pragma omp target map(a[0:3:2])
;
}
