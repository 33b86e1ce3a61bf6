void f(void)
{
#pragma omp error at(execution) message("a") message("b")
}
