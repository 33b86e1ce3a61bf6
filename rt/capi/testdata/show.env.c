/* Prints what the environment made of the devices; run by TestEnvironment. */
#include <omp.h>

#include "module.h"

MODULE({"none", 0, 0, 2, 0})

int main(void) {
	printf("%d devices, default %d:", omp_get_num_devices(), omp_get_default_device());
	for (int d = 0; d < omp_get_num_devices(); d++)
		printf(" %s/%d/%d", omp_get_uid_from_device(d), omp_get_device_num_teams(d), omp_get_device_teams_thread_limit(d));
	/* The default allocator, by what it does. */
	void *few = omp_alloc(100, omp_null_allocator), *many = omp_alloc(1 << 20, omp_null_allocator);
	printf("\nallocator %d%s%s\n", omp_get_default_allocator() <= 8 ? (int)omp_get_default_allocator() : 0,
	       (size_t)few % 8192 ? "" : " aligned", many ? "" : " limited");
	omp_free(few, omp_null_allocator);
	omp_free(many, omp_null_allocator);
}
