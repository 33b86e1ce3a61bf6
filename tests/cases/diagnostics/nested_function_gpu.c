// host: gcc
// flags: -fopenmp-targets=nvptx
static int apply(int (*f)(int)) { return f(1); }
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        int twice(int x) { return 2 * x; }
        int more(int x) { return x + r; }
        r = apply(twice) + apply(more);
    }
    return r;
}
