/* ICVs of devices by routine, resources and the display of the environment
 * (OpenMP 6.0 §24.13, §30.1, §30.4). What concerns the host is the host
 * runtime's. */
#include "loader.h"
#include "ompt.h"
#include "routines.h"
#include "shim.h"
#include "_cgo_export.h"

enum { SOFT = 1, HARD = 2, STOP_TOOL = 3 };

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
	if (is_host(n))
		return ask_host(which ? "omp_get_teams_thread_limit" : "omp_get_max_teams");
	if (!is_device(n))
		return 0;
	return which ? *ompcc_icv_teams_thread_limit(n) : *ompcc_icv_num_teams(n);
}

void ompcc_core_set_device_icv(int which, int value, int n) {
	if (is_host(n))
		tell_host(which ? "omp_set_teams_thread_limit" : "omp_set_num_teams", value);
	else if (is_device(n) && value >= 0)
		*(which ? ompcc_icv_teams_thread_limit(n) : ompcc_icv_num_teams(n)) = value;
}

/* Threads of a CPU progress by themselves, those of a GPU by warps. */
int ompcc_core_get_max_progress_width(int n) {
	int index;
	if (!is_device(n))
		return 1;
	switch (ompcc_device_kind(n, &index)) {
	case OMPCC_CUDA: return 32;
	case OMPCC_HSA: return 64;
	default: return 1;
	}
}

/* --- resources ------------------------------------------------------------- */

static int pause_device(int kind, int n) {
	if (kind != SOFT && kind != HARD)
		return 1;
	if (!ompcc_used_device(n))
		return 0;
	return ompcc_go_pause(n, kind == HARD);
}

static int pause_host(const char *name, int kind, int n) {
	int (*f)(int, int) = (int (*)(int, int))ompcc_host_symbol(name);
	return f ? f(kind, n) : 0;
}

int ompcc_core_pause_resource(int kind, int n) {
	if (ompcc_cpu_in_kernel())
		return 1;
	if (is_host(n))
		return pause_host("omp_pause_resource", kind, -1);
	return is_device(n) ? pause_device(kind, n) : 1;
}

/* The tool must learn of the devices' end before it ends itself. */
int ompcc_core_pause_resource_all(int kind) {
	int rc = 0;
	if (ompcc_cpu_in_kernel())
		return 1;
	for (int n = 0; n < ompcc_num_devices(); n++)
		rc |= pause_device(kind == STOP_TOOL ? HARD : kind, n);
	if (kind == STOP_TOOL && ompcc_ompt_enabled > 0)
		ompcc_ompt_fini();
	return rc | pause_host("omp_pause_resource_all", kind, 0);
}

void ompcc_core_display_env(int verbose) {
	void (*f)(int) = (void (*)(int))ompcc_host_symbol("omp_display_env");
	if (f)
		f(verbose);
	ompcc_display_env(verbose);
}
