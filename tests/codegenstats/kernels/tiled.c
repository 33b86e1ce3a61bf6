#include <omp.h>
enum { T = 16 };
void tiled(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
    #pragma omp target teams distribute collapse(2) thread_limit(256) map(to: a[0:n*n], b[0:n*n]) map(from: c[0:n*n])
    for (int bi = 0; bi < n; bi += T)
        for (int bj = 0; bj < n; bj += T) {
            float as[T][T], bs[T][T];
            #pragma omp allocate(as, bs) allocator(omp_pteam_mem_alloc)
            #pragma omp parallel num_threads(256)
            {
                int t = omp_get_thread_num(), i = t / T, j = t % T;
                float s = 0;
                for (int k = 0; k < n; k += T) {
                    as[i][j] = a[(bi+i)*n + k+j];
                    bs[i][j] = b[(k+i)*n + bj+j];
                    #pragma omp barrier
                    for (int q = 0; q < T; q++)
                        s += as[i][q] * bs[q][j];
                    #pragma omp barrier
                }
                c[(bi+i)*n + bj+j] = s;
            }
        }
}
