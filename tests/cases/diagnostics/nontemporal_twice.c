int a[100];
void f(int *p, int k) {
#pragma omp simd nontemporal(a) nontemporal(a)
for (int i = 0; i < 9; i++) a[i]=0;
}
