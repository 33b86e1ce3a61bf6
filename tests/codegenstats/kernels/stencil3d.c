void stencil3d(int n, const float *restrict a, float *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(3) map(to: a[0:n*n*n]) map(tofrom: b[0:n*n*n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++) {
                int p = (i*n + j)*n + k;
                b[p] = 0.4f*a[p] + 0.1f*(a[p-1] + a[p+1] + a[p-n] + a[p+n] + a[p-n*n] + a[p+n*n]);
            }
}
