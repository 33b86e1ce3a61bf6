int main(void)
{
    register int r = 1;
    int n = 0;
#pragma omp target update to(r)
#pragma omp target ompx_dyn_cgroup_mem(&n) map(n)
    n = 1;
    return n + r;
}
