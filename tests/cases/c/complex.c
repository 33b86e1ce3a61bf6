// C features on the device: complex; the output is gcc's.
// flags: -w
#include <stdio.h>
#include <complex.h>
#include <math.h>
#pragma omp declare target
typedef double complex Z; typedef float complex C;
static Z f(Z a, Z b) { return a * b + conj(a) / b; } static C g(C a) { a *= 2; a += 1.0f * I; return a; }
Z gz = 1 + 2 * I; C arr[2] = { 1, 2.5f * I };
static void pr(Z z) { printf("%.17g %.17g\n", creal(z), cimag(z)); }
static int work(void)
{
    Z a = 3 - 4 * I, b = __builtin_complex(0.5, (double)INFINITY), z; pr(f(a, gz)); pr(g(arr[1])); pr(a / 0.0); pr(a * b); pr(b / a); pr(a / b); pr(-a); pr(~a); pr(a - 1); pr(1 - a); pr(2 / a); pr(a / 2);
    printf("%d %d %d\n", a == 3 - 4 * I, a != gz, !a); z = a; __real__ z = 9; pr(z); pr(a * 1e200 * 1e200 / (1e300 * I)); z += a; z *= z; z -= 1; z /= gz; pr(z); int x = z; printf("%d\n", x); _Bool bb = 0 * I; printf("%d\n", bb); C c = a; pr(c); 
    Z w = a ? b : a; pr(w); int _Complex ic = 3 + 4i; ic = ic * ic; printf("%d %d\n", __real__ ic, __imag__ ic);
    return 0;
}
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
