#include <omp.h>
int main(void){ int x;
#pragma omp interop init(target: x)
}
