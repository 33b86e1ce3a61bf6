struct __attribute__((scalar_storage_order("big-endian"))) network { int length; };
int main(void)
{
    int r = 0;
    #pragma omp target map(from: r)
    {
        struct network n = {3};
        r = n.length;
    }
    return r;
}
