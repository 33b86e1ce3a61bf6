static void end(int *p) { *p = 0; }
int main(void)
{
    int r = 0;
    #pragma omp target map(from: r)
    {
        int x __attribute__((cleanup(end))) = 3;
        r = x;
    }
    return r;
}
