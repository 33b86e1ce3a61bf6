void matmul(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n], b[0:n*n]) map(from: c[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i*n + k] * b[k*n + j];
            c[i*n + j] = sum;
        }
}
