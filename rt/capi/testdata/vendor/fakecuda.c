/* A stand-in for libcuda.so.1: FAKE_GPUS GPUs (one by default) whose memory is
 * the host's. It checks every call as the driver would and ends the process at the
 * first mistake. Its kernels are known by name. FAKE_PAGEABLE=1: the GPUs access
 * the host's memory; FAKE_NO_GPU=1: the driver says that there is none, 2: it counts none; FAKE_NO_BINARY=1: they refuse machine code; FAKE_OLD_DRIVER=1: and PTX; FAKE_UNSTAGED=1:
 * large copies need no pinned memory; FAKE_LOG=1: what orders streams is shown; FAKE_LOSE=n: a
 * transfer of n bytes fails after its call has returned; FAKE_REVERSE=1: the image has reverse-offload regions. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REQUIRE(x) do { if (!(x)) { fprintf(stderr, "fakecuda: %s: %s is not so\n", __func__, #x); _Exit(99); } } while (0)

enum { CONTEXT = 0x1000, MODULE = 0x2000, ADD = 0x3000, ADD_ONCE, BAD, MEET, ASK, NONE = 500, NO_MEMORY = 2, FAULT = 700, NO_BINARY = 209, NEWER_PTX = 222, NO_DEVICE = 100, NOT_READY = 600 };
enum { LIVE = 64, MOST = 4, FIRST = 7, MANAGED = MOST };

typedef struct {
	void *at[LIVE];
	size_t size[LIVE];
	int gpu[LIVE];
} set_t;
static set_t memory, pinned, streams, events;
static __thread uintptr_t current;
static int retained[MOST], loaded[MOST], linked[MOST][MOST], broken;
static int device_num[MOST] = {-1, -1, -1, -1}, counter[MOST] = {5, 5, 5, 5};

static int number(const char *name, int otherwise) {
	const char *s = getenv(name);
	return s ? atoi(s) : otherwise;
}

static int gpus(void) { return number("FAKE_GPUS", 1); }

/* here is the GPU whose context the thread has. */
static int here(void) { return (int)(current - CONTEXT); }

/* Kernels that have begun and end only when as many are under way on streams of
 * their own: they say whether launches overlap. */
static pthread_mutex_t meeting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static uintptr_t at_meeting[8];
static int expected, met;
static _Atomic int staged;

static void meet(uintptr_t stream, int n) {
	pthread_mutex_lock(&meeting);
	expected = n;
	for (int i = 0; i < met; i++)
		REQUIRE(at_meeting[i] != stream);
	at_meeting[met++] = stream;
	pthread_cond_broadcast(&arrived);
	pthread_mutex_unlock(&meeting);
}

static void wait_for_meeting(uintptr_t stream) {
	struct timespec limit;
	pthread_mutex_lock(&meeting);
	int here = 0;
	for (int i = 0; i < met; i++)
		here |= at_meeting[i] == stream;
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += 60;
	while (here && met < expected)
		REQUIRE(!pthread_cond_timedwait(&arrived, &meeting, &limit));
	pthread_mutex_unlock(&meeting);
}

static pthread_mutex_t handles = PTHREAD_MUTEX_INITIALIZER;

static void *add_for(set_t *s, size_t n, int gpu) {
	void *p = NULL;
	pthread_mutex_lock(&handles);
	for (int i = 0; i < LIVE && !p; i++)
		if (!s->at[i]) {
			s->size[i] = n, s->gpu[i] = gpu;
			p = s->at[i] = aligned_alloc(256, (n + 255) & ~255ul);
		}
	pthread_mutex_unlock(&handles);
	return p;
}

static void *add(set_t *s, size_t n) { return add_for(s, n, here()); }

static int owns_for(set_t *s, uintptr_t p, size_t n, int gpu) {
	int found = 0;
	pthread_mutex_lock(&handles);
	for (int i = 0; i < LIVE; i++)
		found |= s->at[i] && (gpu < 0 || s->gpu[i] == gpu || s->gpu[i] == MANAGED) && p >= (uintptr_t)s->at[i] && p + n <= (uintptr_t)s->at[i] + s->size[i];
	pthread_mutex_unlock(&handles);
	return found;
}

static int owns(set_t *s, uintptr_t p, size_t n) { return owns_for(s, p, n, -1); }
static int mine(set_t *s, uintptr_t p) { return owns_for(s, p, 1, here()); }

/* place is the number of a handle among those of its kind. */
static int place(set_t *s, uintptr_t p) {
	int found = 0;
	pthread_mutex_lock(&handles);
	for (int i = 0; i < LIVE; i++)
		found = s->at[i] == (void *)p ? i : found;
	pthread_mutex_unlock(&handles);
	return found;
}

/* recorded is the stream whose work an event stands for, plus one. */
static int recorded[LIVE];

static void drop(set_t *s, uintptr_t p) {
	int found = 0;
	pthread_mutex_lock(&handles);
	for (int i = 0; i < LIVE && !found; i++)
		if (s->at[i] == (void *)p) {
			free(s->at[i]);
			s->at[i] = NULL;
			found = 1;
		}
	pthread_mutex_unlock(&handles);
	REQUIRE(found);
}

static int empty(const set_t *s, int gpu) {
	for (int i = 0; i < LIVE; i++)
		if (s->at[i] && s->gpu[i] == gpu)
			return 0;
	return 1;
}

#include "ask.h"

static int on(int gpu, uintptr_t p, size_t n) {
	return owns_for(&memory, p, n, gpu) || (p >= (uintptr_t)&counter[gpu] && p + n <= (uintptr_t)(&counter[gpu] + 1)) ||
	       (p == (uintptr_t)reverse_box && n == sizeof reverse_box) || (p >= (uintptr_t)&device_num[gpu] && p + n <= (uintptr_t)(&device_num[gpu] + 1));
}

static int on_device(uintptr_t p, size_t n) { return on(here(), p, n); }

static int index_of(int device) {
	REQUIRE(device >= FIRST && device < FIRST + gpus());
	return device - FIRST;
}

static int context_of(uintptr_t c) {
	REQUIRE(c >= CONTEXT && c < (uintptr_t)(CONTEXT + gpus()) && retained[c - CONTEXT] == 1);
	return (int)(c - CONTEXT);
}

#define READY context_of(current)

int cuInit(unsigned flags) { return flags ? 1 : number("FAKE_NO_GPU", 0) == 1 ? NO_DEVICE : 0; }
int cuDeviceGetCount(int *n) { return *n = number("FAKE_NO_GPU", 0) ? 0 : gpus(), 0; }
int cuDeviceGet(int *d, int i) { REQUIRE(i >= 0 && i < gpus()); return *d = FIRST + i, 0; }
int cuDeviceGetName(char *s, int n, int d) { index_of(d); return snprintf(s, (size_t)n, "Fake GPU"), 0; }
int cuDeviceGetUuid(char *u, int d) { return memset(u, 0xab + index_of(d), 16), 0; }
int cuDeviceGetAttribute(int *v, int a, int d) {
	index_of(d);
	*v = a == 75 ? (index_of(d) < number("FAKE_OLD", 0) ? 5 : 9) : a == 76 ? 0 : a == 16 ? 3 : a == 88 ? number("FAKE_PAGEABLE", 0) : -1;
	return 0;
}
int cuDevicePrimaryCtxRetain(uintptr_t *c, int d) { retained[index_of(d)]++; return *c = (uintptr_t)(CONTEXT + index_of(d)), 0; }
int cuDevicePrimaryCtxRelease_v2(int d) {
	int i = index_of(d);
	REQUIRE(broken || (retained[i] == 1 && empty(&streams, i) && empty(&events, i) && empty(&pinned, i) && !loaded[i]));
	if (met)
		printf("%d kernels at once, %d transfers from pinned memory\n", met, staged);
	printf("released, %s\n", empty(&memory, i) ? "no memory left" : "memory left");
	return 0;
}
int cuCtxSetCurrent(uintptr_t c) { context_of(c); return current = c, 0; }
int cuDeviceCanAccessPeer(int *can, int d, int peer) { REQUIRE(index_of(d) != index_of(peer)); return *can = 1, 0; }
int cuCtxEnablePeerAccess(uintptr_t peer, unsigned flags) {
	READY;
	REQUIRE(!flags && context_of(peer) != here() && !linked[here()][context_of(peer)]);
	linked[here()][context_of(peer)] = 1;
	printf("device %d reaches device %d\n", here(), context_of(peer));
	return 0;
}
int cuMemAlloc_v2(void **p, size_t n) { READY; REQUIRE(n); return n > 1u << 30 ? NO_MEMORY : (*p = add(&memory, n)) ? 0 : NO_MEMORY; }
int cuMemAllocManaged(void **p, size_t n, unsigned flags) {
	READY;
	REQUIRE(n && flags == 1);
	return n > 1u << 30 ? NO_MEMORY : (*p = add_for(&memory, n, MANAGED)) ? 0 : NO_MEMORY;
}
int cuMemFree_v2(uintptr_t p) { READY; REQUIRE(idle()); drop(&memory, p); return 0; }
int cuMemHostAlloc(void **p, size_t n, unsigned f) { READY; REQUIRE(!f || f == 3); return *p = add(&pinned, n), 0; }
int cuMemFreeHost(uintptr_t p) { READY; REQUIRE(idle()); drop(&pinned, p); return 0; }
int cuStreamCreate(void **s, unsigned f) { READY; REQUIRE(f == 1); return *s = add(&streams, 1), 0; }
int cuStreamDestroy_v2(uintptr_t s) { READY; drop(&streams, s); return 0; }
int cuStreamSynchronize(uintptr_t s) {
	READY;
	REQUIRE(mine(&streams, s) && (s != asked_on || answered));
	wait_for_meeting(s);
	if (number("FAKE_LOG", 0))
		printf("stream %d is done\n", place(&streams, s));
	return broken ? FAULT : 0;
}
int cuStreamQuery(uintptr_t s) {
	READY;
	REQUIRE(mine(&streams, s));
	if (s != asked_on)
		return cuStreamSynchronize(s);
	if (!answered)
		return NOT_READY;
	pthread_join(asking, NULL);
	return asked_on = 0;
}
int cuStreamWaitEvent(uintptr_t s, uintptr_t e, unsigned flags) {
	READY;
	int of = recorded[place(&events, e)];
	REQUIRE(mine(&streams, s) && mine(&events, e) && of && !flags);
	if (number("FAKE_LOG", 0))
		printf("stream %d waits for stream %d\n", place(&streams, s), of - 1);
	return 0;
}
int cuEventCreate(void **e, unsigned f) { READY; REQUIRE(f == 2 || f == 0); return *e = add(&events, 1), 0; }
int cuEventDestroy_v2(uintptr_t e) { READY; drop(&events, e); return 0; }
int cuEventRecord(uintptr_t e, uintptr_t s) {
	READY;
	REQUIRE(mine(&events, e) && mine(&streams, s));
	return recorded[place(&events, e)] = place(&streams, s) + 1, 0;
}
int cuEventElapsedTime(float *ms, uintptr_t a, uintptr_t b) { READY; REQUIRE(owns(&events, a, 1) && owns(&events, b, 1)); return *ms = 1, 0; }
int cuEventSynchronize(uintptr_t e) { READY; REQUIRE(mine(&events, e)); return 0; }
/* lose: the failure is seen by who waits for a stream. */
static void lose(size_t n) {
	if (n == (size_t)number("FAKE_LOSE", -1))
		broken = 1;
}

int cuMemcpyHtoDAsync_v2(uintptr_t d, const void *h, size_t n, uintptr_t s) {
	READY;
	REQUIRE(n && on_device(d, n) && mine(&streams, s) && !owns_for(&memory, (uintptr_t)h, 1, here()));
	REQUIRE(n <= 64 << 10 || owns(&pinned, (uintptr_t)h, n) || number("FAKE_UNSTAGED", 0));
	staged += owns(&pinned, (uintptr_t)h, n);
	lose(n);
	return memcpy((void *)d, h, n), 0;
}
int cuMemcpyDtoHAsync_v2(void *h, uintptr_t d, size_t n, uintptr_t s) {
	READY;
	REQUIRE(n && on_device(d, n) && mine(&streams, s) && !owns_for(&memory, (uintptr_t)h, 1, here()));
	lose(n);
	return memcpy(h, (void *)d, n), 0;
}
int cuMemcpyDtoDAsync_v2(uintptr_t d, uintptr_t f, size_t n, uintptr_t s) {
	READY;
	REQUIRE(on_device(d, n) && on_device(f, n) && mine(&streams, s) && (d >= f + n || f >= d + n));
	return memcpy((void *)d, (void *)f, n), 0;
}
int cuMemcpyPeerAsync(uintptr_t d, uintptr_t dc, uintptr_t f, uintptr_t fc, size_t n, uintptr_t s) {
	READY;
	REQUIRE(on(context_of(dc), d, n) && on(context_of(fc), f, n) && dc != fc && mine(&streams, s));
	printf("%zu bytes from device %d to device %d\n", n, context_of(fc), context_of(dc));
	return memcpy((void *)d, (void *)f, n), 0;
}
/* CUDA_MEMCPY3D: the source's side, the destination's, and the extent. */
struct side { size_t x, y, z, lod; int type; const char *host; uintptr_t device; void *array, *reserved; size_t pitch, height; };
struct box { struct side from, to; size_t width, height, depth; };
int cuMemcpy3DAsync_v2(const struct box *b, uintptr_t s) {
	READY;
	REQUIRE(b->width && b->height && b->depth && mine(&streams, s) && b->from.type + b->to.type == 3);
	const char *from = b->from.type == 1 ? b->from.host : (const char *)b->from.device;
	char *to = b->to.type == 1 ? (char *)b->to.host : (char *)b->to.device;
	REQUIRE(on_device((uintptr_t)(b->to.type == 2 ? to : from), b->width));
	if (number("FAKE_LOG", 0))
		printf("box of %zu x %zu x %zu bytes\n", b->depth, b->height, b->width);
	for (size_t z = 0; z < b->depth; z++)
		for (size_t y = 0; y < b->height; y++)
			memcpy(to + (z * b->to.height + y) * b->to.pitch, from + (z * b->from.height + y) * b->from.pitch, b->width);
	return 0;
}
int cuMemsetD8Async(uintptr_t d, unsigned char v, size_t n, uintptr_t s) {
	READY;
	REQUIRE(on_device(d, n) && mine(&streams, s));
	return memset((void *)d, v, n), 0;
}
int cuModuleLoadDataEx(uintptr_t *m, const char *text, unsigned n, const int *options, void **values) {
	READY;
	REQUIRE(n == 2 && options[0] == 5 && options[1] == 6 && (uintptr_t)values[1] > 1000);
	if (!strncmp(text, "\177ELF", 4)) { /* machine code */
		puts(number("FAKE_NO_BINARY", 0) ? "machine code is refused" : "machine code is loaded");
		if (number("FAKE_NO_BINARY", 0))
			return NO_BINARY;
	} else if (number("FAKE_OLD_DRIVER", 0)) {
		return NEWER_PTX;
	} else if (!strstr(text, ".target sm_80")) {
		snprintf(values[0], (size_t)values[1], "ptxas fatal : bad text, line 1");
		return 218;
	}
	REQUIRE(!loaded[here()]);
	loaded[here()] = 1;
	return *m = MODULE, 0;
}
int cuModuleUnload(uintptr_t m) { READY; REQUIRE(m == MODULE && loaded[here()]); return loaded[here()] = 0; }
int cuModuleGetFunction(uintptr_t *f, uintptr_t m, const char *name) {
	READY;
	REQUIRE(m == MODULE);
	*f = !strcmp(name, "add") ? ADD : !strcmp(name, "add__once") ? ADD_ONCE : !strcmp(name, "bad") ? BAD : !strcmp(name, "meet") ? MEET : !strcmp(name, "ask") ? ASK : 0;
	return *f ? 0 : NONE;
}
int cuModuleGetGlobal_v2(void **p, size_t *n, uintptr_t m, const char *name) {
	READY;
	REQUIRE(m == MODULE);
	*n = !strcmp(name, "__ompcc_reverse") ? sizeof reverse_box : 4;
	*p = !strcmp(name, "__ompcc_reverse") && number("FAKE_REVERSE", 0) ? (void *)reverse_box : !strcmp(name, "__ompcc_device_num") ? &device_num[here()] : !strcmp(name, "counter") ? &counter[here()] : NULL;
	return *p ? 0 : NONE;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *v, uintptr_t f, int threads, size_t shared) {
	REQUIRE(f >= ADD && threads == 256 && !shared);
	return *v = 8, 0;
}
/* Its kernels ask for neither a deeper stack nor shared memory. */
int cuCtxGetLimit(size_t *v, int limit) { READY; REQUIRE(limit == 0); return *v = 1024, 0; }
int cuCtxSetLimit(int limit, size_t v) { READY; REQUIRE(limit == 0 && v > 1024); return 0; }
int cuFuncSetAttribute(uintptr_t f, int a, int v) { READY; REQUIRE(f >= ADD && a == 8 && v > 0); return 0; }
int cuFuncGetAttribute(int *v, int a, uintptr_t f) { REQUIRE(a == 0 && f >= ADD); return *v = 256, 0; }
int cuLaunchKernel(uintptr_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned smem,
                   uintptr_t stream, void **params, void **extra) {
	READY;
	REQUIRE(gx && gy == 1 && gz == 1 && bx && bx <= 256 && by == 1 && bz == 1 && !smem && !extra && mine(&streams, stream));
	if (f == BAD)
		return broken = 1, 0;
	if (f == ASK)
		return launch_ask(stream, params);
	if (f == MEET) {
		if (number("FAKE_LOG", 0))
			printf("launch meet on stream %d\n", place(&streams, stream));
		return meet(stream, *(int *)params[1]), 0;
	}
	printf("launch %s %u x %u on device %d\n", f == ADD_ONCE ? "once" : "loop", gx, bx, device_num[here()]);
	int *x = *(int **)params[0];
	long n = *(long *)params[1];
	REQUIRE(f == ADD || (long)gx * bx >= n);
	REQUIRE(on_device((uintptr_t)x, (size_t)n * sizeof *x));
	for (long i = 0; i < n; i++)
		x[i] += counter[here()];
	return 0;
}
int cuGetErrorString(int r, const char **s) {
	*s = r == FAULT ? "an illegal memory access was encountered" : r == 218 ? "a PTX JIT compilation failed" : r == NO_BINARY ? "no kernel image is available" : r == NEWER_PTX ? "the provided PTX was compiled with an unsupported toolchain." : r == NO_DEVICE ? "no CUDA-capable device is detected" : "unknown";
	return 0;
}
int cuGetErrorName(int r, const char **s) {
	*s = r == FAULT ? "CUDA_ERROR_ILLEGAL_ADDRESS" : r == 218 ? "CUDA_ERROR_INVALID_PTX" : r == NO_BINARY ? "CUDA_ERROR_NO_BINARY_FOR_GPU" : r == NEWER_PTX ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" : r == NO_DEVICE ? "CUDA_ERROR_NO_DEVICE" : "CUDA_ERROR_UNKNOWN";
	return 0;
}
