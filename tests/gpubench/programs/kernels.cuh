// The kernels of bench.c as one writes them in CUDA, one iteration a thread.

extern "C" __global__ void saxpy(int n, const float *__restrict__ x, float *__restrict__ y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2.0f * x[i] + y[i];
}

extern "C" __global__ void triad(int n, double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] + 3.0 * c[i];
}

// A grid-stride loop, shuffles, shared memory, one atomic operation a block.
extern "C" __global__ void dot(int n, const double *__restrict__ x, const double *__restrict__ y, double *sum)
{
  __shared__ double part[32];
  double s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s += x[i] * y[i];
  for (int o = 16; o > 0; o /= 2)
    s += __shfl_down_sync(0xffffffffu, s, o);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int o = 16; o > 0; o /= 2)
      s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
      atomicAdd(sum, s);
  }
}

extern "C" __global__ void stencil(int m, const double *__restrict__ a, double *__restrict__ b)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i < m - 1 && j < m - 1)
    b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]) - a[i * m + j];
}

extern "C" __global__ void histogram(int n, const unsigned *__restrict__ keys, unsigned *count)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[keys[i]], 1u);
}

extern "C" __global__ void matmul(int m, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < m) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s += a[i * m + k] * b[k * m + j];
    c[i * m + j] = s;
  }
}

extern "C" __global__ void one(int *x)
{
  *x = 1;
}
