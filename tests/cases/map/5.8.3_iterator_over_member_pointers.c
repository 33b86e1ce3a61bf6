// gcc: no (map has no iterators there)
// OpenMP 5.2 §5.8.3, §3.2.6: pointers that are members of structures and whose
// sections an iterator chooses are on the device with the structure, attached.
#include <stdio.h>
#include <stdlib.h>

struct T { int n; double *p; double *q[3]; };
struct U { int n; double *p; };
#pragma omp declare mapper(struct U u) map(u.n) map(iterator(i = 0:1), tofrom: u.p[i:u.n])

int main(void)
{
    struct T t = {5, malloc(5 * sizeof(double))};
    struct U u = {5, malloc(5 * sizeof(double))};
    double *rows[4];
    int bad = 0;
    for (int i = 0; i < 5; i++)
        t.p[i] = u.p[i] = i;
    for (int j = 0; j < 3; j++) {
        t.q[j] = malloc(5 * sizeof(double));
        for (int i = 0; i < 5; i++)
            t.q[j][i] = j;
    }
    for (int j = 0; j < 4; j++) {
        rows[j] = malloc(5 * sizeof(double));
        rows[j][4] = j;
    }
#pragma omp target map(to: t.n) map(iterator(i = 0:1), tofrom: t.p[i:t.n])
    for (int i = 0; i < t.n; i++)
        t.p[i] *= 2;
#pragma omp target map(to: t.n) map(iterator(j = 0:3), tofrom: t.q[j][0:t.n])
    for (int i = 0; i < 3; i++)
        t.q[i][4] += t.n;
#pragma omp target map(tofrom: u)
    for (int i = 0; i < u.n; i++)
        u.p[i] += 1;
#pragma omp target map(iterator(j = 0:4), tofrom: rows[j][0:5])
    for (int j = 0; j < 4; j++)
        rows[j][4] += 10;
    for (int i = 0; i < 5; i++)
        bad |= t.p[i] != 2 * i || u.p[i] != i + 1;
    for (int j = 0; j < 3; j++)
        bad |= (t.q[j][4] != j + 5) << 1;
    for (int j = 0; j < 4; j++)
        bad |= (rows[j][4] != j + 10) << 2;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
