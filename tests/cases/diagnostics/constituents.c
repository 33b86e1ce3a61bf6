// flags: -fopenmp-version=60
// OpenMP 6.0 §5.4
void f(int n, int *a)
{
    int x = 0;
#pragma omp target parallel for private(teams: x) map(tofrom: a[:n])
    for (int i = 0; i < n; i++)
        a[i] = x = i;
#pragma omp target parallel for num_threads(for: 4) map(tofrom: a[:n])
    for (int i = 0; i < n; i++)
        a[i]++;
#pragma omp target teams distribute parallel for lastprivate(distribute: x) map(tofrom: a[:n])
    for (int i = 0; i < n; i++)
        a[i] += x = i;
#pragma omp distribute parallel for firstprivate(distribute: x)
    for (int i = 0; i < n; i++)
        a[i] += x;
}
