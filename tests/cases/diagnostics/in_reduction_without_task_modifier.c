int x;
void f(int *p, int k) {
#pragma omp parallel reduction(+: x)
{
#pragma omp task in_reduction(+: x)
x++;
}
}
