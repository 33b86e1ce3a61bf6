/* The public symbols. Every module of the process that is linked with the
 * runtime has these; all lead to the one runtime that serves the process. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front.h"
#include "../routine/interop.h"
#include "../host/loader.h"
#include "../host/shim.h"

#define RT ompcc_runtime()
#define HERE __builtin_return_address(0)
#define PUBLIC __attribute__((visibility("default")))

/* Those that only pass their arguments on (rt/abi/functions.go). */
#include "fronts.h"

/* Compiled programs (rt/abi/host.go). */

PUBLIC void __ompcc_host_region(void) { ompcc_host_arm_region(); }
/* may_enqueue says whether all of a construct is work for a device. What a
 * mapper maps is known only when the tasks before are done. */
static int may_enqueue(const __ompcc_construct_t *c) {
	if (c->kind != OMPCC_KIND_TARGET && c->kind != OMPCC_KIND_UPDATE)
		return 0;
	for (unsigned i = 0; i < c->nitems; i++)
		if (c->items[i].flags & OMPCC_FLAG_MAPPER)
			return 0;
	return 1;
}

/* The task that the compiled program generates next is that of the construct. */
PUBLIC void *__ompcc_target_task(const __ompcc_construct_t *c, unsigned flags) {
	void *task = RT->target_task(HERE, c, flags);
	if (OMPCC_UNLIKELY(flags & OMPCC_LAUNCH_NO_WAIT && RT->task_of_llvm()))
		ompcc_host_arm_llvm();
	else
		ompcc_host_arm(flags & OMPCC_LAUNCH_DEFERRED && RT->task_may_defer(), may_enqueue(c));
	return task;
}

/* Device routines: LLVM's extensions. Team memory of that kind GPUs have, kernels there ask for it in line. */
PUBLIC void *llvm_omp_target_dynamic_shared_alloc(void) { return 0; }
PUBLIC void *llvm_omp_target_alloc_host(size_t size, int n) { return RT->shared_alloc(HERE, size, n, 1); }
PUBLIC void *llvm_omp_target_alloc_shared(size_t size, int n) { return RT->shared_alloc(HERE, size, n, 0); }
PUBLIC void llvm_omp_target_free_host(void *p, int n) { RT->shared_free(HERE, p, n, 1); }
PUBLIC void llvm_omp_target_free_shared(void *p, int n) { RT->shared_free(HERE, p, n, 0); }

/* Memory management. */

PUBLIC void *omp_alloc(size_t size, uintptr_t a) { return RT->alloc(HERE, 16, size, a, 0); }
PUBLIC void *omp_aligned_alloc(size_t alignment, size_t size, uintptr_t a) { return RT->alloc(HERE, alignment, size, a, 0); }
PUBLIC void *omp_aligned_calloc(size_t alignment, size_t n, size_t size, uintptr_t a) {
	size_t total;
	return __builtin_mul_overflow(n, size, &total) ? NULL : RT->alloc(HERE, alignment, total, a, 1);
}
PUBLIC void *omp_calloc(size_t n, size_t size, uintptr_t a) {
	size_t total;
	return __builtin_mul_overflow(n, size, &total) ? NULL : RT->alloc(HERE, 16, total, a, 1);
}

PUBLIC intptr_t omp_get_devices_memspace(int n, const int *devs, intptr_t space) { return RT->get_memspace(n, devs, 0, space); }
PUBLIC intptr_t omp_get_device_memspace(int dev, intptr_t space) { return RT->get_memspace(1, &dev, 0, space); }
PUBLIC intptr_t omp_get_devices_and_host_memspace(int n, const int *devs, intptr_t space) { return RT->get_memspace(n, devs, 1, space); }
PUBLIC intptr_t omp_get_device_and_host_memspace(int dev, intptr_t space) { return RT->get_memspace(1, &dev, 1, space); }
PUBLIC uintptr_t omp_get_devices_allocator(int n, const int *devs, intptr_t space) { return RT->get_allocator(RT->get_memspace(n, devs, 0, space)); }
PUBLIC uintptr_t omp_get_device_allocator(int dev, intptr_t space) { return RT->get_allocator(RT->get_memspace(1, &dev, 0, space)); }
PUBLIC uintptr_t omp_get_devices_and_host_allocator(int n, const int *devs, intptr_t space) { return RT->get_allocator(RT->get_memspace(n, devs, 1, space)); }
PUBLIC uintptr_t omp_get_device_and_host_allocator(int dev, intptr_t space) { return RT->get_allocator(RT->get_memspace(1, &dev, 1, space)); }
PUBLIC uintptr_t omp_get_devices_all_allocator(intptr_t space) { return RT->get_allocator(RT->get_all_memspace(space)); }
PUBLIC int omp_get_memspace_num_resources(intptr_t space) { return ompcc_core_memspace_resources(space); }
PUBLIC size_t omp_get_memspace_pagesize(intptr_t space) { return ompcc_core_memspace_pagesize(space); }
PUBLIC intptr_t omp_get_submemspace(intptr_t space, int n, int *resources) { return ompcc_core_submemspace(space, n, resources); }

PUBLIC void omp_init_mempartitioner(void **p, int lifetime, void (*compute)(intptr_t, size_t, uintptr_t, void **), void (*release)(void **)) {
	ompcc_partitioner_t *made = malloc(sizeof *made);
	if (made)
		*made = (ompcc_partitioner_t){lifetime, compute, release};
	*p = made;
}
PUBLIC void omp_destroy_mempartitioner(void *const *p) { free(*p); }
PUBLIC void omp_init_mempartition(void **partition, size_t parts, const void *data) { ompcc_core_init_partition(partition, parts, data); }
PUBLIC void omp_destroy_mempartition(void *const *partition) { ompcc_core_destroy_partition(partition); }
PUBLIC int omp_mempartition_set_part(void **partition, size_t part, int resource, size_t size) {
	return ompcc_core_set_part(partition, part, resource, size);
}
PUBLIC void *omp_mempartition_get_user_data(void *const *partition) { return ompcc_core_partition_data(partition); }

/* Interoperability. */

PUBLIC int omp_get_num_interop_properties(void *object) { return 0; } /* beyond those of the specification */
PUBLIC intptr_t omp_get_interop_int(void *object, int id, int *rc) { return ompcc_interop_int(object, id, rc); }
PUBLIC void *omp_get_interop_ptr(void *object, int id, int *rc) { return ompcc_interop_ptr(object, id, rc); }
PUBLIC const char *omp_get_interop_str(void *object, int id, int *rc) { return ompcc_interop_str(object, id, rc); }
PUBLIC const char *omp_get_interop_name(void *object, int id) { return ompcc_interop_name(id); }
PUBLIC const char *omp_get_interop_type_desc(void *object, int id) { return ompcc_interop_type(object, id); }
PUBLIC const char *omp_get_interop_rc_desc(void *object, int rc) { return ompcc_interop_reason(rc); }

/* ICVs of devices, resources, environment. */

PUBLIC int omp_get_device_num_teams(int n) { return RT->get_device_icv(0, n); }
PUBLIC void omp_set_device_num_teams(int value, int n) { RT->set_device_icv(0, value, n); }
PUBLIC int omp_get_device_teams_thread_limit(int n) { return RT->get_device_icv(1, n); }
PUBLIC void omp_set_device_teams_thread_limit(int value, int n) { RT->set_device_icv(1, value, n); }

/* What not every host runtime has. */

/* A hint may be ignored (OpenMP 5.2 §18.9.2). */
static void init_lock(const char *hinted, const char *plain, void *lock, int hint) {
	void (*with)(void *, int) = (void (*)(void *, int))ompcc_host_symbol(hinted);
	void (*without)(void *) = (void (*)(void *))ompcc_host_symbol(plain);
	if (with)
		with(lock, hint);
	else if (without)
		without(lock);
	else
		ompcc_fatal("error: %s: the program has no OpenMP runtime of the host", hinted);
}

PUBLIC int omp_is_free_agent(void) { return 0; } /* no threadset(omp_pool) here */
PUBLIC int omp_ancestor_is_free_agent(int level) { return 0; }
PUBLIC void omp_init_lock_with_hint(void *lock, int hint) { init_lock("omp_init_lock_with_hint", "omp_init_lock", lock, hint); }
PUBLIC void omp_init_nest_lock_with_hint(void *lock, int hint) {
	init_lock("omp_init_nest_lock_with_hint", "omp_init_nest_lock", lock, hint);
}

/* Errors that compiled code finds when it runs: an error directive (OpenMP 5.2 §8.5),
 * a strict number of threads that cannot be had (6.0 §12.1.2). */
PUBLIC void __ompcc_error(int fatal, const char *where, const char *message) {
	char text[1024];
	int n = snprintf(text, sizeof text, "%s%s%s", where, message ? ": " : "", message ? message : "");
	RT->error(HERE, fatal, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* The sizes of a league and of its thread limit, or of a team, in several dimensions (routine/space.c). */
PUBLIC unsigned long __ompcc_space(const char *where, unsigned long teams_x, unsigned long teams_y, unsigned long teams_z,
	unsigned long limit_x, unsigned long limit_y, unsigned long limit_z) {
	return RT->space(where, (const unsigned long[]){teams_x, teams_y, teams_z, limit_x, limit_y, limit_z});
}

/* What a function with device_type(nohost) is on the host where its body is a device's
 * assembly (OpenMP 5.2 §13.1). */
PUBLIC void __ompcc_no_host_version(const char *where, const char *function) {
	fprintf(stderr, "ompcc: error: %s: function '%s' has device_type(nohost), and the host came to it; let a device execute the region, "
			"or give the host a version of it by 'declare variant'\n",
		where, function);
	exit(EXIT_FAILURE);
}

/* The error directive of programs for libgomp. Weak: when libgomp is linked
 * statically its own stand in the same object as much else. */
PUBLIC __attribute__((weak)) void GOMP_warning(const char *message, size_t length) { RT->error(HERE, 0, message, length); }
PUBLIC __attribute__((weak)) void GOMP_error(const char *message, size_t length) { RT->error(HERE, 1, message, length); }
