struct s {
#pragma omp declare target
  int a;
};
