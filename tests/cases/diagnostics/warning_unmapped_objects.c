// Pointers to variables of the host and to string literals, which nothing maps.
int main(void)
{
    int a[10] = { 0 }, x = 0, n, m, *p = a, *q = &x;
    const char *text = "text", *names[] = { "a", "bb" };
#pragma omp target
    p[1] = 3;
#pragma omp target
    *q = 3;
#pragma omp target map(from: n)
    n = text[1];
#pragma omp target map(to: names) map(from: m)
    m = names[1][0];
    return a[1] + x + n + m;
}
