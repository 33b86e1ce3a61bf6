#include <omp.h>
int main(void) {
#pragma omp interop device(0)
}
