// gcc: no (clang as the host compiler has no nested functions)
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        int twice(int x) { return 2 * x; }
        r = twice(3);
    }
    return r;
}
