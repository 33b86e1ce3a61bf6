#include <omp.h>
enum { T = 32 };
void transpose(int n, const float *restrict a, float *restrict b)
{
    #pragma omp target teams distribute collapse(2) thread_limit(256) map(to: a[0:n*n]) map(from: b[0:n*n])
    for (int bi = 0; bi < n; bi += T)
        for (int bj = 0; bj < n; bj += T) {
            float tile[T][T+1];
            #pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)
            #pragma omp parallel for collapse(2)
            for (int i = 0; i < T; i++)
                for (int j = 0; j < T; j++)
                    tile[i][j] = a[(bi+i)*n + bj+j];
            #pragma omp parallel for collapse(2)
            for (int i = 0; i < T; i++)
                for (int j = 0; j < T; j++)
                    b[(bj+i)*n + bi+j] = tile[j][i];
        }
}
