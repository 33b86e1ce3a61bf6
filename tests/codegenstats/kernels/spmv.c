void spmv(int rows, const int *restrict ptr, const int *restrict col, const double *restrict val, const double *restrict x, double *restrict y, int nnz)
{
    #pragma omp target teams distribute parallel for map(to: ptr[0:rows+1], col[0:nnz], val[0:nnz], x[0:rows]) map(from: y[0:rows])
    for (int r = 0; r < rows; r++) {
        double s = 0;
        for (int k = ptr[r]; k < ptr[r+1]; k++)
            s += val[k] * x[col[k]];
        y[r] = s;
    }
}
