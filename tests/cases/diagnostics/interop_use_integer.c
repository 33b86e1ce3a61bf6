#include <omp.h>
void f(int n){ int o = 0;
#pragma omp interop use(o)
}

