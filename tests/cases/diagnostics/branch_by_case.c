void f(int n, int *a)
{
    switch (n) {
    case 0:
#pragma omp target map(tofrom: a[0:1])
        {
            switch (n) {
            case 1: a[0] = 1; break;
            default: a[0] = 2;
            }
        case 2:
            a[0] = 3;
        }
        break;
    case 3:
#pragma omp parallel
    default:
        n = 3;
    }
}
