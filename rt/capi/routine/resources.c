/* ICVs of devices by routine, resources and the display of the environment
 * (OpenMP 6.0 §24.13, §30.1, §30.4). What concerns the host is the host
 * runtime's. */
#include "../host/loader.h"
#include "../ompt/ompt.h"
#include "routines.h"
#include "../host/shield.h"
#include "../host/shim.h"
#include "../host/vendor.h"
#include "../bridge.h"

enum { SOFT = 1,
	HARD = 2,
	STOP_TOOL = 3 };

static int is_host(int n) { return n == -1 || n == ompcc_num_devices(); }

static int is_device(int n) { return n >= 0 && n < ompcc_num_devices(); }

/* --- ICVs ------------------------------------------------------------------ */

static int ask_host(const char *name) {
	int (*f)(void) = (int (*)(void))ompcc_host_symbol(name);
	return f ? f() : 0;
}

static void tell_host(const char *name, int value) {
	void (*f)(int) = (void (*)(int))ompcc_host_symbol(name);
	if (f)
		f(value);
}

int ompcc_core_get_device_icv(int which, int n) {
	n = ompcc_numbered(n);
	if (is_host(n))
		return ask_host(which ? "omp_get_teams_thread_limit" : "omp_get_max_teams");
	if (!is_device(n))
		return 0;
	return which ? *ompcc_icv_teams_thread_limit(n) : *ompcc_icv_num_teams(n);
}

/* tell_images has routines in kernels know the device's ICVs, too. Images that are loaded
 * later are told then. */
static void tell_images(int n) {
	if (!ompcc_used_device(n))
		return;
	int before = ompcc_shield();
	char *error = ompcc_go_new_icvs(n);
	ompcc_unshield(before);
	if (error)
		ompcc_fatal("error: the internal control variables of device %d cannot be set: %s", n, error);
}

void ompcc_core_set_device_icv(int which, int value, int n) {
	n = ompcc_numbered(n);
	if (is_host(n))
		tell_host(which ? "omp_set_teams_thread_limit" : "omp_set_num_teams", value);
	else if (is_device(n) && value >= 0) {
		*(which ? ompcc_icv_teams_thread_limit(n) : ompcc_icv_num_teams(n)) = value;
		tell_images(n);
	}
}

/* usual_width is the progress width of the device's kind. */
static int usual_width(int n) {
	int index;
	if (!is_device(n))
		return 1;
	switch (ompcc_device_kind(n, &index)) {
#define LANES(plugin, vendor, machine, alias, lanes) \
	case OMPCC_##plugin: return lanes;
		OMPCC_GPU_KINDS(LANES)
#undef LANES
	default: return 1;
	}
}

/* Threads of a CPU progress by themselves, those of a GPU by warps. The wavefronts of newer AMD GPUs have fewer lanes. */
int ompcc_core_get_max_progress_width(int n) {
	n = ompcc_numbered(n);
	int index, lanes;
	if (is_device(n) && ompcc_device_kind(n, &index) == OMPCC_HSA && (lanes = ompcc_hsa_lanes(index)) > 0)
		return lanes;
	return usual_width(n);
}

/* --- resources ------------------------------------------------------------- */

static int known(int kind) { return kind == SOFT || kind == HARD; }

/* The tool sees what a hard pause deletes. */
static int pause_device(const void *ra, int kind, int n) {
	int told = ompcc_ompt_enabled;
	if (!ompcc_used_device(n))
		return 0;
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_routine_begin(ra);
	int rc = ompcc_go_pause(n, kind == HARD);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_routine_end();
	return rc;
}

/* A hard pause need not give up more than a soft one (OpenMP 5.2 §18.6), and libomp 19
 * does not survive one. A runtime that has paused already may call that a failure. */
static int pause_host(void) {
	int (*pause)(int) = (int (*)(int))ompcc_host_symbol("omp_pause_resource_all");
	if (ask_host("omp_in_parallel"))
		return 1;
	if (pause)
		pause(SOFT);
	return 0;
}

int ompcc_core_pause_resource(int kind, int n) {
	n = ompcc_numbered(n);
	if (ompcc_cpu_in_kernel() || !known(kind))
		return 1;
	if (is_host(n))
		return pause_host();
	return is_device(n) ? pause_device(__builtin_return_address(0), kind, n) : 1;
}

/* The tool must learn of the devices' end before it ends itself. */
int ompcc_core_pause_resource_all(int kind) {
	int rc = 0;
	if (ompcc_cpu_in_kernel() || !(known(kind) || kind == STOP_TOOL))
		return 1;
	for (int n = 0; n < ompcc_num_devices(); n++)
		rc |= pause_device(__builtin_return_address(0), kind == STOP_TOOL ? HARD : kind, n);
	if (kind == STOP_TOOL)
		ompcc_ompt_stop();
	return rc | pause_host();
}

void ompcc_core_display_env(int verbose) {
	void (*f)(int) = (void (*)(int))ompcc_host_symbol("omp_display_env");
	if (f)
		f(verbose);
	ompcc_display_env(verbose);
}
