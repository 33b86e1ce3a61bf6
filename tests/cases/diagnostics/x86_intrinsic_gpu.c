// flags: -fopenmp-targets=nvptx
typedef int v4 __attribute__((vector_size(16)));
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        v4 v = { 1, 2, 3, 4 };
        v = __builtin_ia32_pshufd(v, 27);
        r = v[0];
    }
    return r;
}
