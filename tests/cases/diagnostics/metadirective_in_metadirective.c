int main(void) {
#pragma omp metadirective when(user={condition(1)}: metadirective otherwise(parallel))
  ;
}
