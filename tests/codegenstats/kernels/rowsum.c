void rowsum(int n, int m, const double *restrict a, double *restrict sums)
{
    #pragma omp target teams distribute map(to: a[0:n*m]) map(from: sums[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        #pragma omp parallel for reduction(+: s)
        for (int j = 0; j < m; j++)
            s += a[i*m + j];
        sums[i] = s;
    }
}
