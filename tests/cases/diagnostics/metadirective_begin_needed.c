int main(void) {
#pragma omp begin metadirective when(user={condition(1)}: parallel)
  ;
}
