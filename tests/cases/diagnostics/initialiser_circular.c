// flags: -fopenmp-targets=nvptx
struct node {
  struct node *next;
  int v;
};
#pragma omp begin declare target
struct node n = {&n, 3};
#pragma omp end declare target
