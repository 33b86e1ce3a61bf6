/* limits ROOT PROCS: what control groups below ROOT leave of PROCS processors.
 * limits: the processors of a process that may run on one of them. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu.h"
#include "pool.h"

int main(int argc, char **argv) {
	cpu_set_t all, one;
	int cpu = 0;
	if (argc == 3) {
		printf("%u\n", ompcc_cpu_under_cgroups((unsigned)atoi(argv[2]), argv[1]));
		return 0;
	}
	if (sched_getaffinity(0, sizeof all, &all))
		return 1;
	while (!CPU_ISSET(cpu, &all))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof one, &one))
		return 1;
	printf("%u\n", ompcc_cpu_num_procs());
}
