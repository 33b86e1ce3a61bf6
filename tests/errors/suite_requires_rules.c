// Lines with the comment "wrong" are wrong, and all others are right.
#pragma omp requires // wrong
#pragma omp requires unknown // wrong
#pragma omp requires unified_shared_memory
#pragma omp requires unified_shared_memory unified_shared_memory // wrong
#pragma omp requires atomic_default_mem_order(seq_cst)
#pragma omp requires atomic_default_mem_order(other) // wrong
#pragma omp requires atomic_default_mem_order // wrong
#pragma omp requires dynamic_allocators
void f(void) {
#pragma omp requires reverse_offload // wrong
#pragma omp target
  ;
}
#pragma omp requires unified_address // wrong
