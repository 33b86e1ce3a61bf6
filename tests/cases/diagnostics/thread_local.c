static _Thread_local int t;
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = t;
    return r;
}
