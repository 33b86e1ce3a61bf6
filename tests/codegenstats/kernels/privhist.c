#include <omp.h>
void privhist(int n, const unsigned char *restrict data, unsigned *restrict bins)
{
    #pragma omp target teams map(to: data[0:n]) map(tofrom: bins[0:256])
    {
        unsigned local[256];
        #pragma omp allocate(local) allocator(omp_pteam_mem_alloc)
        #pragma omp parallel for
        for (int i = 0; i < 256; i++) local[i] = 0;
        #pragma omp distribute parallel for
        for (int i = 0; i < n; i++) {
            #pragma omp atomic
            local[data[i]]++;
        }
        #pragma omp parallel for
        for (int i = 0; i < 256; i++) {
            #pragma omp atomic
            bins[i] += local[i];
        }
    }
}
