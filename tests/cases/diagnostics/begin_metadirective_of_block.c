int main(void) {
#pragma omp begin metadirective when(device={kind(cpu)}: parallel) otherwise(nothing)
  { }
#pragma omp end metadirective
}
