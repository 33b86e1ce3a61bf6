void stencil(int n, int m, const double *restrict a, double *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: b[0:n*m])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i*m + j] = 0.25 * (a[(i-1)*m + j] + a[(i+1)*m + j] + a[i*m + j-1] + a[i*m + j+1]);
}
