/* The C side of the runtime: what its files share. */
#ifndef OMPCC_SHIM_H
#define OMPCC_SHIM_H

#include <stddef.h>
#include <stdint.h>

#include "../../abi/constants.h"
#include "../../abi/host.h"
#include "../ompt/ompt.h"
#include "../../cpu/pool/cpu.h"

#pragma GCC visibility push(hidden)

#define OMPCC_LIKELY(x) __builtin_expect(!!(x), 1)
#define OMPCC_UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { OMPCC_MAX_DEVICES = 64 };

/* OMP_TARGET_OFFLOAD (OpenMP 5.2 §21.2.8). */
enum { OMPCC_OFFLOAD_DEFAULT,
	OMPCC_OFFLOAD_MANDATORY,
	OMPCC_OFFLOAD_DISABLED };

/* OMPCC_INFO: bits as LIBOMPTARGET_INFO has them. */
enum { OMPCC_INFO_ARGUMENTS = 1, /* what a construct is given */
	OMPCC_INFO_PRESENT = 2,    /* what of it is on the device already */
	OMPCC_INFO_DUMP = 4,       /* all that is mapped when a kernel has ended */
	OMPCC_INFO_TABLE = 8,      /* what is mapped, unmapped and attached */
	OMPCC_INFO_KERNELS = 16,   /* launches */
	OMPCC_INFO_TRANSFERS = 32, /* copies */
	OMPCC_INFO_USUAL = OMPCC_INFO_TABLE | OMPCC_INFO_KERNELS | OMPCC_INFO_TRANSFERS, /* OMPCC_INFO=1 */
	OMPCC_INFO_RECORD = 1 << 28, /* OMPCC_RECORD */
	OMPCC_INFO_ADVISE = 1 << 29, /* OMPCC_ADVISE */
	OMPCC_INFO_SUMMARY = 1 << 30,
	OMPCC_INFO_OWN = OMPCC_INFO_RECORD | OMPCC_INFO_ADVISE | OMPCC_INFO_SUMMARY }; /* no bits of the variable */

/* Kinds of device, in the order of their numbers. */
#define OMPCC_KIND(plugin, vendor, machine, alias, lanes) OMPCC_##plugin,
enum { OMPCC_GPU_KINDS(OMPCC_KIND) OMPCC_CPU,
	OMPCC_REMOTE, /* of another rank */
	OMPCC_KINDS };
#undef OMPCC_KIND

/* The environment (host/env.c), read once, before anything else. */
typedef struct {
	int offload;
	const char *default_device;  /* OMP_DEFAULT_DEVICE, NULL: not set */
	const char *available;       /* OMP_AVAILABLE_DEVICES, NULL: all */
	int cancellation;            /* OMP_CANCELLATION */
	int stack;     /* OMPCC_STACK_SIZE: bytes of stack for recursive and indirect calls on GPUs, 0: the default */
	double timeout;              /* OMPCC_TIMEOUT: seconds that a kernel may take, 0: no limit */
	int cpu_devices;
	unsigned info;               /* OMPCC_INFO */
	const char *record;          /* OMPCC_RECORD, NULL: not set */
	int leaks;     /* OMPCC_LEAKS: say at the end what is left on the devices */
	int attach_always;           /* LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS: attach also where neither side is new */
	int display_env;             /* 0, 1, 2: verbose */
} ompcc_env_t;

extern ompcc_env_t ompcc_environment;
extern int ompcc_environment_known;
extern void ompcc_read_environment(void);

static inline const ompcc_env_t *ompcc_env(void) {
	if (OMPCC_UNLIKELY(!__atomic_load_n(&ompcc_environment_known, __ATOMIC_ACQUIRE)))
		ompcc_read_environment();
	return &ompcc_environment;
}

extern void ompcc_run_schedule(int *kind, int *chunk); /* OMP_SCHEDULE of devices; kind is 0 if there is none */

/* ompcc_env_device reads the variable for device n (OpenMP 5.2 §2.2): NAME_DEV_n,
 * NAME_DEV, NAME_ALL, then NAME; 0 when none is a number of at least 1. */
extern int ompcc_env_device(const char *name, int n);

/* ompcc_env_threads is the first number of OMP_NUM_THREADS for device n. *list gets the whole one, for nested regions,
 * 16 bits for each level. Without a suffix the variable is the host's alone. ompcc_env_levels is OMP_MAX_ACTIVE_LEVELS,
 * or as much as the device has if that list has several numbers (OpenMP 5.2 §21.1.2). */
extern int ompcc_env_threads(int n, unsigned long *list);
extern int ompcc_env_levels(int n, unsigned long threads);

/* The ICVs of device n that launches follow: 0 when not set. */
typedef struct {
	int num_teams, teams_thread_limit, thread_limit, num_threads, max_levels;
	unsigned long nthreads; /* all of nthreads-var */
} ompcc_icvs_t;
extern ompcc_icvs_t ompcc_device_icvs[OMPCC_MAX_DEVICES];
static inline const ompcc_icvs_t *ompcc_icvs(int n) { return &ompcc_device_icvs[n]; }
static inline int *ompcc_icv_num_teams(int n) { return &ompcc_device_icvs[n].num_teams; }
static inline int *ompcc_icv_teams_thread_limit(int n) { return &ompcc_device_icvs[n].teams_thread_limit; }
static inline int ompcc_icv_thread_limit(int n) { return ompcc_device_icvs[n].thread_limit; }
static inline int ompcc_icv_num_threads(int n) { return ompcc_device_icvs[n].num_threads; }
static inline int ompcc_icv_max_levels(int n) { return ompcc_device_icvs[n].max_levels; }
extern void ompcc_display_env(int verbose);

/* What lies behind a kernel's slot[0]: a plugin's handle for each device, 0
 * as long as it is not known. */
typedef struct {
	void *handle[OMPCC_MAX_DEVICES];
} ompcc_handles_t;

/* What a launch asks for, 0: the device chooses. */
typedef struct {
	unsigned num_teams, thread_limit, num_threads;
} ompcc_grid_t;

/* One construct on its way through Go. */
typedef struct {
	const __ompcc_construct_t *construct;
	const __ompcc_launch_t *launch;
	const __ompcc_item_t *items;
	__ompcc_arg_t *args;
	unsigned nitems;
	int device;
	ompcc_grid_t grid;           /* of a target construct */
	void **argv;                 /* kernel->nparams elements each */
	uintptr_t *values;
	void *handle;                /* the kernel, for ompcc_run_on_cpu */
	char *error;                 /* out: malloc'ed message */
} ompcc_frame_t;

/* What the calls into Go return. */
enum { OMPCC_OK = 0,
	OMPCC_HOST = 1,
	OMPCC_ERROR = 2 };

/* ompcc_first_use comes before anything else that a construct or routine does:
 * it finds the tool and shows the environment, once. */
extern int ompcc_used;
extern void ompcc_use(void);

static inline void ompcc_first_use(void) {
	if (OMPCC_UNLIKELY(!__atomic_load_n(&ompcc_used, __ATOMIC_ACQUIRE)))
		ompcc_use();
}

/* ompcc_announce comes first in each construct and routine that has events. */
static inline __attribute__((always_inline)) void ompcc_announce(const void *ra) {
	ompcc_first_use();
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_set_codeptr(ra, __builtin_dwarf_cfa());
}

/* State of the process (host/process.c). */
/* ompcc_device_count is -1 until ompcc_find_devices has found the devices. */
extern int ompcc_device_count;
extern int ompcc_find_devices(void);

/* ompcc_describe_device writes "vendor;model;architecture" of a device that may not be open. */
extern void ompcc_describe_device(int n, char *text, size_t size);

/* ompcc_unified says whether the program requires unified_shared_memory: then all
 * of its devices access the host's memory. */
extern int ompcc_unified(void);

/* ompcc_self_maps says whether the program requires self_maps. */
extern int ompcc_self_maps(void);

static inline int ompcc_num_devices(void) {
	int n = __atomic_load_n(&ompcc_device_count, __ATOMIC_ACQUIRE);
	return OMPCC_LIKELY(n >= 0) ? n : ompcc_find_devices();
}

static inline int ompcc_initial_device(void) { return ompcc_num_devices(); }
extern int ompcc_default_device(void);
extern void ompcc_set_default_device(int);
/* ompcc_numbered is device number n of a program, where omp_default_device of omp.h stands for another one (6.1). */
enum { OMPCC_DEFAULT_NUMBER = -5 };
static inline int ompcc_numbered(int n) { return OMPCC_UNLIKELY(n == OMPCC_DEFAULT_NUMBER) ? ompcc_default_device() : n; }
/* ompcc_device_kind says of which kind device n is and which of its kind. */
extern int ompcc_device_kind(int n, int *index);
/* ompcc_ready makes device n usable and loads modules registered since: 0 when
 * it is not usable. */
extern unsigned ompcc_modules_changes, ompcc_usable[];
extern int ompcc_prepare(int n);

static inline int ompcc_ready(int n) {
	return OMPCC_LIKELY(__atomic_load_n(&ompcc_usable[n], __ATOMIC_ACQUIRE) ==
		       __atomic_load_n(&ompcc_modules_changes, __ATOMIC_RELAXED)) ||
		ompcc_prepare(n);
}
/* ompcc_lose_device makes device n unusable from now on, and warns with the error. */
extern void ompcc_lose_device(int n, const char *error);
/* ompcc_used_device says whether device n was ever made usable. */
extern int ompcc_used_device(int n);
extern _Noreturn void ompcc_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern void ompcc_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern void ompcc_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern int ompcc_forked(void);
/* ompcc_tell_orphan warns in a child of fork of its first device construct. */
extern void ompcc_tell_orphan(const __ompcc_construct_t *);

/* A construct whose file is part of no module that ompcc linked: a warning, once. */
extern int ompcc_tell_unlinked(const __ompcc_construct_t *c);
/* warns that the construct's file was not compiled for a target */
extern void ompcc_tell_untargeted(const __ompcc_construct_t *c, int device, const char *name, const char *target);
extern void ompcc_write(const char *text, size_t n);

/* Devices that the program cannot use (host/process.c): GPUs without the memory that it requires, and without an image
 * of the program; and those that OMP_AVAILABLE_DEVICES excludes. */
typedef struct {
	int unshared, unsuited, filtered;
} ompcc_lacking_t;
extern const ompcc_lacking_t *ompcc_lacking_devices(void);

/* ompcc_tell_fallback warns once that the host executes a construct, of a program for GPUs, since device is none of the
 * n devices (host/fallback.c). */
extern void ompcc_tell_fallback(const __ompcc_construct_t *, long device, int n);
/* ompcc_mandatory says whether the host must not execute the construct for want of a device, and ompcc_forbids what
 * says so. */
extern int ompcc_mandatory(const __ompcc_construct_t *);
extern const char *ompcc_forbids(void);

/* The registered modules; the lock is held between begin and end. */
extern const __ompcc_module_t *ompcc_modules_begin(void);
extern void ompcc_modules_end(void);
/* ompcc_module_range is where the module is loaded. */
extern void ompcc_module_range(const __ompcc_module_t *, uintptr_t *begin, uintptr_t *end);

/* ompcc_run_on_cpu launches f->handle with f->argv and returns at its end. */
extern void ompcc_run_on_cpu(const ompcc_frame_t *f);

#pragma GCC visibility pop

#endif
