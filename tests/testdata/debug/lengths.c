// Variable length arrays in device code: mapped, private, of the region's own, captured, behind a pointer.
static double element(int n, int m, double a[n][m])
{
    double r;
#pragma omp target map(tofrom: a[0:n][0:m]) map(from: r)
    {
        r = a[1][2];
        r += 0;
    }
    return r;
}
int main(void)
{
    int n = 3, m = 4;
    double rows[n][m];
    int own[m];
    for (int i = 0; i < n * m; i++)
        rows[i / m][i % m] = i;
    for (int i = 0; i < m; i++)
        own[i] = i;
#pragma omp target map(tofrom: rows) firstprivate(own)
    {
        short local[n + 2];
        for (int i = 0; i < n + 2; i++)
            local[i] = 5 * i;
        own[1] = 9;
        rows[0][0] = local[1] + own[1];
#pragma omp parallel num_threads(1)
        {
            rows[0][1] = local[2];
            rows[0][2] = local[3];
        }
    }
    return element(n, m, rows) != 6;
}
