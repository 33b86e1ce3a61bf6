struct s { int a[4]; };
void f(struct s *p) {
#pragma omp target data use_device_addr(p->a[0:2])
  ;
}
