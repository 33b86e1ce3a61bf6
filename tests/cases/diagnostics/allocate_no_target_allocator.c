#include <omp.h>
int main(void){ int x;
#pragma omp target private(x) allocate(x)
 x = 1;
}
