// map(from:) of what the region sets only if the data says so: the host's value is lost.
static int find(int n, const int *a, int x)
{
    int found = -1, parity[10] = { 0 }, debug = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: found)
    for (int i = 0; i < n; i++)
        if (a[i] == x) found = i;
#pragma omp target map(from: debug)
    if (n > 100) debug = 1;
    for (int i = 0; i < 10; i++) parity[i] = 7;
#pragma omp target teams distribute parallel for map(from: parity)
    for (int i = 0; i < 10; i++)
        if (i % 2) parity[i] = i;
    return found + parity[2] + debug;
}
int main(void)
{
    int a[3] = { 1, 2, 3 };
    return find(3, a, 2) == 0;
}
