// only: device
// gcc: no (internal compiler error)
// OpenMP 5.2 §5.8.3, §1.2.6: the base pointer of p->q->r[0:n] is p->q->r. Where no target region refers to it, on target
// data, enter and exit data, the section alone is mapped: not the structures in which p->q->r and p->q lie. If they are
// on the device already, or come there by the same construct, p->q->r there is attached to the section; the host's
// keeps its value, also when the structure is copied back. A target construct needs the pointers on the way, too.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10 };
typedef struct {
    int n;
    double *r;
} inner;
typedef struct {
    int k;
    inner *q;
} outer;

int main(void)
{
    outer o = {1, malloc(sizeof(inner))}, *p = &o;
    int d = omp_get_default_device(), bad = 0;
    p->q->n = N;
    double *r = p->q->r = malloc(N * sizeof(double));
    inner *q = p->q;
    for (int i = 0; i < N; i++)
        r[i] = i;

#pragma omp target data map(tofrom : p->q->r[0 : N])
    {
        bad |= !omp_target_is_present(r, d) || !omp_target_is_present(r + N - 1, d);
        bad |= (omp_target_is_present(q, d) || omp_target_is_present(&q->r, d)) << 1;
        bad |= (omp_target_is_present(p, d) || omp_target_is_present(&p->q, d)) << 2;
#pragma omp target // §5.8.1: r is a pointer, which becomes the address of the section that is there
        r[3] += 100;
#pragma omp target map(alloc : p->q->r[0 : N]) // the same storage, and the pointers to it
        p->q->r[3] += 1000;
    }
    bad |= (r[3] != 1103 || omp_target_is_present(r, d)) << 3;

#pragma omp target enter data map(to : p[0 : 1])
#pragma omp target enter data map(to : p->q[0 : 1])    // attaches p->q
#pragma omp target enter data map(to : p->q->r[0 : N]) // attaches p->q->r
    int n = 0;
#pragma omp target map(from : n)
    {
        p->q->r[4] += 100;
        n = p->q->n;
    }
#pragma omp target update from(p->q->n)
#pragma omp target exit data map(from : p->q->r[0 : N])
    bad |= (r[4] != 104 || n != N || omp_target_is_present(r, d) || !omp_target_is_present(q, d)) << 4;
#pragma omp target exit data map(from : p->q[0 : 1])
#pragma omp target exit data map(from : p[0 : 1])
    bad |= (p->q != q || q->r != r || q->n != N || p->k != 1) << 5; // no address of the device
    bad |= (omp_target_is_present(q, d) || omp_target_is_present(p, d)) << 6;

#pragma omp target data map(tofrom : p[0 : 1], p->q[0 : 1]) map(tofrom : p->q->r[0 : N])
    {
#pragma omp target
        {
            p->q->r[5] += 100;
            p->q->n++;
        }
    }
    bad |= (r[5] != 105 || q->n != N + 1 || p->q != q || q->r != r) << 7;
    printf(bad ? "wrong: %x\n" : "ok\n", bad);
    free(r);
    free(q);
    return bad;
}
