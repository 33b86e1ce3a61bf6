// bench.c in CUDA, with the same lines of output.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
#include "kernels.cuh"

static int repetitions = 20;

static void must(cudaError_t e)
{
  if (e != cudaSuccess) {
    fprintf(stderr, "bench: %s\n", cudaGetErrorString(e));
    exit(1);
  }
}

static double now()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class F> static double best(F run)
{
  double shortest = 1e30;
  for (int r = 0; r <= repetitions; r++) {
    double start = now();
    run();
    must(cudaDeviceSynchronize());
    double took = now() - start;
    if (r > 0 && took < shortest)
      shortest = took;
  }
  must(cudaGetLastError());
  return shortest;
}

static void report(const char *name, double figure, const char *unit, double check)
{
  printf("%-12s %12.3f %-8s %.10g\n", name, figure, unit, check);
}

// array is memory on the host and its copy on the device.
template <class T> struct array {
  std::vector<T> host;
  T *device = nullptr;
  explicit array(size_t n) : host(n) { must(cudaMalloc(&device, n * sizeof(T))); }
  ~array() { cudaFree(device); }
  void to() { must(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice)); }
  void from() { must(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost)); }
};

static const int block = 256;
static int blocks(int n) { return (n + block - 1) / block; }

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1 << 26;
  repetitions = argc > 2 ? atoi(argv[2]) : repetitions;
  {
    array<float> x(n), y(n);
    for (int i = 0; i < n; i++)
      x.host[i] = i % 7;
    x.to(), y.to();
    double t = best([&] { saxpy<<<blocks(n), block>>>(n, x.device, y.device); });
    y.from();
    report("saxpy", 12.0 * n / t / 1e9, "GB/s", y.host[n - 1] + y.host[n / 2]);
  }
  {
    array<double> a(n), b(n), c(n);
    for (int i = 0; i < n; i++)
      b.host[i] = i % 5, c.host[i] = i % 3;
    b.to(), c.to();
    double t = best([&] { triad<<<blocks(n), block>>>(n, a.device, b.device, c.device); });
    a.from();
    report("triad", 24.0 * n / t / 1e9, "GB/s", a.host[n - 1] + a.host[n / 2]);
  }
  {
    array<double> x(n), y(n), sum(1);
    for (int i = 0; i < n; i++)
      x.host[i] = i % 5, y.host[i] = i % 3;
    x.to(), y.to();
    int processors = 0;
    must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    int grid = blocks(n) < 8 * processors ? blocks(n) : 8 * processors;
    double t = best([&] {
      must(cudaMemset(sum.device, 0, sizeof(double)));
      dot<<<grid, block>>>(n, x.device, y.device, sum.device);
      sum.from(); // bench.c has the sum on the host, too
    });
    report("dot", 16.0 * n / t / 1e9, "GB/s", sum.host[0]);
  }
  {
    int m = (int)sqrt((double)n);
    array<double> a((size_t)m * m), b((size_t)m * m);
    for (int i = 0; i < m * m; i++)
      a.host[i] = i % 11;
    a.to(), b.to();
    double t = best([&] { stencil<<<dim3((m + 29) / 32, (m + 5) / 8), dim3(32, 8)>>>(m, a.device, b.device); });
    b.from();
    double sum = 0;
    for (double v : b.host)
      sum += v;
    report("stencil", 16.0 * m * m / t / 1e9, "GB/s", sum);
  }
  {
    array<unsigned> keys(n), count(256);
    for (int i = 0; i < n; i++)
      keys.host[i] = (unsigned)i * 2654435761u >> 24;
    keys.to();
    double t = best([&] {
      must(cudaMemset(count.device, 0, 256 * sizeof(unsigned)));
      histogram<<<blocks(n), block>>>(n, keys.device, count.device);
    });
    count.from();
    double check = 0;
    for (int i = 0; i < 256; i++)
      check += (double)i * count.host[i];
    report("histogram", 4.0 * n / t / 1e9, "GB/s", check);
  }
  {
    int m = (int)cbrt((double)n) * 2;
    array<float> a((size_t)m * m), b((size_t)m * m), c((size_t)m * m);
    for (int i = 0; i < m * m; i++)
      a.host[i] = i % 3, b.host[i] = i % 2;
    a.to(), b.to();
    double t = best([&] { matmul<<<dim3((m + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, a.device, b.device, c.device); });
    c.from();
    double sum = 0;
    for (float v : c.host)
      sum += v;
    report("matmul", 2.0 * m * m * m / t / 1e9, "GFLOP/s", sum);
  }
  {
    array<int> x(1);
    double t = best([&] { one<<<1, 1>>>(x.device); });
    x.from();
    report("launch", t * 1e6, "us", x.host[0]);
  }
  {
    array<char> p(n);
    for (int i = 0; i < n; i++)
      p.host[i] = (char)i;
    report("to-device", n / best([&] { p.to(); }) / 1e9, "GB/s", p.host[n - 1]);
    report("from-device", n / best([&] { p.from(); }) / 1e9, "GB/s", p.host[n / 2]);
  }
  return 0;
}
