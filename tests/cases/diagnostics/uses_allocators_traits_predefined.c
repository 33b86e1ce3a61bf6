#include <omp.h>
omp_alloctrait_t t[1];
int main(void){
#pragma omp target uses_allocators(traits(t): omp_default_mem_alloc)
 ;
}
