int a[100], x;
void f(int *p, int k) {
#pragma omp simd reduction(inscan, +: x)
for (int i = 0; i < 9; i++) { if (i) { x++;
#pragma omp scan inclusive(x)
a[i]=x; } }
}
