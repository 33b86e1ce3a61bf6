/* The schedule of OMP_SCHEDULE, for the host. */
#include <limits.h>

#include "../../cpu/pool/pool.h"

#include "shim.h"

void ompcc_run_schedule(int *kind, int *chunk) {
	static const int kinds[] = {4, 1, 2, 3}; /* of omp_sched_t: auto, static, dynamic, guided */
	const pool_settings *s = ompcc_cpu_settings();
	*kind = s->scheduled ? kinds[s->schedule] : 0;
	*chunk = s->chunk > INT_MAX ? INT_MAX : (int)s->chunk;
}
