// flags: -std=c2x
int main(void)
{
    _BitInt(17) x = 0, y = 0;
    #pragma omp target map(tofrom: x, y)
    {
        #pragma omp atomic
        x += 3;
        #pragma omp atomic read
        y = x;
        #pragma omp critical
        x += y;
    }
    return (int)x;
}
