/* The CPU device's execution is written without knowledge of Go or of the host
 * interface; it is compiled here so that one build makes the whole archive. */
#include "../cpu/pool/pool.c"

#include "shim.h"

void ompcc_run_schedule(int *kind, int *chunk) {
	static const int kinds[] = {4, 1, 2, 3}; /* of omp_sched_t: auto, static, dynamic, guided */
	const pool_settings *s = ompcc_cpu_settings();
	*kind = s->scheduled ? kinds[s->schedule] : 0;
	*chunk = s->chunk > INT_MAX ? INT_MAX : (int)s->chunk;
}
