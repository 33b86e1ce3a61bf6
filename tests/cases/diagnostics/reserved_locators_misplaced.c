void f(int *a)
{
#pragma omp target update from(omp_all_memory)
#pragma omp target private(omp_all_memory)
    a = 0;
#pragma omp flush(omp_all_memory)
#pragma omp target update to(omp_cur_iteration)
#pragma omp taskwait depend(inout: omp_all_memory)
}
