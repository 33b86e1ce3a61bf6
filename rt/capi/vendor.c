/* Drivers are opened, never linked: a program runs where there are none. */
#include <pthread.h>
#include <stddef.h>

#include "emulate.h"
#include "loader.h"
#include "vendor.h"

static const char *const names[OMPCC_LIBS] = {"libcuda.so.1", "libhsa-runtime64.so.1"};
static void *libraries[OMPCC_LIBS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_all(void) {
	for (int i = 0; i < OMPCC_LIBS; i++)
		libraries[i] = ompcc_dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
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

/* --- how many ---------------------------------------------------------------- */

int ompcc_cuda_count(void) {
	int (*init)(unsigned) = (int (*)(unsigned))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuInit");
	int (*count)(int *) = (int (*)(int *))ompcc_vendor_symbol(OMPCC_LIB_CUDA, "cuDeviceGetCount");
	int n = 0;
	if (ompcc_emulating())
		return 1;
	return init && count && !init(0) && !count(&n) ? n : 0;
}

typedef struct {
	uint64_t handle;
} agent_t;

enum { AGENT_INFO_DEVICE = 17, DEVICE_TYPE_GPU = 1 };

typedef struct {
	int (*info)(agent_t, int, void *);
	int n;
} counting_t;

static int count_agent(agent_t agent, void *data) {
	counting_t *c = data;
	int type = 0;
	if (!c->info(agent, AGENT_INFO_DEVICE, &type) && type == DEVICE_TYPE_GPU)
		c->n++;
	return 0;
}

int ompcc_hsa_count(void) {
	int (*init)(void) = (int (*)(void))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_init");
	int (*iterate)(int (*)(agent_t, void *), void *) = (int (*)(int (*)(agent_t, void *), void *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_iterate_agents");
	counting_t c = {.info = (int (*)(agent_t, int, void *))ompcc_vendor_symbol(OMPCC_LIB_HSA, "hsa_agent_get_info")};
	if (!init || !iterate || !c.info || init())
		return 0;
	iterate(count_agent, &c);
	return c.n;
}
