#include <omp.h>
int main(void){ int a = 0;
#pragma omp target uses_allocators(a)
 ;
}
