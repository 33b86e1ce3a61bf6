int x;
void f(int *p, int k) {
#pragma omp taskgroup task_reduction(+: x)
{
#pragma omp task in_reduction(*: x)
x++;
}
}
