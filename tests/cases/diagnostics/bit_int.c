int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    {
        _BitInt(17) b = 5;
        x = b * 3;
    }
    return x;
}
