// Loops on one thread that call functions of the file which only compute, and sums.
static double square(double x) { return x * x; }
double f(int n, double *a)
{
    double s = 0;
#pragma omp target map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] = square(a[i]);
#pragma omp target map(to: a[0:n]) map(tofrom: s)
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
