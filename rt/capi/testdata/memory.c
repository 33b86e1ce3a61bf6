/* Allocators, memory spaces, ICVs of devices, interoperability and resources.
 * env: OMPCC_CPU_DEVICES=2
 * env: OMP_NUM_TEAMS_DEV_1=3
 * env: OMP_NUM_TEAMS_ALL=5
 * flags: -fopenmp
 */
#include <omp.h>

#include "module.h"

KERNEL(work, 1);
static void work_body(void *const *args, const __ompcc_team_t *team) { (**(int *const *const *)args)[0] = (int)team->num_teams; }
MODULE({"work", (void *)work_body, 0, 2, 2})

CONSTRUCT(run, 1, "target teams", &work, ITEM("n", MAP, FROM | PARAM));
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("n", MAP, TO));

static int teams(long device) {
	int n = 0;
	work.flags = 2;
	CHECK(__ompcc_target(&run, &(__ompcc_launch_t){.device = device}, ARGS({&n, &n, sizeof n})) == 1);
	return n;
}

static void compute(omp_memspace_handle_t space, size_t size, omp_alloctrait_val_t arg, omp_mempartition_t *partition) {
	const size_t page = omp_get_memspace_pagesize(space);
	omp_init_mempartition(partition, 2, (void *)arg);
	CHECK(omp_mempartition_get_user_data(partition) == (void *)arg);
	CHECK(omp_mempartition_set_part(partition, 1, 7, 1) != 0);
	CHECK(omp_mempartition_set_part(partition, 2, 0, 1) != 0);
	CHECK(omp_mempartition_set_part(partition, 0, 0, 1) != 0);
	CHECK(omp_mempartition_set_part(partition, 0, 0, size / 2 / page * page) == 0);
	CHECK(omp_mempartition_set_part(partition, 1, 0, size - size / 2 / page * page) == 0);
}

static int released;
static void release(omp_mempartition_t *partition) {
	released++;
	omp_destroy_mempartition(partition);
}

static void device_memory(void) {
	omp_memspace_handle_t space = omp_get_device_memspace(1, omp_default_mem_space);
	CHECK(space != omp_null_mem_space && omp_get_memspace_num_resources(space) == 1 && omp_get_memspace_pagesize(space) >= 4096);
	CHECK(omp_get_device_memspace(9, omp_default_mem_space) == omp_null_mem_space);
	CHECK(omp_get_devices_all_memspace(omp_default_mem_space) != omp_null_mem_space);
	int none[] = {1};
	CHECK(omp_get_submemspace(space, 1, none) == omp_null_mem_space);
	omp_mempartitioner_t parts;
	omp_init_mempartitioner(&parts, omp_allocator_mempartition, compute, release);
	omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}, {omp_atk_pool_size, 1000}, {omp_atk_fallback, omp_atv_null_fb},
	                             {omp_atk_partitioner, (omp_uintptr_t)parts}, {omp_atk_partitioner_arg, 42}};
	omp_allocator_handle_t a = omp_init_allocator(space, 5, traits);
	CHECK(a != omp_null_allocator);
	char *p = omp_alloc(600, a);
	CHECK(p && (size_t)p % 256 == 0 && !omp_alloc(600, a));
	omp_free(p, omp_null_allocator);
	CHECK(released == 1);
	p = omp_calloc(10, 60, a);
	char back[600] = {1};
	CHECK(p && omp_target_memcpy(back, p, 600, 0, 0, omp_get_initial_device(), 1) == 0);
	for (int i = 0; i < 600; i++)
		CHECK(back[i] == 0);
	char *q = omp_realloc(p, 500, a, a);
	CHECK(!q); /* both do not fit into the pool at once */
	omp_free(p, a);
	omp_destroy_allocator(a);
	omp_destroy_mempartitioner(&parts);
	traits[0].value = 100;
	CHECK(omp_init_allocator(space, 1, traits) == omp_null_allocator);
}

static void host_memory(void) {
	omp_alloctrait_t traits[] = {{omp_atk_alignment, 128}};
	omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 1, traits);
	char *p = omp_alloc(100, a);
	CHECK(p && (size_t)p % 128 == 0);
	memset(p, 7, 100);
	p = omp_realloc(p, 5000, a, a);
	CHECK(p && p[99] == 7);
	omp_free(p, a);
	omp_destroy_allocator(a);
	int *z = omp_calloc(10, sizeof *z, omp_default_mem_alloc);
	CHECK(z && z[9] == 0);
	omp_free(z, omp_null_allocator);
	CHECK(!omp_calloc((size_t)1 << 40, (size_t)1 << 40, omp_default_mem_alloc));
	CHECK(!omp_alloc(0, omp_default_mem_alloc));
}

int main(void) {
	int rc;
	CHECK(omp_get_device_num_teams(0) == 5 && omp_get_device_num_teams(1) == 3);
	CHECK(teams(0) == 5 && teams(1) == 3);
	omp_set_device_num_teams(4, 1);
	CHECK(teams(1) == 4);
	omp_set_device_teams_thread_limit(2, 0);
	CHECK(omp_get_device_teams_thread_limit(0) == 2);
	CHECK(omp_get_max_progress_width(0) == 1);
	device_memory();
	host_memory();
	CHECK(omp_get_interop_ptr(omp_interop_none, omp_ipr_device, &rc) == NULL && rc == omp_irc_empty);
	omp_get_interop_int(omp_interop_none, 5, &rc);
	CHECK(rc == omp_irc_out_of_range && omp_get_num_interop_properties(omp_interop_none) == 0);
	CHECK(!strcmp(omp_get_interop_name(omp_interop_none, omp_ipr_vendor_name), "vendor_name"));
	CHECK(omp_get_interop_type_desc(omp_interop_none, 1) == NULL);
	CHECK(omp_get_interop_rc_desc(omp_interop_none, omp_irc_other) && !omp_get_interop_rc_desc(omp_interop_none, 9));
	static int n;
	__ompcc_enter_data(&enter, &here, ARGS({&n, &n, sizeof n}));
	CHECK(omp_target_is_present(&n, 0));
	CHECK(omp_pause_resource(omp_pause_soft, 0) == 0 && omp_target_is_present(&n, 0));
	CHECK(omp_pause_resource(omp_pause_hard, 0) == 0 && !omp_target_is_present(&n, 0));
	CHECK(omp_pause_resource(omp_pause_soft, 17) != 0);
	CHECK(omp_pause_resource_all(omp_pause_soft) == 0);
	CHECK(omp_is_free_agent() == 0);
	omp_lock_t lock;
	omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
	omp_set_lock(&lock);
	omp_destroy_lock(&lock);
	puts("ok");
}
