void f(void)
{
#pragma omp error at(execution) severity(fatal) severity(warning)
}
