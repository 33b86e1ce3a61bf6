/* What bench.c calls, for the program without OpenMP. */
#include <stdlib.h>

int omp_target_is_present(const void *p, int device) { return p && device >= 0; }
void *omp_target_alloc(size_t n, int device) { return device >= 0 ? malloc(n) : NULL; }
void omp_target_free(void *p, int device) { (void)device, free(p); }
