// flags: -fopenmp-targets=nvptx
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        asm goto("" : : : : out);
        r = 1;
    out:;
    }
    return r;
}
