#pragma omp requires reverse_offload
void f(void)
{
#pragma omp target
  {
    void (*g)(void) = 0;
    struct { int a; } t = {1};
#pragma omp target device(ancestor: 1)
    t.a += g != 0;
  }
}
