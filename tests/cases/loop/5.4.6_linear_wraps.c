// only: device
// A linear variable has its initial value plus the iterations times the step, in
// its type: narrow types wrap, and the product alone need not fit an int.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    enum { N = 200 };
    static int wide[N], far[7];
    signed char c = 120;
    short s = 32700;
    int n = INT_MIN;
#pragma omp target parallel for linear(c : 2) linear(s : 300) map(tofrom : c, s) map(from : wide)
    for (int i = 0; i < N; i++) {
        wide[i] = c + s * 2;
        c += 2;
        s += 300;
    }
#pragma omp target parallel for linear(n : 600000000) map(tofrom : n) map(from : far)
    for (int i = 0; i < 7; i++) {
        far[i] = n / 7;
        n += 600000000;
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + wide[i];
    printf("%ld %d %d\n", sum, c, s);
    for (int i = 0; i < 7; i++)
        printf("%d ", far[i]);
    printf("%d\n", n);
    return 0;
}
