// What kernels.cuh needs of CUDA, for compilers without a CUDA toolkit: a test
// executes the kernels on the emulated device.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct dimension { int x, y, z; };
#define threadIdx (dimension{__nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), 0})
#define blockIdx (dimension{__nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), 0})
#define blockDim (dimension{__nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), 1})
#define gridDim (dimension{__nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(), 1})
__device__ inline unsigned atomicAdd(unsigned *p, unsigned v) { return __nvvm_atom_add_gen_i((int *)p, v); }
__device__ inline double atomicAdd(double *p, double v) { return __nvvm_atom_add_gen_d(p, v); }
__device__ inline double __shfl_down_sync(unsigned mask, double v, int delta)
{
  long long bits = __builtin_bit_cast(long long, v);
  int lo = __nvvm_shfl_sync_down_i32(mask, (int)bits, delta, 31), hi = __nvvm_shfl_sync_down_i32(mask, (int)(bits >> 32), delta, 31);
  return __builtin_bit_cast(double, (long long)(unsigned)lo | (long long)hi << 32);
}
