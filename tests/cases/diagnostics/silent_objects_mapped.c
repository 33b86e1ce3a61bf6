// Variables of the host that are mapped under another name, or by another construct, and values that
// come to the device in another way: no warning.
#include <stdlib.h>
struct pair { int a, b; };
static void clear(int *a) { a[0] = 0; }
static int use(int *a, int n)
{
    int *p = a;
#pragma omp target
    p[1] = n;
    return p[1];
}
int main(void)
{
    int a[10] = { 0 }, b[10] = { 1 }, x = 0, n = 0, last = 0, *p = a, *q = &x, *r = b, *s = b;
    struct pair v = { 1, 2 }, w = { 0, 0 };
#pragma omp target data map(tofrom: a, x)
    {
#pragma omp target
        p[1] = 3;
#pragma omp target
        *q = 3;
        use(a, 2);
    }
#pragma omp target data map(tofrom: s[0:10])
#pragma omp target
    r[1] = 3;
#pragma omp target enter data map(to: b)
#pragma omp target map(from: b)
    b[0] += b[1];
#pragma omp target exit data map(from: b)
#pragma omp target map(tofrom: v.a) map(from: v.b)
    v.b = v.a;
#pragma omp target map(from: w, n)
    {
        w.a = 1;
        w.b = w.a;
        if (a == 0) n = 1;
        else n = 2;
    }
#pragma omp target teams distribute parallel for map(from: last)
    for (int i = 0; i < 10; i++)
        if (i == 9) last = i;
#pragma omp target map(from: a)
    clear(a);
    return n + last + w.b + v.b + b[0] + x;
}
