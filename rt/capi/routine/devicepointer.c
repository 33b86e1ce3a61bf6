/* Which addresses are device pointers, for the arguments of function variants that need them
 * (adjust_args, OpenMP 6.0 §9.6.2). */
#include <stdint.h>

#include "../host/addresses.h"
#include "devicepointer.h"
#include "../entry/front.h"
#include "../replay/record.h"
#include "routines.h"
#include "../host/shim.h"
#include "../entry/mapped.h"
#include "../bridge.h"

ompcc_addresses_t ompcc_user_block_sizes; /* of the blocks that omp_target_alloc returned */

int ompcc_user_block(int device, unsigned i, uintptr_t *base, size_t *size) { return ompcc_addresses_nth(&ompcc_user_block_sizes, device, i, base, size); }

/* What is a device pointer already stays as it is; what can be none is NULL. */
void *ompcc_core_device_pointer(const void *p) {
	int n = ompcc_core_get_default_device();
	int d = ompcc_memory_device("dispatch", n);
	if (d == -1)
		return (void *)p;
	if (!p || d < 0)
		return NULL;
	void *there = (void *)ompcc_mapped(d, p);
	if (there)
		return there;
	int known = ompcc_core_target_is_accessible(p, 1, n) || ompcc_addresses_holds(&ompcc_user_block_sizes, p, d) || ompcc_go_is_device(d, (uintptr_t)p);
	return known ? (void *)p : NULL;
}
