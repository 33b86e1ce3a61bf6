int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    {
        _Decimal64 d = x;
        x = d;
    }
    return x;
}
