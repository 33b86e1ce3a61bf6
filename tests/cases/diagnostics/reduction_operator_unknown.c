// What is no reduction identifier is one error a clause.
void f(int n)
{
#pragma omp parallel for reduction(?: n)
    for (int i = 0; i < 4; i++) n++;
#pragma omp taskgroup task_reduction(/: n)
    n++;
#pragma omp target in_reduction(%: n)
    n++;
}
