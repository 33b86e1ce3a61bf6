#include <omp.h>
int main(void){ const omp_interop_t o = 0;
#pragma omp interop init(target: o)
}
