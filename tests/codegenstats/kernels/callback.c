#pragma omp declare target
static double integrate(double (*f)(double), double from, double to, int steps)
{
    double sum = 0, h = (to - from) / steps;
    for (int i = 0; i < steps; i++)
        sum += f(from + (i + 0.5)*h);
    return sum * h;
}
static double square(double x) { return x*x; }
#pragma omp end declare target
void callback(int n, int steps, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = integrate(square, 0, x[i], steps);
}
