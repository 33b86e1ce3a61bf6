static void end(int *p) { *p = 0; }
int main(void)
{
    int r = 0;
    #pragma omp target map(from: r)
    {
        void *to[] = {&&out};
        int x __attribute__((cleanup(end))) = 3;
        r = x;
        goto *to[0];
    out:;
    }
    return r;
}
