// Scalars, structures, and what a called function reads: map(from:) and map(alloc:) bring no value to the device.
struct pair { int a, b; };
static void increment(int *a, int i) { a[i]++; }
static int f(int n)
{
    int s = 1, a[10] = { 0 }, reduced = 5;
    float b[10] = { 1 }, t = 0;
    struct pair p = { 1, 2 };
#pragma omp target map(from: s, p)
    {
        s += n;
        p.a = p.b;
    }
#pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 10; i++) increment(a, i);
#pragma omp target teams distribute parallel for map(alloc: b[0:10]) reduction(+: t)
    for (int i = 0; i < 10; i++) t += b[i];
#pragma omp target teams distribute parallel for reduction(+: reduced) map(from: reduced)
    for (int i = 0; i < 10; i++) reduced += i;
    return s + a[3] + p.a + t + reduced;
}
int main(void) { return f(2) == 0; }
