void g(int n, double *a)
{
    double x = 0;
#pragma omp target teams distribute parallel for firstprivate(x) lastprivate(x) map(tofrom: a[0:n], x)
    for (int i = 0; i < n; i++) {
        a[i] += x;
        x = i;
    }
}
