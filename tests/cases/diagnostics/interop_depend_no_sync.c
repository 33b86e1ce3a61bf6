#include <omp.h>
int main(void){ omp_interop_t o; int x;
#pragma omp interop init(target: o) depend(in: x)
}
