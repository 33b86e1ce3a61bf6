void rowstatic(int n, int m, const float *restrict scale, float *restrict a)
{
    #pragma omp target teams distribute map(to: scale[0:n]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++) {
        float s = scale[i];
        #pragma omp parallel for schedule(static)
        for (int j = 0; j < m; j++)
            a[i*m + j] *= s;
    }
}
