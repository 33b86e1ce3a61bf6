int main(void) {
#pragma omp metadirective when(implementation={requires(unified_memory)}: parallel)
  ;
}
