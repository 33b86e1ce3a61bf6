/* Drivers are opened, never linked: a program runs where there are none. */
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "emulate.h"
#include "loader.h"
#include "shim.h"
#include "vendor.h"

static const char *const names[OMPCC_LIBS] = {"libcuda.so.1", "libhsa-runtime64.so.1"};
static void *libraries[OMPCC_LIBS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Why a library has no GPUs, empty as long as nobody asked. */
static char reasons[OMPCC_LIBS][256];
static int wanted[OMPCC_LIBS];

__attribute__((format(printf, 2, 3))) static int because(int library, const char *format, ...) {
	va_list list;
	va_start(list, format);
	vsnprintf(reasons[library], sizeof reasons[library], format, list);
	va_end(list);
	return 0;
}

static const char *const kinds[OMPCC_LIBS] = {"NVIDIA", "AMD"};

void ompcc_tell_missing(void) {
	for (int i = 0; i < OMPCC_LIBS; i++)
		if (wanted[i] && *reasons[i])
			ompcc_warn("no %s GPU: %s", kinds[i], reasons[i]);
}

void ompcc_missing_devices(char *text, size_t size) {
	size_t n = 0;
	*text = 0;
	for (int i = 0; i < OMPCC_LIBS && n < size; i++)
		if (wanted[i] && *reasons[i])
			n += (size_t)snprintf(text + n, size - n, "%sno %s GPU: %s", n ? ", " : "", kinds[i], reasons[i]);
}

/* beside is the path of the HSA runtime that lies beside the emulator. */
static const char *beside(void) {
	static char path[4096];
	const char *emulator = ompcc_emulator(), *end = strrchr(emulator, '/');
	snprintf(path, sizeof path, "%.*s%s", end ? (int)(end + 1 - emulator) : 0, emulator, names[OMPCC_LIB_HSA]);
	return path;
}

static void open_all(void) {
	for (int i = 0; i < OMPCC_LIBS; i++) {
		const char *name = i == OMPCC_LIB_HSA && ompcc_emulating_amd() ? beside() : names[i];
		libraries[i] = ompcc_dlopen(name, RTLD_NOW | RTLD_LOCAL);
		const char *text = libraries[i] ? NULL : ompcc_dlerror();
		if (!libraries[i])
			because(i, "%s", text ? text : names[i]);
	}
}

void *ompcc_vendor_symbol(int library, const char *name) {
	pthread_once(&once, open_all);
	return libraries[library] ? ompcc_dlsym(libraries[library], name) : NULL;
}

typedef uintptr_t word;
typedef word call_t(word, word, word, word, word, word, word, word, word, word, word, word);

/* Arguments beyond those that a function has do no harm: the caller removes
 * them. */
word ompcc_vendor_call(void *function, const word *args, int n) {
	word a[12] = {0};
	for (int i = 0; i < n && i < 12; i++)
		a[i] = args[i];
	return ((call_t *)function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
}

void ompcc_emulated_architecture(const char *arch) {
	void (*set)(const char *) = (void (*)(const char *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "ompcc_hsa_architecture");
	if (set)
		set(arch);
}

/* --- how many ---------------------------------------------------------------- */

static int cuda_failed(const char *function, int result) {
	int (*name)(int, const char **) = (int (*)(int, const char **))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuGetErrorName");
	int (*string)(int, const char **) = (int (*)(int, const char **))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuGetErrorString");
	const char *is = NULL, *says = NULL;
	if (!name || !string || name(result, &is) || string(result, &says) || !is || !says)
		return because(OMPCC_LIB_CUDA, "%s: error %d", function, result);
	return because(OMPCC_LIB_CUDA, "%s: %s (%s, %d)", function, says, is, result);
}

int ompcc_cuda_count(void) {
	int n = 0, r;
	if (ompcc_emulating())
		return ompcc_emulating();
	wanted[OMPCC_LIB_CUDA] = 1;
	int (*init)(unsigned) = (int (*)(unsigned))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuInit");
	int (*count)(int *) = (int (*)(int *))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGetCount");
	if (!libraries[OMPCC_LIB_CUDA])
		return 0;
	if (!init || !count)
		return because(OMPCC_LIB_CUDA, "%s is no driver of CUDA", names[OMPCC_LIB_CUDA]);
	if ((r = init(0)))
		return cuda_failed("cuInit", r);
	if ((r = count(&n)))
		return cuda_failed("cuDeviceGetCount", r);
	return n > 0 ? n : because(OMPCC_LIB_CUDA, "the driver finds none");
}

typedef struct {
	uint64_t handle;
} handle_t;

typedef struct {
	uint64_t *to;
	int n, max;
} listing_t;

static int list(handle_t h, void *data) {
	listing_t *l = data;
	if (l->n < l->max)
		l->to[l->n] = h.handle;
	l->n++;
	return 0;
}

typedef int visit_t(handle_t, void *);

int ompcc_hsa_agents(uint64_t *handles, int max) {
	int (*iterate)(visit_t *, void *) = (int (*)(visit_t *, void *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_iterate_agents");
	listing_t l = {handles, 0, max};
	if (iterate)
		iterate(list, &l);
	return l.n < max ? l.n : max;
}

int ompcc_hsa_pools(uint64_t agent, uint64_t *handles, int max) {
	int (*iterate)(handle_t, visit_t *, void *) =
		(int (*)(handle_t, visit_t *, void *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_amd_agent_iterate_memory_pools");
	listing_t l = {handles, 0, max};
	if (iterate)
		iterate((handle_t){agent}, list, &l);
	return l.n < max ? l.n : max;
}

void ompcc_hsa_failed(uint32_t status, void *queue, void *data) {
	(void)queue;
	__atomic_store_n((uint32_t *)data, status, __ATOMIC_RELEASE);
}

enum { AGENT_INFO_DEVICE = 17,
	DEVICE_TYPE_GPU = 1,
	MOST_AGENTS = 256 };

/* The runtime stays initialised: the plugin's own call only counts. */
int ompcc_hsa_count(void) {
	int (*init)(void) = (int (*)(void))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_init");
	int (*info)(handle_t, int, void *) = (int (*)(handle_t, int, void *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_agent_get_info");
	uint64_t agents[MOST_AGENTS];
	int gpus = 0;
	int (*string)(int, const char **) = (int (*)(int, const char **))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_status_string");
	const char *says = NULL;
	int status;
	wanted[OMPCC_LIB_HSA] = 1;
	if (!libraries[OMPCC_LIB_HSA])
		return 0;
	if (!init || !info)
		return because(OMPCC_LIB_HSA, "%s is no runtime of HSA", names[OMPCC_LIB_HSA]);
	if ((status = init())) {
		if (!string || string(status, &says) || !says)
			says = "it failed";
		return because(OMPCC_LIB_HSA, "hsa_init: %s (0x%x)", says, status);
	}
	int n = ompcc_hsa_agents(agents, MOST_AGENTS);
	for (int i = 0; i < n; i++) {
		int type = 0;
		if (!info((handle_t){agents[i]}, AGENT_INFO_DEVICE, &type) && type == DEVICE_TYPE_GPU)
			gpus++;
	}
	return gpus > 0 ? gpus : because(OMPCC_LIB_HSA, "none of the agents is one");
}

/* --- who --------------------------------------------------------------------- */

enum { CAPABILITY_MAJOR = 75,
	CAPABILITY_MINOR = 76 };

static void cuda_arch(int index, char *arch, size_t size) {
	int (*get)(int *, int) = (int (*)(int *, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGet");
	int (*attribute)(int *, int, int) = (int (*)(int *, int, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGetAttribute");
	int device, major, minor;
	if (get && attribute && !get(&device, index) && !attribute(&major, CAPABILITY_MAJOR, device) && !attribute(&minor, CAPABILITY_MINOR, device))
		snprintf(arch, size, "sm_%d%d", major, minor);
}

static void cuda_identity(int index, char *uid, size_t uid_size, char *isa, size_t isa_size) {
	int (*get)(int *, int) = (int (*)(int *, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGet");
	int (*uuid)(unsigned char *, int) = (int (*)(unsigned char *, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGetUuid");
	unsigned char id[16];
	int device;
	if (ompcc_emulating()) {
		snprintf(uid, uid_size, "ompcc-cuda-%d", index);
		snprintf(isa, isa_size, "sm_90");
		return;
	}
	cuda_arch(index, isa, isa_size);
	if (!get || !uuid || get(&device, index))
		return;
	if (!uuid(id, device) && uid_size > 4 + 2 * sizeof id) {
		char *p = uid + sprintf(uid, "GPU-");
		for (size_t i = 0; i < sizeof id; i++)
			p += sprintf(p, "%02x", id[i]);
	}
}

static void cuda_model(int index, char *model, size_t size) {
	int (*get)(int *, int) = (int (*)(int *, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGet");
	int (*name)(char *, int, int) = (int (*)(char *, int, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGetName");
	int device;
	if (!get || !name || get(&device, index) || name(model, (int)size, device))
		snprintf(model, size, "NVIDIA");
}

enum { AGENT_INFO_NAME = 0,
	AGENT_INFO_ISA = 19,
	AGENT_INFO_WAVEFRONT = 6,
	AGENT_INFO_PRODUCT = 0xA009,
	AGENT_INFO_UUID = 0xA011,
	ISA_INFO_NAME = 1 };

typedef int about_t(handle_t, int, void *);

/* hsa_gpu is the agent that is GPU number index, and the function that tells of it;
 * NULL without it. */
static about_t *hsa_gpu(int index, handle_t *gpu) {
	about_t *info = (about_t *)ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_agent_get_info");
	uint64_t agents[MOST_AGENTS];
	int n = ompcc_hsa_agents(agents, MOST_AGENTS), seen = 0;
	for (int i = 0; info && i < n; i++) {
		int type = 0;
		*gpu = (handle_t){agents[i]};
		if (!info(*gpu, AGENT_INFO_DEVICE, &type) && type == DEVICE_TYPE_GPU && seen++ == index)
			return info;
	}
	return NULL;
}

static void hsa_identity(int index, char *uid, size_t uid_size, char *isa, size_t isa_size) {
	handle_t gpu;
	about_t *info = hsa_gpu(index, &gpu);
	char text[128] = "";
	if (info && !info(gpu, AGENT_INFO_UUID, text))
		snprintf(uid, uid_size, "%s", text);
	*text = 0;
	if (info && !info(gpu, AGENT_INFO_NAME, text))
		snprintf(isa, isa_size, "%.*s", (int)strcspn(text, ":"), text);
}

static void hsa_model(int index, char *model, size_t model_size, char *arch, size_t arch_size) {
	about_t *of_isa = (about_t *)ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_isa_get_info_alt");
	handle_t gpu, isa;
	about_t *info = hsa_gpu(index, &gpu);
	char text[256] = "";
	snprintf(model, model_size, "%s", info && !info(gpu, AGENT_INFO_PRODUCT, text) ? text : "AMD");
	memset(text, 0, sizeof text);
	if (!info || !of_isa || info(gpu, AGENT_INFO_ISA, &isa) || of_isa(isa, ISA_INFO_NAME, text))
		return;
	const char *name = strstr(text, "-gfx");
	snprintf(arch, arch_size, "%s", name ? name + 1 : "");
}

void ompcc_vendor_model(int kind, int index, char *model, size_t model_size, char *arch, size_t arch_size) {
	*arch = 0;
	if (kind == OMPCC_HSA) {
		hsa_model(index, model, model_size, arch, arch_size);
		return;
	}
	cuda_model(index, model, model_size);
	cuda_arch(index, arch, arch_size);
}

void ompcc_vendor_identity(int kind, int index, char *uid, size_t uid_size, char *isa, size_t isa_size) {
	*uid = *isa = 0;
	(kind == OMPCC_CUDA ? cuda_identity : hsa_identity)(index, uid, uid_size, isa, isa_size);
}

/* --- whose memory ------------------------------------------------------------- */

enum { PAGEABLE_MEMORY_ACCESS = 88,
	SVM_ACCESSIBLE_BY_DEFAULT = 0x202 };

static int cuda_shares(int index) {
	int (*get)(int *, int) = (int (*)(int *, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGet");
	int (*attribute)(int *, int, int) = (int (*)(int *, int, int))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGetAttribute");
	int device, yes = 0;
	if (ompcc_emulating())
		return ompcc_emulating_shares();
	return get && attribute && !get(&device, index) && !attribute(&yes, PAGEABLE_MEMORY_ACCESS, device) && yes == 1;
}

int ompcc_hsa_lanes(int index) {
	handle_t gpu;
	uint32_t lanes = 0;
	about_t *info = hsa_gpu(index, &gpu);
	return info && !info(gpu, AGENT_INFO_WAVEFRONT, &lanes) ? (int)lanes : 0;
}

static int hsa_shares(void) {
	int (*info)(int, void *) = (int (*)(int, void *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_system_get_info");
	_Bool yes = 0;
	return info && !info(SVM_ACCESSIBLE_BY_DEFAULT, &yes) && yes;
}

int ompcc_vendor_shares(int kind, int index) { return kind == OMPCC_CUDA ? cuda_shares(index) : hsa_shares(); }
