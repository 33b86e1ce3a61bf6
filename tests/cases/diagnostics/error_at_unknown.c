void f(void)
{
#pragma omp error at(run)
}
