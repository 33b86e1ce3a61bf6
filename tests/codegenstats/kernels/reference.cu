// Hand-written CUDA and HIP of the kernels beside it, without a toolkit's headers:
// TestReferences counts its instructions.
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define RO * __restrict__
#ifdef __HIP__
#define __bounds__ __attribute__((amdgpu_flat_work_group_size(1, 256)))
#define TX __builtin_amdgcn_workitem_id_x()
#define BX __builtin_amdgcn_workgroup_id_x()
#define NT __builtin_amdgcn_workgroup_size_x()
#define NB (__builtin_amdgcn_grid_size_x() / 256)
#define SYNC (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), __builtin_amdgcn_s_barrier(), __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"))
#define ADD(p, n) __hip_atomic_fetch_add(p, n, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)
#define SQRT __builtin_sqrtf
#else
#define __bounds__ __attribute__((launch_bounds(256)))
#define TX __nvvm_read_ptx_sreg_tid_x()
#define BX __nvvm_read_ptx_sreg_ctaid_x()
#define NT __nvvm_read_ptx_sreg_ntid_x()
#define NB __nvvm_read_ptx_sreg_nctaid_x()
#define SYNC __nvvm_bar_sync(0)
#define ADD(p, n) __nvvm_atom_add_gen_i((int *)(p), n)
#define SQRT __nvvm_sqrt_rn_f
#endif
extern "C" {
__global__ void __bounds__ spmv(int rows, const int RO ptr, const int RO col, const double RO val, const double RO x, double *__restrict__ y)
{
    int r = BX * NT + TX;
    if (r >= rows) return;
    double s = 0;
    for (int k = ptr[r]; k < ptr[r+1]; k++) s += val[k] * x[col[k]];
    y[r] = s;
}
__global__ void __bounds__ stencil3d(int n, const float RO a, float *__restrict__ b)
{
    unsigned t = BX * NT + TX, m = n - 2;
    unsigned k = t % m + 1, j = t / m % m + 1, i = t / m / m + 1;
    if (i >= n - 1) return;
    int p = (i*n + j)*n + k;
    b[p] = 0.4f*a[p] + 0.1f*(a[p-1] + a[p+1] + a[p-n] + a[p+n] + a[p-n*n] + a[p+n*n]);
}
__global__ void __bounds__ tiled(int n, const float RO a, const float RO b, float *__restrict__ c)
{
    enum { T = 16 };
    __shared__ float as[T][T], bs[T][T];
    int nb = n / T, bi = BX / nb * T, bj = BX % nb * T, t = TX, i = t / T, j = t % T;
    float s = 0;
    for (int k = 0; k < n; k += T) {
        as[i][j] = a[(bi+i)*n + k+j];
        bs[i][j] = b[(k+i)*n + bj+j];
        SYNC;
        for (int q = 0; q < T; q++) s += as[i][q] * bs[q][j];
        SYNC;
    }
    c[(bi+i)*n + bj+j] = s;
}
__global__ void __bounds__ privhist(int n, const unsigned char RO data, unsigned *__restrict__ bins)
{
    __shared__ unsigned local[256];
    for (int i = TX; i < 256; i += NT) local[i] = 0;
    SYNC;
    for (int i = BX * NT + TX; i < n; i += NB * NT) ADD(&local[data[i]], 1);
    SYNC;
    for (int i = TX; i < 256; i += NT) ADD(&bins[i], local[i]);
}
__global__ void __bounds__ nbody(int n, const float RO b, float *__restrict__ ax, float *__restrict__ ay, float *__restrict__ az)
{
    int i = BX * NT + TX;
    if (i >= n) return;
    float x = b[4*i], y = b[4*i+1], z = b[4*i+2], fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float dx = b[4*j] - x, dy = b[4*j+1] - y, dz = b[4*j+2] - z;
        float r2 = dx*dx + dy*dy + dz*dz + 0.01f;
        float inv = 1.0f / SQRT(r2);
        float s = b[4*j+3] * inv * inv * inv;
        fx += s*dx; fy += s*dy; fz += s*dz;
    }
    ax[i] = fx; ay[i] = fy; az[i] = fz;
}
// For grids of any size: with a loop, whose counter must hold the number of all
// iterations. saxpy's and histogram's are 32 bits wide as their bounds are.
__global__ void __bounds__ saxpy_any(int n, float a, const float RO x, float *__restrict__ y)
{
    for (int i = BX * NT + TX; i < n; i += NB * NT) y[i] = a * x[i] + y[i];
}
__global__ void __bounds__ histogram_any(int n, const unsigned RO k, unsigned *__restrict__ h)
{
    for (int i = BX * NT + TX; i < n; i += NB * NT) ADD(&h[k[i]], 1);
}
__global__ void __bounds__ stencil_any(int n, int m, const double RO a, double *__restrict__ b)
{
    int rows = n - 2, cols = m - 2;
    for (long t = BX * NT + TX; t < (long)rows * cols; t += NB * NT) {
        int i = t / cols + 1, j = t % cols + 1;
        b[i*m + j] = 0.25 * (a[(i-1)*m + j] + a[(i+1)*m + j] + a[i*m + j-1] + a[i*m + j+1]);
    }
}
__global__ void __bounds__ matmul_any(int n, const float RO a, const float RO b, float *__restrict__ c)
{
    for (long t = BX * NT + TX; t < (long)n * n; t += NB * NT) {
        int i = t / n, j = t % n;
        float sum = 0;
        for (int k = 0; k < n; k++) sum += a[i*n + k] * b[k*n + j];
        c[i*n + j] = sum;
    }
}
__global__ void __bounds__ stencil3d_any(int n, const float RO a, float *__restrict__ b)
{
    long m = n - 2;
    for (long t = BX * NT + TX; t < m*m*m; t += NB * NT) {
        int k = t % m + 1, j = t / m % m + 1, i = t / m / m + 1;
        int p = (i*n + j)*n + k;
        b[p] = 0.4f*a[p] + 0.1f*(a[p-1] + a[p+1] + a[p-n] + a[p+n] + a[p-n*n] + a[p+n*n]);
    }
}
__global__ void __bounds__ transpose(int n, const float RO a, float *__restrict__ b)
{
    enum { T = 32 };
    __shared__ float tile[T][T+1];
    int nb = (n + T - 1) / T, bi = BX / nb * T, bj = BX % nb * T, x = TX % T, y = TX / T;
    for (int i = 0; i < T; i += 8) tile[y+i][x] = a[(bi+y+i)*n + bj+x];
    SYNC;
    for (int i = 0; i < T; i += 8) b[(bj+y+i)*n + bi+x] = tile[x][y+i];
}
__attribute__((device)) static double integrate(double (*f)(double), double from, double to, int steps)
{
    double sum = 0, h = (to - from) / steps;
    for (int i = 0; i < steps; i++) sum += f(from + (i + 0.5)*h);
    return sum * h;
}
__attribute__((device)) static double square(double x) { return x*x; }
__global__ void __bounds__ callback(int n, int steps, double *__restrict__ x)
{
    int i = BX * NT + TX;
    if (i >= n) return;
    x[i] = integrate(square, 0, x[i], steps);
}
}
