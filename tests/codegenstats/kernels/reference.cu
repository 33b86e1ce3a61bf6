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
}
