typedef int number;
typedef number small __attribute__((mode(QI)));

int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    x = sizeof(small);
    return x;
}
