/* Device constructs: what is decided without Go, and the one call into Go. */
#include <alloca.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "front.h"
#include "globals.h"
#include "../task/chain.h"
#include "mapped.h"
#include "mapper.h"
#include "../ompt/ompt.h"
#include "../routine/routines.h"
#include "../host/shield.h"
#include "../host/shim.h"
#include "../task/task.h"
#include "../host/vendor.h"
#include "../host/watch.h"
#include "../../sanitize/sanitize.h"
#include "../bridge.h"

/* --- which device -------------------------------------------------------- */

/* tell_unavailable warns that the host executes the construct instead of a device, or ends the program. */
static __attribute__((noinline, cold)) void tell_unavailable(const __ompcc_construct_t *c, long device, int n) {
	ompcc_tell_orphan(c);
	int unlinked = ompcc_tell_unlinked(c), mandatory = ompcc_mandatory(c);
	if (mandatory)
		ompcc_tell_missing();
	if (mandatory && n == 0)
		ompcc_fatal("%s:%u: error: %s: no device is available and %s forbids execution on the host",
			c->loc.file, c->loc.line, c->directive ? c->directive : "target", ompcc_forbids());
	if (device == OMPCC_INVALID_DEVICE) /* OpenMP 5.2 §13.2 */
		ompcc_fatal("%s:%u: error: %s: the device is omp_invalid_device", c->loc.file, c->loc.line, c->directive ? c->directive : "target");
	if (mandatory)
		ompcc_fatal("%s:%u: error: %s: device %ld is not available (%d devices) and %s forbids execution on the host",
			c->loc.file, c->loc.line, c->directive ? c->directive : "target", device, n, ompcc_forbids());
	if (!unlinked && (device < 0 || device >= n))
		ompcc_tell_fallback(c, device, n);
}

/* choose returns the device that executes the construct, -1 for the host. */
static int choose(const __ompcc_construct_t *c, const __ompcc_launch_t *l) {
	long device = l->device;
	if (OMPCC_UNLIKELY(c->version != OMPCC_ABI_VERSION))
		ompcc_fatal("%s:%u: error: compiled for version %u of the host interface, the runtime has version %u",
			c->loc.file, c->loc.line, c->version, OMPCC_ABI_VERSION);
	if (device == OMPCC_DEVICE_HOST)
		return -1;
	const ompcc_env_t *env = ompcc_env();
	if (env->offload == OMPCC_OFFLOAD_DISABLED)
		return -1;
	int n = ompcc_num_devices();
	if (device == OMPCC_DEVICE_DEFAULT || device == OMPCC_DEFAULT_NUMBER)
		device = ompcc_default_device();
	if (OMPCC_LIKELY(device >= 0 && device < n && ompcc_ready((int)device)))
		return (int)device;
	if ((device != n || n == 0) && device != -1)
		tell_unavailable(c, device, n);
	return -1;
}

/* A target task of ours may begin before what it depends on is done, for a device
 * that can wait for that. Others let the thread wait. */
static void wait_predecessors(const __ompcc_launch_t *l, int device) {
	int index;
	if (OMPCC_UNLIKELY(l->flags & OMPCC_LAUNCH_DEFERRED) && (device < 0 || ompcc_device_kind(device, &index) == OMPCC_CPU))
		ompcc_task_wait_predecessors();
}

static ompcc_frame_t frame_of(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a, int device) {
	return (ompcc_frame_t){.construct = c, .launch = l, .items = c->items, .args = a, .nitems = c->nitems, .device = device};
}

static void check(int rc, const ompcc_frame_t *f) {
	if (OMPCC_UNLIKELY(rc == OMPCC_ERROR))
		ompcc_fatal("%s", f->error ? f->error : "error: unknown failure");
}

/* --- tool events --------------------------------------------------------- */

/* ompt_target_t: 1..4, with nowait 9..12. */
static inline __attribute__((always_inline)) void begin_event(int kind, const __ompcc_construct_t *c, const __ompcc_launch_t *l, int device, const void *ra) {
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_target_begin(l->flags & OMPCC_LAUNCH_NO_WAIT ? kind + 8 : kind,
			device < 0 ? ompcc_initial_device() : device,
			l->flags & OMPCC_LAUNCH_TASK ? l->task : NULL, c, ra);
}

void *ompcc_core_target_task(const void *ra, const __ompcc_construct_t *c, unsigned flags) {
	(void)c;
	ompcc_announce(ra);
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		return ompcc_ompt_target_task((flags & OMPCC_LAUNCH_NO_WAIT) != 0, (flags & OMPCC_LAUNCH_DEPEND) != 0,
			flags & OMPCC_LAUNCH_DEFERRED && ompcc_task_may_defer(), ra);
	return NULL;
}

static void end_event(void) {
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_target_end();
}

/* --- target -------------------------------------------------------------- */

/* handles makes the kernel's slot, which lasts as long as the process. */
static ompcc_handles_t *handles(__ompcc_kernel_t *k) {
	ompcc_handles_t *h = __atomic_load_n((ompcc_handles_t **)&k->slot[0], __ATOMIC_ACQUIRE);
	if (OMPCC_LIKELY(h != NULL))
		return h;
	ompcc_handles_t *fresh = calloc(1, sizeof *fresh), *none = NULL;
	if (!fresh)
		ompcc_fatal("error: out of memory");
	if (__atomic_compare_exchange_n((ompcc_handles_t **)&k->slot[0], &none, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return fresh;
	free(fresh);
	return none;
}

static unsigned first(unsigned a, unsigned b, unsigned c) { return a ? a : b ? b
									     : c; }

static unsigned least(unsigned a, unsigned b) { return !a ? b : !b ? a
		: a < b                                            ? a
								   : b; }

void ompcc_run_launch(const ompcc_cpu_launch_t *launch) {
	int index, entered = 0;
	if (OMPCC_UNLIKELY(__atomic_load_n(&ompcc_globals_used, __ATOMIC_ACQUIRE))) {
		ompcc_device_kind(launch->device_num, &index);
		entered = ompcc_globals_enter(index);
	}
	ompcc_watch_t watch;
	ompcc_watch_begin(&watch, launch->tag, launch->device_num);
	ompcc_cpu_launch(launch);
	ompcc_watch_end(&watch);
	if (OMPCC_UNLIKELY(entered))
		ompcc_globals_leave(entered);
}

/* grid_of is what the construct and its kernel ask for. What neither says, and the limits of the device, come from its
 * ICVs (OpenMP 5.2 §2.4). */
static ompcc_grid_t grid_of(const ompcc_frame_t *f) {
	const __ompcc_kernel_t *k = f->construct->kernel;
	const __ompcc_launch_t *l = f->launch;
	unsigned teams = k->flags & OMPCC_KERNEL_TEAMS ? (unsigned)*ompcc_icv_num_teams(f->device) : 0;
	unsigned threads = (unsigned)*ompcc_icv_teams_thread_limit(f->device);
	return (ompcc_grid_t){
		.num_teams = first(l->num_teams, k->num_teams, teams),
		.thread_limit = least(first(least(l->thread_limit, k->thread_limit), threads, 0), (unsigned)ompcc_icv_thread_limit(f->device)),
		.num_threads = first(l->num_threads, k->num_threads, (unsigned)ompcc_icv_num_threads(f->device)),
	};
}

ompcc_cpu_launch_t ompcc_cpu_launch_of(const ompcc_frame_t *f) {
	const __ompcc_kernel_t *k = f->construct->kernel;
	const __ompcc_launch_t *l = f->launch;
	return (ompcc_cpu_launch_t){
		.entry = (ompcc_cpu_entry_t)f->handle,
		.args = f->argv,
		.flags = k->flags,
		.num_teams = f->grid.num_teams,
		.thread_limit = f->grid.thread_limit,
		.num_threads = f->grid.num_threads,
		.max_teams = (unsigned)*ompcc_icv_num_teams(f->device),
		.teams_thread_limit = (unsigned)*ompcc_icv_teams_thread_limit(f->device),
		.trip = l->flags & OMPCC_LAUNCH_HAS_TRIP ? l->trip : 0,
		.device_num = f->device,
		.tag = f->construct,
	};
}

void ompcc_run_on_cpu(const ompcc_frame_t *f) {
	ompcc_cpu_launch_t launch = ompcc_cpu_launch_of(f);
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled)) {
		unsigned teams = ompcc_ompt_requests(first(f->launch->num_teams, f->construct->kernel->num_teams, 0), ompcc_cpu_teams(&launch));
		ompcc_ompt_submit_begin(teams);
		ompcc_run_launch(&launch);
		ompcc_ompt_submit_end(teams);
		return;
	}
	ompcc_run_launch(&launch);
}

/* directly runs the construct without Go, if its kernel is known to be on the CPU
 * device and nothing else is to be told of it. */
static int directly(ompcc_frame_t *f, int *rc) {
	int index;
	f->handle = __atomic_load_n(&handles(f->construct->kernel)->handle[f->device], __ATOMIC_ACQUIRE);
	return f->handle && !ompcc_env()->info && ompcc_device_kind(f->device, &index) == OMPCC_CPU && ompcc_direct_target(f, rc);
}

/* through_go carries the construct out in Go. */
static __attribute__((noinline)) int through_go(ompcc_frame_t *f) {
	__ompcc_mapper_t m = {0};
	unsigned n = f->construct->kernel->nparams;
	ompcc_mapper_expand(f, &m);
	f->argv = alloca((n + 1) * sizeof *f->argv);
	f->values = alloca((n + 1) * sizeof *f->values);
	int before = ompcc_shield();
	int rc = ompcc_go_target(f);
	ompcc_unshield(before);
	check(rc, f);
	ompcc_mapper_release(&m);
	return rc;
}

/* offload sets *shielded where a cancellation of the thread had to wait. */
static int offload(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a, int device, int *shielded) {
	ompcc_frame_t f = frame_of(c, l, a, device);
	int rc;
	f.grid = grid_of(&f);
	if ((*shielded = !directly(&f, &rc)))
		rc = through_go(&f);
	else
		check(rc, &f);
	return rc == OMPCC_OK;
}

/* requested is the number of teams that the program asks for: one without a teams
 * construct, 0 where it leaves the number open. */
static unsigned requested(const __ompcc_construct_t *c, const __ompcc_launch_t *l) {
	return l->flags & OMPCC_LAUNCH_HAS_TEAMS ? first(l->num_teams, c->kernel ? c->kernel->num_teams : 0, 0) : 1;
}

/* host_begins: the compiled program runs the host version, then calls host_end. */
static int host_begins(const __ompcc_construct_t *c, const __ompcc_launch_t *l) {
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_host_begin(requested(c, l));
	return 0;
}

/* capture adds the construct to the chain of a task graph (task/chain.c). */
static void capture(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a, int device) {
	ompcc_frame_t f = frame_of(c, l, a, device);
	if (device >= 0 && c->kernel)
		f.grid = grid_of(&f);
	ompcc_capture(&f);
}

int ompcc_core_target(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	ompcc_announce(ra);
	int device = choose(c, l);
	if (OMPCC_UNLIKELY(ompcc_capturing != NULL)) {
		capture(c, l, a, device);
		return 1;
	}
	wait_predecessors(l, device);
	begin_event(1, c, l, device, ra);
	if (device < 0)
		return host_begins(c, l);
	int shielded;
	if (!offload(c, l, a, device, &shielded))
		return host_begins(c, l);
	end_event();
	if (shielded)
		pthread_testcancel();
	return 1;
}

void ompcc_core_target_host_end(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l) {
	(void)ra;
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled)) {
		ompcc_ompt_submit_end(requested(c, l));
		ompcc_ompt_target_end();
	}
}

/* --- data constructs ----------------------------------------------------- */

typedef int go_call(ompcc_frame_t *);
typedef int direct_call(ompcc_frame_t *, int *rc);

/* by_go carries a construct out in Go, with what its mappers push. */
static void by_go(ompcc_frame_t *f, go_call *go) {
	const __ompcc_construct_t *c = f->construct;
	__ompcc_arg_t *a = f->args;
	__ompcc_mapper_t m = {0};
	ompcc_mapper_expand(f, &m);
	int before = ompcc_shield();
	int rc = go(f);
	ompcc_unshield(before);
	check(rc, f);
	/* use_device items are not mapped: their bases go back to the caller. */
	if (OMPCC_UNLIKELY(m.items != NULL))
		for (unsigned i = 0, j = 0; i < c->nitems; i++) {
			while (j < m.n && (m.items[j].name != c->items[i].name || m.items[j].kind != c->items[i].kind))
				j++;
			if (j < m.n) {
				a[i].base = m.args[j].base;
				if (c->items[i].flags & OMPCC_FLAG_IF_PRESENT)
					a[i].size = m.args[j].size;
				j++;
			}
		}
	ompcc_mapper_release(&m);
}

static inline __attribute__((always_inline)) void data(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a, int kind,
	direct_call *direct, go_call *go) {
	ompcc_announce(ra);
	int device = choose(c, l);
	if (OMPCC_UNLIKELY(ompcc_capturing != NULL)) {
		capture(c, l, a, device);
		return;
	}
	wait_predecessors(l, device);
	begin_event(kind, c, l, device, ra);
	int shielded = 0;
	if (device >= 0) {
		ompcc_frame_t f = frame_of(c, l, a, device);
		int rc;
		if ((shielded = !direct(&f, &rc)))
			by_go(&f, go);
		else
			check(rc, &f);
	}
	end_event();
	if (OMPCC_UNLIKELY(shielded))
		pthread_testcancel();
}

/* handed_out notes that the host's code has the device addresses of what is in
 * use_device_ptr and use_device_addr clauses: a library may write there, which
 * nothing checks. So all of it counts as having a value. */
static void handed_out(const __ompcc_construct_t *c, const __ompcc_arg_t *a) {
	for (unsigned i = 0; i < c->nitems; i++) {
		ompcc_block_t b;
		uintptr_t dev = (uintptr_t)a[i].base;
		if (c->items[i].kind == OMPCC_ITEM_USE_DEVICE_PTR || c->items[i].kind == OMPCC_ITEM_USE_DEVICE_ADDR)
			if (ompcc_heap_find(dev, &b) && b.state == SHADOW_FRESH && dev - b.base < b.size)
				ompcc_heap_set(b.base, b.size);
	}
}

void ompcc_core_data_begin(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	data(ra, c, l, a, 2, ompcc_direct_enter, ompcc_go_data_begin);
	if (OMPCC_UNLIKELY(ompcc_checking()))
		handed_out(c, a);
}

void ompcc_core_data_end(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	data(ra, c, l, a, 3, ompcc_direct_exit, ompcc_go_exit);
}

void ompcc_core_enter_data(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	data(ra, c, l, a, 2, ompcc_direct_enter, ompcc_go_data_begin);
}

void ompcc_core_exit_data(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	data(ra, c, l, a, 3, ompcc_direct_exit, ompcc_go_exit);
}

void ompcc_core_update(const void *ra, const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	data(ra, c, l, a, 4, ompcc_direct_update, ompcc_go_update);
}
