typedef int long_vector __attribute__((vector_size(1 << 30)));

int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    {
        long_vector v;
        v[0] = 1;
        x = v[0] + (int)sizeof v;
    }
    return x;
}
