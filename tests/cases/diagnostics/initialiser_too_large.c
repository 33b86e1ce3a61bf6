#pragma omp begin declare target
static int a[] = { [0 ... 99999999] = 3 };
#pragma omp end declare target
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = a[5];
    return r;
}
