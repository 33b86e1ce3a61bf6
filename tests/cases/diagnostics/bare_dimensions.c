void f(int *a, int n)
{
#pragma omp target teams num_teams(2, 0) ompx_bare thread_limit(4, 1) map(tofrom: a[0:n])
    a[0] = 1;
#pragma omp target teams ompx_bare num_teams(2) thread_limit(8, 1, 1.5) map(tofrom: a[0:n])
    a[0] = 1;
#pragma omp target teams ompx_bare num_teams(2, 1, 1, 1) thread_limit(8) map(tofrom: a[0:n])
    a[0] = 1;
#pragma omp target teams num_teams(2, 1) map(tofrom: a[0:n])
    a[0] = 1;
}
