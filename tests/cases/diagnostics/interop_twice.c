#include <omp.h>
int main(void){ omp_interop_t o;
#pragma omp interop init(target: o) use(o)
}
