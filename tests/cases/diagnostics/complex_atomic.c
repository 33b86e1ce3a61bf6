int main(void)
{
    double _Complex z = 0, o = 0;
    #pragma omp target map(tofrom: z, o)
    {
        #pragma omp atomic
        z++;
        #pragma omp atomic write
        z = 1;
        #pragma omp atomic capture
        o = --z;
        #pragma omp critical
        z++;
    }
    return (int)__real__ z;
}
