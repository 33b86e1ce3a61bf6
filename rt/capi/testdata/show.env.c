/* Prints what the environment made of the devices; run by TestEnvironment. */
#include <omp.h>

#include "module.h"

MODULE({"none", 0, 0, 2, 0})

int main(void) {
	printf("%d devices, default %d:", omp_get_num_devices(), omp_get_default_device());
	for (int d = 0; d < omp_get_num_devices(); d++)
		printf(" %s/%d/%d", omp_get_uid_from_device(d), omp_get_device_num_teams(d), omp_get_device_teams_thread_limit(d));
	puts("");
}
