static struct undefined list[] = { 99, 1 };
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = 1;
    return r + ((char *)list)[0];
}
