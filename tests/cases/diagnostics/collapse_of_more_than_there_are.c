void f(int n, int *a)
{
#pragma omp target teams distribute parallel for collapse(200) map(a[0:n])
    for (int i = 0; i < n; i++) a[i] = i;
}
