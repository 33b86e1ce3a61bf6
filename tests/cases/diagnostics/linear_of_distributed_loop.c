int a[100], x;
void f(int *p, int k) {
#pragma omp target teams distribute simd linear(x)
for (int i = 0; i < 9; i++) a[i]=x;
}
