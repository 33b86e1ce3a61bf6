// A variable length array of a region outlives the loops inside of it, whose iterations
// may end with continue.
#include <stdio.h>
int main(void)
{
    int n = 100, sums[4] = {0};
    #pragma omp target map(tofrom: sums)
    {
        int a[n];
        for (int i = 0; i < n; i++) a[i] = -1;
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            if (i % 2) continue;
            a[i] = i;
        }
        int b[n / 2];
        #pragma omp parallel for simd
        for (int i = 0; i < n / 2; i++) {
            int c[2 + i % 3];
            c[1] = i;
            b[i] = 0;
            if (i % 3) continue;
            b[i] = c[1];
        }
        for (int i = 0; i < 3; i++) {
            #pragma omp simd
            for (int k = 0; k < n; k++) {
                if (k % 2 == 0) continue;
                a[k]--;
            }
            if (i == 1) continue;
            sums[2] += a[1];
        }
        for (int i = 0; i < n; i++) sums[0] += a[i];
        for (int i = 0; i < n / 2; i++) sums[1] += b[i];
        switch (n) {
        default:
            #pragma omp parallel for
            for (int i = 0; i < n; i++) {
                if (i % 2) continue;
                a[i] = 1;
            }
        }
        for (int i = 0; i < n; i++) sums[3] += a[i];
    }
    printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
    return 0;
}
