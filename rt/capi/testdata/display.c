/* omp_display_env shows the devices' values as they are now (OpenMP 5.2 §18.15), once for each call.
 * flags: -fopenmp
 * env: OMPCC_CPU_DEVICES=2
 * env: OMP_THREAD_LIMIT_DEV_1=9
 * stdout: ok
 * stderr:   [device 0] OMP_NUM_TEAMS='5'
 * stderr:   [device 1] OMP_NUM_TEAMS='0'
 * stderr:   [device 1] OMP_THREAD_LIMIT='9'
 * stderr:   [host] OMP_DEFAULT_DEVICE='1'
 * stderr:   [host] OMPCC_CPU_DEVICES='2'
 */
#include <omp.h>

#include "module.h"

MODULE({"none", 0, 0, 2, 0})

int main(void) {
	omp_set_device_num_teams(5, 0);
	omp_set_default_device(1);
	omp_display_env(1);
	puts("ok");
}
