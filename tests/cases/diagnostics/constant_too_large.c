void f(int n, int *a)
{
#pragma omp target teams distribute parallel for collapse(99999999999999999999) map(a[0:n])
    for (int i = 0; i < n; i++) a[i] = i;
}
