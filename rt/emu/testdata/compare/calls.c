// Calls one of the kernels of tests/codegenstats/kernels and prints a checksum of its results.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float x, y, z, m; } body;
// The program has the one that it calls.
#define KERNEL __attribute__((weak))
KERNEL void saxpy(int n, float a, const float *x, float *y);
KERNEL double dot(int n, const double *x, const double *y);
KERNEL void stencil(int n, int m, const double *a, double *b);
KERNEL void histogram(int n, const unsigned char *data, unsigned *bins);
KERNEL void matmul(int n, const float *a, const float *b, float *c);
KERNEL void rowscale(int n, int m, const float *scale, float *a);
KERNEL void rowstatic(int n, int m, const float *scale, float *a);
KERNEL void rowsum(int n, int m, const double *a, double *sums);
KERNEL void rowcall(int n, int m, double *a);
KERNEL void generic(int n, double *a);
KERNEL void callback(int n, int steps, double *x);
KERNEL void spmv(int rows, const int *ptr, const int *col, const double *val, const double *x, double *y, int nnz);
KERNEL void stencil3d(int n, const float *a, float *b);
KERNEL void nbody(int n, const body *b, float *ax, float *ay, float *az);
KERNEL void privhist(int n, const unsigned char *data, unsigned *bins);
KERNEL void transpose(int n, const float *a, float *b);
KERNEL void tiled(int n, const float *a, const float *b, float *c);

enum { N = 1 << 14, SIDE = 128, CUBE = 24, BODIES = 512 };
static float f[4][N];
static double d[3][N];
static unsigned char bytes[N];
static unsigned bins[256];
static int rows[N + 1], columns[8 * N];
static double values[8 * N];

static void floats(const float *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 7);
    printf("%.4g\n", sum);
}

static void doubles(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 7);
    printf("%.6g\n", sum);
}

static void counts(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 256; i++)
        sum = sum * 31 + bins[i];
    printf("%u\n", sum);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            f[k][i] = (float)((i * (k + 3)) % 101) / 64;
        for (int k = 0; k < 3; k++)
            d[k][i] = (double)((i * (k + 5)) % 97) / 32;
        bytes[i] = (unsigned char)(i * i >> 3);
    }
    for (int i = 0, at = 0; i < N / 4; i++) {
        rows[i] = at;
        for (int k = 0; k <= i % 8; k++, at++)
            columns[at] = (i * 13 + k * 31) % (N / 4), values[at] = 1 + k;
        rows[i + 1] = at;
    }
    const char *k = argc > 1 ? argv[1] : "";
    if (!strcmp(k, "saxpy"))
        saxpy(N, 2, f[0], f[1]), floats(f[1], N);
    else if (!strcmp(k, "dot"))
        printf("%.6g\n", dot(N, d[0], d[1]));
    else if (!strcmp(k, "stencil"))
        stencil(SIDE, SIDE, d[0], d[1]), doubles(d[1], N);
    else if (!strcmp(k, "histogram"))
        histogram(N, bytes, bins), counts();
    else if (!strcmp(k, "matmul"))
        matmul(64, f[0], f[1], f[2]), floats(f[2], 64 * 64);
    else if (!strcmp(k, "rowscale"))
        rowscale(64, 256, f[0], f[1]), floats(f[1], N);
    else if (!strcmp(k, "rowstatic"))
        rowstatic(64, 256, f[0], f[1]), floats(f[1], N);
    else if (!strcmp(k, "rowsum"))
        rowsum(64, 256, d[0], d[1]), doubles(d[1], 64);
    else if (!strcmp(k, "rowcall"))
        rowcall(64, 256, d[0]), doubles(d[0], N);
    else if (!strcmp(k, "generic"))
        generic(N, d[0]), doubles(d[0], N);
    else if (!strcmp(k, "callback"))
        callback(N / 4, 20, d[0]), doubles(d[0], N);
    else if (!strcmp(k, "spmv"))
        spmv(N / 4, rows, columns, values, d[0], d[1], rows[N / 4]), doubles(d[1], N / 4);
    else if (!strcmp(k, "stencil3d"))
        stencil3d(CUBE, f[0], f[1]), floats(f[1], CUBE * CUBE * CUBE);
    else if (!strcmp(k, "nbody"))
        nbody(BODIES, (body *)f[0], f[1], f[2], f[3]), floats(f[1], BODIES), floats(f[2], BODIES), floats(f[3], BODIES);
    else if (!strcmp(k, "privhist"))
        privhist(N, bytes, bins), counts();
    else if (!strcmp(k, "transpose"))
        transpose(SIDE, f[0], f[1]), floats(f[1], N);
    else if (!strcmp(k, "tiled"))
        tiled(64, f[0], f[1], f[2]), floats(f[2], 64 * 64);
    else
        return 1;
    return 0;
}
