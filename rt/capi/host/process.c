/* State of the process: messages, modules, devices and their ICVs, and the start and end of the runtime. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emulate.h"
#include "../entry/globals.h"
#include "loader.h"
#include "../ompt/ompt.h"
#include "remote.h"
#include "../routine/routines.h"
#include "shield.h"
#include "shim.h"
#include "start.h"
#include "../task/task.h"
#include "traits.h"
#include "vendor.h"
#include "watch.h"
#include "../bridge.h"

/* --- messages ------------------------------------------------------------ */

void ompcc_write(const char *text, size_t n) {
	while (n > 0) {
		ssize_t k = write(2, text, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return;
		text += k;
		n -= (size_t)k;
	}
}

static void message(const char *prefix, const char *format, va_list ap) {
	char text[4096];
	int k = snprintf(text, sizeof text, "ompcc: %s", prefix);
	int n = vsnprintf(text + k, sizeof text - (size_t)k - 1, format, ap);
	if (n > (int)sizeof text - k - 2)
		n = (int)sizeof text - k - 2;
	text[k + n] = '\n';
	ompcc_write(text, (size_t)(k + n) + 1);
}

void ompcc_error(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	message("", format, ap);
	va_end(ap);
}

void ompcc_warn(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	message("warning: ", format, ap);
	va_end(ap);
}

/* meeting is held while a thread calls the host runtime for the first time. Once another thread leaves the program by
 * exit, which destroys the host runtime, none may: libomp would start anew and abort. */
static pthread_mutex_t meeting = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int leaving;
static pthread_t leaver;

static void leave(void) {
	pthread_mutex_lock(&meeting);
	leaving = 1;
	leaver = pthread_self();
	pthread_mutex_unlock(&meeting);
}

/* stay returns with meeting held, unless another thread leaves the program. */
static void stay(void) {
	pthread_mutex_lock(&meeting);
	if (!leaving || pthread_equal(leaver, pthread_self()))
		return;
	pthread_mutex_unlock(&meeting);
	for (;;)
		pause();
}

/* ompcc_fatal ends the process by exit, which writes the program's buffered output to its files. A server
 * of a remote device reports the error to rank 0 instead. */
void ompcc_fatal(const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	if (ompcc_remote_serving) {
		char text[600];
		int n = vsnprintf(text, sizeof text, format, ap);
		ompcc_remote_break(text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
	}
	message("", format, ap);
	va_end(ap);
	leave();
	exit(EXIT_FAILURE);
}

/* --- modules ------------------------------------------------------------- */

static pthread_mutex_t modules_lock = PTHREAD_MUTEX_INITIALIZER;
static __ompcc_module_t *modules;
/* ompcc_modules_changes counts registrations, from 1. */
unsigned ompcc_modules_changes = 1;

const __ompcc_module_t *ompcc_modules_begin(void) {
	pthread_mutex_lock(&modules_lock);
	return modules;
}

void ompcc_modules_end(void) { pthread_mutex_unlock(&modules_lock); }

void ompcc_core_register(__ompcc_module_t *m) {
	if (m->version != OMPCC_ABI_VERSION)
		ompcc_fatal("error: a module was compiled for version %u of the host interface, the runtime has version %u; compile it again",
			m->version, OMPCC_ABI_VERSION);
	ompcc_globals_add(m);
	pthread_mutex_lock(&modules_lock);
	__ompcc_module_t **p = &modules;
	while (*p)
		p = &(*p)->next;
	m->next = NULL;
	*p = m;
	pthread_mutex_unlock(&modules_lock);
	__atomic_fetch_add(&ompcc_modules_changes, 1, __ATOMIC_SEQ_CST);
}

static atomic_int unregistered; /* a module was unloaded, perhaps the construct's */
static atomic_int unlinked; /* ompcc_tell_unlinked has warned the user */

/* linked_here reports whether a registered module lists the construct's unit. The link step lists the
 * units of a program and adds their device code. */
static int linked_here(const __ompcc_construct_t *c) {
	int found = !c->unit;
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m && !found; m = m->next)
		for (__ompcc_unit_t **u = m->units; u < m->units_end; u++)
			found |= *u == c->unit;
	ompcc_modules_end();
	return found;
}

int ompcc_tell_unlinked(const __ompcc_construct_t *c) {
	if (linked_here(c))
		return 0;
	if (atomic_load(&unregistered) || atomic_exchange(&unlinked, 1))
		return 1;
	ompcc_warn("%s:%u: %s: the program was linked without ompcc and does not have the device code of this file: the host executes its "
		   "regions; link with ompcc (in CMake: set the target's LINKER_LANGUAGE to C)",
		c->loc.file, c->loc.line, c->directive ? c->directive : "target");
	return 1;
}

void ompcc_tell_untargeted(const __ompcc_construct_t *c, int device, const char *name, const char *target) {
	ompcc_warn("%s:%u: %s: this file has no code for device %d (%s): the host executes its regions; add %s to -fopenmp-targets where it is compiled",
		c->loc.file, c->loc.line, c->directive ? c->directive : "target", device, name, target);
}

/* --- devices ------------------------------------------------------------- */

static struct {
	int n;
	struct {
		int kind, index;
	} dev[OMPCC_MAX_DEVICES];
} devices;
static pthread_once_t devices_once = PTHREAD_ONCE_INIT;
static atomic_int forked;
static atomic_int exiting;

int ompcc_forked(void) { return atomic_load_explicit(&forked, memory_order_relaxed); }

static int unified, self_maps;

int ompcc_unified(void) { return unified; }

int ompcc_self_maps(void) { return self_maps; }

static int target_kind(const char *target) {
#define IS(plugin, vendor, machine, alias, lanes) \
	if (!strcmp(target, machine)) \
		return OMPCC_##plugin;
	OMPCC_GPU_KINDS(IS)
#undef IS
	return -1;
}

/* listed reports whether the comma-separated list has the word. */
static int listed(const char *list, const char *word) {
	size_t n = strlen(word);
	for (const char *p = list; (p = strstr(p, word)); p += n)
		if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ','))
			return 1;
	return 0;
}

/* has_image reports whether a module has an image for a GPU of architecture arch. It stores in archs the
 * architectures of the modules' images. */
static int has_image(int kind, const char *arch, char *archs, size_t size) {
	int found = 0;
	*archs = 0;
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m; m = m->next)
		for (unsigned i = 0; i < m->nimages; i++) {
			const __ompcc_image_t *im = &m->images[i];
			size_t n = strlen(archs);
			if (target_kind(im->target) != kind)
				continue;
			found |= ompcc_image_rank(im->format, im->arch, arch) >= 0;
			if (!listed(archs, im->arch))
				snprintf(archs + n, size - n, "%s%s", n ? ", " : "", im->arch);
		}
	ompcc_modules_end();
	return found;
}

/* has_code reports whether the program has an image for the device. A GPU without an image is not a device
 * of the program: has_code warns and names the option to compile with. */
static int has_code(int kind, int index) {
	char model[256], arch[128], archs[256];
	if (kind == OMPCC_CPU || kind == OMPCC_REMOTE || (kind == OMPCC_CUDA && ompcc_emulating()))
		return 1;
	ompcc_vendor_model(kind, index, model, sizeof model, arch, sizeof arch);
	if (!*arch || has_image(kind, arch, archs, sizeof archs))
		return 1;
	ompcc_warn("GPU %d (%s, %s) is not used: the program has device code for %s only; compile it with --offload-arch=%.*s",
		index, model, arch, archs, (int)strcspn(arch, ":"), arch);
	return 0;
}

static ompcc_lacking_t lacking;

const ompcc_lacking_t *ompcc_lacking_devices(void) { return &lacking; }

static void add_devices(int kind, int n) {
	for (int i = 0; i < n && devices.n < OMPCC_MAX_DEVICES; i++) {
		if (unified && kind != OMPCC_CPU && (kind == OMPCC_REMOTE || !ompcc_vendor_shares(kind, i))) {
			lacking.unshared++;
			continue;
		}
		if (!has_code(kind, i)) {
			lacking.unsuited++;
			continue;
		}
		devices.dev[devices.n].kind = kind;
		devices.dev[devices.n].index = i;
		devices.n++;
	}
}

/* ompcc_device_icvs are the ICVs of the devices. A launch uses them unless a clause overrides them. */
ompcc_icvs_t ompcc_device_icvs[OMPCC_MAX_DEVICES];

static void read_icvs(void) {
	for (int i = 0; i < devices.n; i++) {
		ompcc_device_icvs[i].num_teams = ompcc_env_device("OMP_NUM_TEAMS", i);
		ompcc_device_icvs[i].teams_thread_limit = ompcc_env_device("OMP_TEAMS_THREAD_LIMIT", i);
		ompcc_device_icvs[i].thread_limit = ompcc_env_device("OMP_THREAD_LIMIT", i);
		ompcc_device_icvs[i].num_threads = ompcc_env_threads(i, &ompcc_device_icvs[i].nthreads);
		ompcc_device_icvs[i].max_levels = ompcc_env_levels(i, ompcc_device_icvs[i].nthreads);
	}
}

/* Bits of requires directives (OpenMP 6.0 §10.5) that some GPUs do not support. Such GPUs are then not
 * devices of the program. */
enum { UNIFIED_SHARED_MEMORY = 4,
	SELF_MAPS = 8 };

static unsigned requirements(const __ompcc_module_t *m) {
	unsigned all = 0;
	for (__ompcc_unit_t **u = m->units; u < m->units_end; u++)
		if (*u)
			all |= (*u)->requires_flags;
	return all;
}

static void describe(ompcc_traits_t *t, int kind, int index) {
	static const ompcc_traits_t kinds[] = {
#define TRAITS(plugin, vendor, machine, alias, lanes) {"gpu", vendor, machine, "", "", 0},
		OMPCC_GPU_KINDS(TRAITS)
#undef TRAITS
			{"cpu", "ompcc", OMPCC_ARCH, "", "", 0},
	};
	if (kind == OMPCC_REMOTE) {
		*t = ompcc_remote_device(index)->traits;
		return;
	}
	*t = kinds[kind];
	if (kind == OMPCC_CPU)
		snprintf(t->uid, sizeof t->uid, "ompcc-cpu-%d", index);
	else
		ompcc_vendor_identity(kind, index, t->uid, sizeof t->uid, t->isa, sizeof t->isa);
}

static void describe_all(ompcc_traits_t *t) {
	for (int i = 0; i < devices.n; i++)
		describe(&t[i], devices.dev[i].kind, devices.dev[i].index);
}

void ompcc_traits_of(int n, ompcc_traits_t *t) { describe(t, devices.dev[n].kind, devices.dev[n].index); }

void ompcc_describe_device(int n, char *text, size_t size) {
	ompcc_traits_t t;
	int index, kind = ompcc_device_kind(n, &index);
	describe(&t, kind, index);
	snprintf(text, size, "%s;%s;%s", t.vendor, t.isa[0] ? t.isa : t.kind, t.arch);
}

int ompcc_core_device_matches(long device, unsigned trait, const char *name) {
	ompcc_traits_t t = {"cpu", "ompcc", OMPCC_ARCH, "ompcc-host", "", 1};
	int n = ompcc_num_devices(), index;
	if (device == OMPCC_DEVICE_DEFAULT || device == OMPCC_DEFAULT_NUMBER)
		device = ompcc_default_device();
	if (device >= 0 && device < n) {
		int kind = ompcc_device_kind((int)device, &index);
		describe(&t, kind, index);
	} else if (device != n && device != -1 && device != OMPCC_DEVICE_HOST) {
		return 0;
	}
	return ompcc_traits_has(&t, (int)trait, name, strlen(name));
}

/* only removes the devices that OMP_AVAILABLE_DEVICES does not name, and sorts the others in its order
 * (OpenMP 6.0 §4.3.7). */
static void only(const char *spec) {
	ompcc_traits_t traits[OMPCC_MAX_DEVICES];
	int order[OMPCC_MAX_DEVICES];
	if (!spec)
		return;
	describe_all(traits);
	int n = ompcc_traits_select(spec, traits, devices.n, order);
	if (n < 0) {
		ompcc_warn("OMP_AVAILABLE_DEVICES='%s' is not a list of device traits; ignored", spec);
		return;
	}
	__typeof__(devices) kept = {.n = n};
	for (int i = 0; i < n; i++)
		kept.dev[i] = devices.dev[order[i]];
	lacking.filtered = devices.n - n;
	devices = kept;
}

/* suit_emulated gives the emulated AMD GPUs the first architecture for which the program has code. */
static void suit_emulated(void) {
	static const char *const archs[][2] = {{"gfx942", "gfx942:sramecc+:xnack-"}, {"gfx90a", "gfx90a:sramecc+:xnack-"}, {"gfx1100", "gfx1100"}};
	char list[256];
	for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
		if (has_image(OMPCC_HSA, archs[i][1], list, sizeof list)) {
			ompcc_emulated_architecture(archs[i][0]);
			return;
		}
}

static void find_devices(void) {
	int wanted[OMPCC_KINDS] = {0};
	unsigned required = 0;
	if (ompcc_env()->offload == OMPCC_OFFLOAD_DISABLED)
		return;
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m; m = m->next) {
		required |= requirements(m);
		if (m->cpu) /* empty when the program only moves data */
			wanted[OMPCC_CPU] = 1;
		for (unsigned i = 0; i < m->nimages; i++) {
			int kind = target_kind(m->images[i].target);
			if (kind >= 0)
				wanted[kind] = 1;
		}
	}
	ompcc_modules_end();
	self_maps = (required & SELF_MAPS) != 0;
	unified = (required & (UNIFIED_SHARED_MEMORY | SELF_MAPS)) != 0;
	if ((wanted[OMPCC_CPU] || wanted[OMPCC_HSA]) && !wanted[OMPCC_CUDA] && ompcc_emulating())
		ompcc_warn("OMPCC_EMULATE is set, but the program has no code for NVIDIA GPUs: compile it with -fopenmp-targets=nvptx");
	if ((wanted[OMPCC_CPU] || wanted[OMPCC_CUDA]) && !wanted[OMPCC_HSA] && ompcc_emulating_amd())
		ompcc_warn("OMPCC_EMULATE is set, but the program has no code for AMD GPUs: compile it with -fopenmp-targets=amdgcn");
	if (wanted[OMPCC_CUDA])
		add_devices(OMPCC_CUDA, ompcc_cuda_count());
	if (wanted[OMPCC_HSA] && ompcc_emulating_amd())
		suit_emulated();
	if (wanted[OMPCC_HSA])
		add_devices(OMPCC_HSA, ompcc_hsa_count());
	if (ompcc_env()->info)
		ompcc_tell_missing();
	if (wanted[OMPCC_CPU])
		add_devices(OMPCC_CPU, ompcc_env()->cpu_devices);
	add_devices(OMPCC_REMOTE, ompcc_remote_count());
	only(ompcc_env()->available);
	read_icvs();
}

int ompcc_device_count = -1;

int ompcc_find_devices(void) {
	int before = ompcc_shield();
	pthread_once(&devices_once, find_devices);
	ompcc_unshield(before);
	int n = ompcc_forked() ? 0 : devices.n, unknown = -1;
	__atomic_compare_exchange_n(&ompcc_device_count, &unknown, n, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return n;
}

/* ompcc_device_kind needs no check that find_devices ran: its callers got n from ompcc_num_devices. */
int ompcc_device_kind(int n, int *index) {
	*index = devices.dev[n].index;
	return devices.dev[n].kind;
}

/* --- the default-device ICV ---------------------------------------------- */

/* Each task has its own default-device-var (OpenMP 5.2 §2.2), and the host's OpenMP runtime has the tasks.
 * If there is a host runtime, it stores the value. */
static int (*host_get_default)(void);
static void (*host_set_default)(int);
static pthread_once_t default_once = PTHREAD_ONCE_INIT;
static atomic_int own_default;

/* The host runtime cannot store a negative number: libgomp converts it to 0. So encode maps negative
 * numbers to numbers above NEGATIVE. */
enum { NEGATIVE = 1 << 30 };

static int encode(int n) { return n >= 0 ? (n > NEGATIVE ? NEGATIVE : n) : NEGATIVE - (n <= -NEGATIVE ? -NEGATIVE + 1 : n); }

static int decode(int n) { return n > NEGATIVE ? NEGATIVE - n : n; }

static int is_traits(const char *spec) { return spec && !isdigit((unsigned char)spec[strspn(spec, " \t")]); }

/* first_default returns the device that OMP_DEFAULT_DEVICE names (OpenMP 6.0 §4.3.8). */
static int first_default(const char *spec) {
	ompcc_traits_t traits[OMPCC_MAX_DEVICES];
	char *end;
	if (!spec) /* OpenMP 5.2 §2.2 */
		return ompcc_env()->offload == OMPCC_OFFLOAD_MANDATORY && ompcc_num_devices() == 0 ? OMPCC_INVALID_DEVICE : 0;
	if (!is_traits(spec)) {
		long d = strtol(spec, &end, 10);
		if (!end[strspn(end, " \t")] && d >= 0 && d <= INT_MAX)
			return (int)d;
	}
	int n = ompcc_num_devices();
	describe_all(traits);
	int d = ompcc_traits_first(spec, traits, n);
	if (d == OMPCC_TRAIT_ERROR)
		ompcc_warn("OMP_DEFAULT_DEVICE='%s' is neither a device number nor a list of device traits; ignored", spec);
	return d == OMPCC_TRAIT_INITIAL ? n : d == OMPCC_TRAIT_INVALID ? d
		: d < 0                                                ? 0
								       : d;
}

static void find_default(void) {
	int d = first_default(ompcc_env()->default_device);
	atomic_store(&own_default, d);
	*(void **)&host_get_default = ompcc_host_symbol("omp_get_default_device");
	*(void **)&host_set_default = ompcc_host_symbol("omp_set_default_device");
	if (!host_get_default || !host_set_default)
		host_get_default = NULL;
	/* Only this runtime understands traits: it gives the host runtime the number. */
	else if (is_traits(ompcc_env()->default_device) || d < 0)
		host_set_default(encode(d));
}

static __thread int met; /* meet has run on this thread */

/* meet calls the host runtime for the first time on this thread. libomp then registers the thread under a
 * lock, so meet defers pthread_cancel. */
static void meet(void) {
	int before = ompcc_shield();
	stay();
	met = 1; /* a tool that hears of the thread may ask for the device */
	pthread_once(&default_once, find_default);
	if (host_get_default)
		host_get_default();
	pthread_mutex_unlock(&meeting);
	ompcc_unshield(before);
}

int ompcc_default_device(void) {
	if (OMPCC_UNLIKELY(!met))
		meet();
	int n = host_get_default ? host_get_default() : -1;
	/* libgomp since version 13 returns omp_invalid_device (INT_MIN) if it has no device of its own. The program's
	 * own numbers are encoded, hence not negative. */
	return n < 0 ? atomic_load(&own_default) : decode(n);
}

void ompcc_set_default_device(int n) {
	if (n == OMPCC_DEFAULT_NUMBER)
		return; /* it is that already */
	if (!met)
		meet();
	if (host_get_default)
		host_set_default(encode(n));
	else
		atomic_store(&own_default, n);
}

/* --- first use ----------------------------------------------------------- */

int ompcc_used;
static pthread_once_t use_once = PTHREAD_ONCE_INIT;

/* use finds the tool and displays the environment. A tool's initialiser may call omp_get_num_devices, which
 * therefore must not need anything that use sets up. */
static void use(void) {
	if (ompcc_env()->display_env)
		ompcc_display_env(ompcc_env()->display_env == 2);
	ompcc_ompt_init();
	__atomic_store_n(&ompcc_used, 1, __ATOMIC_RELEASE);
}

void ompcc_use(void) {
	if (ompcc_ompt_attaching)
		return;
	int before = ompcc_shield();
	pthread_once(&use_once, use);
	ompcc_unshield(before);
}

/* --- start and end of Go ------------------------------------------------- */

static pthread_once_t start_once = PTHREAD_ONCE_INIT;

/* lose_devices removes all devices. In a child of fork, Go cannot run: the child has only the thread that
 * called fork. */
static void lose_devices(void) {
	atomic_store(&forked, 1);
	__atomic_store_n(&ompcc_device_count, 0, __ATOMIC_RELEASE);
}

static atomic_int orphan; /* this is a child of fork, and ompcc_tell_orphan has not warned yet */

static void in_child(void) {
	lose_devices();
	atomic_store(&orphan, 1);
}

void ompcc_tell_orphan(const __ompcc_construct_t *c) {
	if (OMPCC_UNLIKELY(atomic_exchange(&orphan, 0)))
		ompcc_warn("%s:%u: %s: a child of fork has no devices: the host executes its target regions, and has not what its parent mapped",
			c->loc.file, c->loc.line, c->directive ? c->directive : "target");
}

static void finish(void) {
	if (ompcc_forked())
		return;
	ompcc_task_exit();
	atomic_store(&exiting, 1);
	ompcc_go_finish(__atomic_load_n(&ompcc_task_pending, __ATOMIC_ACQUIRE) != 0);
	if (ompcc_ompt_enabled)
		ompcc_ompt_fini();
	lose_devices(); /* exit next calls the handlers that the program registered earlier */
}

static const char *obstacle; /* why Go does not run */

static void start(void) {
	if ((obstacle = ompcc_start_obstacle()))
		return;
	pthread_atfork(NULL, NULL, in_child);
	ompcc_watch_before();
	ompcc_start_go();
	ompcc_go_start();
	ompcc_watch_faults();
	atexit(finish);
}

void ompcc_start(void) { pthread_once(&start_once, start); }

/* --- readiness of a device ----------------------------------------------- */

enum { UNKNOWN,
	USABLE,
	UNUSABLE };
static struct {
	atomic_int state;
	pthread_mutex_t lock;
} readiness[OMPCC_MAX_DEVICES] = {[0 ... OMPCC_MAX_DEVICES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

/* ompcc_usable[n] is the value of ompcc_modules_changes when ompcc_prepare last loaded modules on device n; 0: the
 * device is unusable. */
unsigned ompcc_usable[OMPCC_MAX_DEVICES];

int ompcc_prepare(int n) {
	int before = ompcc_shield();
	ompcc_start();
	pthread_mutex_lock(&readiness[n].lock);
	int state = atomic_load(&readiness[n].state);
	unsigned changes = __atomic_load_n(&ompcc_modules_changes, __ATOMIC_SEQ_CST);
	if (state != UNUSABLE && (state == UNKNOWN || __atomic_load_n(&ompcc_usable[n], __ATOMIC_SEQ_CST) != changes)) {
		char *error = NULL;
		if (!obstacle)
			state = ompcc_go_prepare(n, &error) ? USABLE : UNUSABLE;
		else if (asprintf(&error, "error: device %d cannot be used: %s", n, obstacle) >= 0)
			state = UNUSABLE;
		if (error && ompcc_env()->offload == OMPCC_OFFLOAD_MANDATORY)
			ompcc_fatal("%s", error);
		if (error)
			ompcc_warn("%s", strncmp(error, "error: ", 7) ? error : error + 7);
		free(error);
		atomic_store(&readiness[n].state, state);
		__atomic_store_n(&ompcc_usable[n], state == USABLE ? changes : 0, __ATOMIC_SEQ_CST);
	}
	pthread_mutex_unlock(&readiness[n].lock);
	ompcc_unshield(before);
	return state == USABLE;
}

void ompcc_lose_device(int n, const char *error) {
	if (atomic_exchange(&readiness[n].state, UNUSABLE) == UNUSABLE)
		return;
	__atomic_store_n(&ompcc_usable[n], 0, __ATOMIC_SEQ_CST);
	ompcc_warn("%s; the host executes the regions of device %d from now on", error, n);
}

int ompcc_used_device(int n) { return atomic_load(&readiness[n].state) == USABLE; }

/* --- a module's address range, and unregistering it ----------------------- */

typedef struct {
	const void *inside;
	uintptr_t begin, end;
} range_t;

static int widen(struct dl_phdr_info *info, size_t size, void *data) {
	range_t *r = data;
	uintptr_t begin = UINTPTR_MAX, end = 0, at = (uintptr_t)r->inside;
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type != PT_LOAD)
			continue;
		uintptr_t b = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
		uintptr_t e = b + info->dlpi_phdr[i].p_memsz;
		begin = b < begin ? b : begin;
		end = e > end ? e : end;
	}
	if (at < begin || at >= end)
		return 0;
	r->begin = begin;
	r->end = end;
	return 1;
}

void ompcc_module_range(const __ompcc_module_t *m, uintptr_t *begin, uintptr_t *end) {
	range_t r = {.inside = m};
	dl_iterate_phdr(widen, &r);
	*begin = r.begin;
	*end = r.end;
}

void ompcc_core_unregister(__ompcc_module_t *m) {
	atomic_store(&unregistered, 1);
	pthread_mutex_lock(&modules_lock);
	for (__ompcc_module_t **p = &modules; *p; p = &(*p)->next)
		if (*p == m) {
			*p = m->next;
			break;
		}
	pthread_mutex_unlock(&modules_lock);
	/* At exit, the process unloads all modules, after finish has closed the devices. */
	if (atomic_load(&exiting) || ompcc_forked())
		return;
	uintptr_t begin, end;
	int told = ompcc_ompt_enabled;
	ompcc_module_range(m, &begin, &end);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_routine_begin(__builtin_return_address(0));
	for (int n = 0; n < OMPCC_MAX_DEVICES; n++)
		if (atomic_load(&readiness[n].state) == USABLE)
			ompcc_go_forget(n, (uintptr_t)m, begin, end);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_routine_end();
	ompcc_globals_remove(m);
}
