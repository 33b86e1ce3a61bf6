typedef int v4 __attribute__((vector_size(16)));
#pragma omp begin declare target
static v4 turn(v4 v, int n) { return __builtin_ia32_pshufd(v, n); }
#pragma omp end declare target
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = turn((v4){ 1, 2, 3, 4 }, r)[0];
    return r;
}
