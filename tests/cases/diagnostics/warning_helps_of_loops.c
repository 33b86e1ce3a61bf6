// Warnings about loops and shared variables whose helps no other case shows.
void f(int n, const double *restrict in, double *restrict out)
{
    double last = 0;
#pragma omp target teams map(tofrom: out[0:n])
    for (int i = 0; i < n; i++)
        out[i] = i;
#pragma omp target map(tofrom: last) map(to: in[0:n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        last = last > in[i] ? 2 * last - in[i] : in[i];
    out[0] = last;
}
