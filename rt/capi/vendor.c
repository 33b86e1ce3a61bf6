#include "emulate.h"
#include "vendor.h"

int ompcc_cuda_count(void) { return ompcc_emulating() ? 1 : 0; }
int ompcc_hsa_count(void) { return 0; }
