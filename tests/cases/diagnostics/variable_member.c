int main(void)
{
    int n = 5, r;
    #pragma omp target map(from: r) map(to: n)
    {
        struct { int a[n]; } s;
        r = sizeof s;
    }
    return r;
}
