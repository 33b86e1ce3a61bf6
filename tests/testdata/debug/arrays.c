typedef double row[4];
int main(void)
{
    int a[8], n = 5, given[3] = { 4, 5, 6 }, written[3] = { 7, 8, 9 }, sum[2] = { 0, 0 };
    row m[3];
    double v[n], w[n][3], cube[2][3][4] = { 0 };
    char *names[2] = { "x", "y" };
    struct { int k[3]; } s = { { 1, 2, 3 } };
    int *p = a;
    for (int i = 0; i < 8; i++) a[i] = i + 7;
    for (int i = 0; i < 12; i++) m[i / 4][i % 4] = 10 * (i / 4) + i % 4;
    for (int i = 0; i < n; i++) v[i] = i * 0.5, w[i][1] = 100 + i;
    cube[1][2][3] = 4.5;
#pragma omp target map(tofrom: a, m, s, cube) map(to: v, w, names) map(tofrom: p[0:4]) firstprivate(given, written)
    {
        written[1] = 17;
        a[0] += given[1];
        m[1][2] += s.k[1]++ + p[1]++;
        a[1] += v[2] + w[1][1] + cube[1][2][3] + (names[1] != 0) + written[1];
#pragma omp parallel num_threads(1) reduction(+: sum)
        {
            sum[1] += a[2] + m[0][0] + v[1];
            sum[0] += given[2] + s.k[1] + 1000;
        }
    }
    return sum[0] != 1009;
}
