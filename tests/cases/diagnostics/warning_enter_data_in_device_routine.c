void keep(int *x);
#pragma omp declare target enter(keep)
void keep(int *x)
{
#pragma omp target enter data map(to: x[0:1])
}
