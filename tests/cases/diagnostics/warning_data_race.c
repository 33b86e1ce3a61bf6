// Iterations that run at the same time update a variable that they share, or read what others write.
void f(int n, double *restrict out, const double *in)
{
    double sum = 0, product = 1, *total = &sum, first[2] = { 0 };
    int count = 0, a[100] = { 0 };
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(tofrom: sum, first)
    for (int i = 0; i < n; i++) {
        double v = in[i] * 2;
        sum += v;
        first[1] += v;
    }
#pragma omp target map(to: in[0:n]) map(tofrom: count, product)
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; i++) {
        if (in[i] > 0.5) count++;
        product = product * in[i];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) *total += in[i];
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: count)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) count |= i & j;
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 1; i < 100; i++) a[i] = a[i - 1] + 1;
    out[0] = sum + product + count + a[99] + first[1];
}
