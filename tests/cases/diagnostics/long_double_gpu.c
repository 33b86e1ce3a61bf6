// flags: -fopenmp-targets=nvptx
int main(void)
{
    long double x = 1, y = 0;
    #pragma omp target map(tofrom: x, y)
    y = x / 3;
    return y > 1;
}
