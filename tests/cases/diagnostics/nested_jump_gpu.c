// host: gcc
// flags: -fopenmp-targets=nvptx
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        __label__ out;
        void more(int x) { if (x > 2) goto out; r += x; }
        for (int i = 0; i < 9; i++)
            more(i);
    out:;
    }
    return r;
}
