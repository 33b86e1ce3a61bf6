/* A stand-in for libhsa-runtime64.so.1: one GPU whose memory is the host's. It
 * checks every call and ends the process at the first mistake. Its kernels are
 * known by name and run when the doorbell rings. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(x) do { if (!(x)) { fprintf(stderr, "fakehsa: %s: %s is not so\n", __func__, #x); _Exit(99); } } while (0)

enum { CPU = 11, GPU = 22, POOL_HOST = 31, POOL_GPU = 32, EXECUTABLE = 41, READER = 42 };
enum { SYM_ADD = 51, SYM_ONCE, SYM_BAD, SYM_COUNTER, SYM_NUM, SYM_STDIO };
enum { NO_MEMORY = 0x1008, NO_SYMBOL = 0x1013, LIVE = 64, FAULT = 0x1016 };
typedef uint64_t word;

static struct {
	char *at;
	size_t size;
	word pool;
	int shared;
} blocks[LIVE];
static int users, loaded, frozen, readers, counter = 5, device_num = -1;
static struct { uint32_t used, dropped; char text[1048568]; } print;
static int64_t signals[LIVE];
typedef struct { uint32_t type, features; char *base; word doorbell; uint32_t size, reserved; word id, written; } queue_t;
enum { QUEUES = 4 };
static queue_t queues[QUEUES];
static void (*on_error)(uint32_t, void *, void *);
static void *error_data;

typedef struct {
	uint16_t header, setup, team[3], r0;
	uint32_t grid[3], private, group;
	word object;
	char *args;
	word r1, signal;
} packet_t;

static int in(word p, size_t n, word pool) {
	for (int i = 0; i < LIVE; i++)
		if (blocks[i].at && blocks[i].pool == pool && p >= (word)blocks[i].at && p + n <= (word)blocks[i].at + blocks[i].size)
			return pool == POOL_GPU || blocks[i].shared;
	word own[][2] = {{(word)&counter, 4}, {(word)&device_num, 4}, {(word)&print, sizeof print}};
	for (int i = 0; i < 3; i++)
		if (pool == POOL_GPU && p >= own[i][0] && p + n <= own[i][0] + own[i][1])
			return 1;
	return 0;
}

int hsa_init(void) { users++; return 0; }
int hsa_shut_down(void) {
	int left = 0;
	for (int i = 0; i < LIVE; i++)
		left += blocks[i].at != NULL;
	for (int i = 0; i < QUEUES; i++)
		REQUIRE(!queues[i].base);
	REQUIRE(users > 0 && !loaded && !readers);
	printf("released, %d blocks left\n", left);
	return 0;
}
int hsa_status_string(uint32_t s, const char **t) { *t = s == FAULT ? "HSA_STATUS_ERROR_EXCEPTION" : "an error"; return 0; }
int hsa_iterate_agents(int (*f)(word, void *), void *d) { return f(CPU, d) || f(GPU, d); }
int hsa_agent_get_info(word a, int what, void *v) {
	REQUIRE(a == CPU || a == GPU);
	switch (what) {
	case 0: return strcpy(v, "gfx90a"), 0;
	case 6: return *(uint32_t *)v = 64, 0;
	case 17: return *(int *)v = a == GPU, 0;
	case 0xA002: return *(uint32_t *)v = 3, 0;
	case 0xA009: return strcpy(v, "Fake GPU"), 0;
	case 0xA011: return strcpy(v, "GPU-0123"), 0;
	}
	return 1;
}
int hsa_amd_agent_iterate_memory_pools(word a, int (*f)(word, void *), void *d) { return f(a == CPU ? POOL_HOST : POOL_GPU, d); }
int hsa_amd_memory_pool_get_info(word p, int what, void *v) {
	*(uint32_t *)v = what == 0 ? 0 : what == 1 ? (p == POOL_HOST ? 3 : 4) : 1;
	return 0;
}
int hsa_amd_memory_pool_allocate(word pool, size_t n, uint32_t flags, void **p) {
	REQUIRE(n && !flags && (pool == POOL_HOST || pool == POOL_GPU));
	if (n > 1u << 30)
		return NO_MEMORY;
	for (int i = 0; i < LIVE; i++)
		if (!blocks[i].at) {
			blocks[i].at = *p = aligned_alloc(4096, (n + 4095) & ~4095ul);
			blocks[i].size = n, blocks[i].pool = pool, blocks[i].shared = 0;
			return 0;
		}
	return NO_MEMORY;
}
int hsa_amd_memory_pool_free(void *p) {
	for (int i = 0; i < LIVE; i++)
		if (blocks[i].at == p)
			return free(p), blocks[i].at = NULL, 0;
	REQUIRE(!"a known block");
}
int hsa_amd_agents_allow_access(uint32_t n, const word *a, const uint32_t *flags, const void *p) {
	REQUIRE(n == 1 && *a == GPU && !flags);
	for (int i = 0; i < LIVE; i++)
		if (blocks[i].at == p)
			return blocks[i].shared = 1, 0;
	REQUIRE(!"a known block");
}
static int64_t *signal_at(word s) { REQUIRE(s >= 1 && s < LIVE); return &signals[s]; }
int hsa_signal_create(int64_t v, uint32_t n, const word *a, word *s) {
	static word last;
	REQUIRE(!n && !a && ++last < LIVE);
	return *signal_at(*s = last) = v, 0;
}
int hsa_signal_destroy(word s) { signal_at(s); return 0; }
int64_t hsa_signal_wait_scacquire(word s, int condition, int64_t v, word timeout, int state) {
	REQUIRE(condition == 2 && v == 1 && timeout && state == 0);
	return *signal_at(s);
}
int hsa_amd_memory_async_copy(void *d, word da, const void *s, word sa, size_t n, uint32_t ndep, const word *dep, word signal) {
	REQUIRE(n && !ndep && !dep && *signal_at(signal) == 1);
	REQUIRE(in((word)d, n, da == GPU ? POOL_GPU : POOL_HOST) && in((word)s, n, sa == GPU ? POOL_GPU : POOL_HOST));
	memmove(d, s, n);
	return *signal_at(signal) = 0;
}
int hsa_amd_memory_fill(uint32_t *p, uint32_t v, size_t n) {
	REQUIRE((word)p % 4 == 0 && in((word)p, 4 * n, POOL_GPU));
	for (size_t i = 0; i < n; i++)
		p[i] = v;
	return 0;
}
int hsa_queue_create(word a, uint32_t size, int type, void (*f)(uint32_t, void *, void *), void *data, uint32_t p, uint32_t g, void **q) {
	REQUIRE(a == GPU && size == 64 && !type && f && p == ~0u && g == ~0u);
	for (int i = 0; i < QUEUES; i++)
		if (!queues[i].base) {
			queues[i] = (queue_t){.base = calloc(size, 64), .size = size, .doorbell = LIVE - 1 - (word)i};
			on_error = f, error_data = data;
			return *q = &queues[i], 0;
		}
	return NO_MEMORY;
}
static queue_t *queue_at(void *q) {
	REQUIRE((queue_t *)q >= queues && (queue_t *)q < queues + QUEUES && ((queue_t *)q)->base);
	return q;
}
int hsa_queue_destroy(void *q) { return free(queue_at(q)->base), queue_at(q)->base = NULL, 0; }
word hsa_queue_add_write_index_screlease(void *q, word n) { REQUIRE(n == 1); return queue_at(q)->written++; }
word hsa_queue_load_read_index_scacquire(void *q) { return queue_at(q)->written; }
static void run(queue_t *queue, const packet_t *p) {
	if (p->header == (3 | 1 << 8 | 2 << 9 | 2 << 11)) {
		puts("barrier");
		*signal_at(p->signal) = 0;
		return;
	}
	REQUIRE(p->header == (2 | 1 << 8 | 2 << 9 | 2 << 11) && p->setup == 1 && p->team[1] == 1 && p->grid[1] == 1 && in((word)p->args, 88, POOL_HOST));
	if (p->object == SYM_BAD) {
		on_error(FAULT, queue, error_data);
		return;
	}
	int *x = *(int **)p->args;
	long n = *(long *)(p->args + 8);
	uint32_t teams = *(uint32_t *)(p->args + 16);
	REQUIRE(p->grid[0] == teams * p->team[0] && *(uint16_t *)(p->args + 28) == p->team[0] && *(uint16_t *)(p->args + 80) == 1);
	REQUIRE(in((word)x, (size_t)n * 4, POOL_GPU) && p->private == (p->object == SYM_ADD ? 4096 : 16) && p->group == 32);
	printf("launch %s %u x %u on device %d\n", p->object == SYM_ONCE ? "once" : "loop", teams, p->team[0], device_num);
	for (long i = 0; i < n; i++)
		x[i] += counter;
	print.used = (uint32_t)sprintf(print.text, "printed by a kernel\n");
	*signal_at(p->signal) = 0;
}
void hsa_signal_store_screlease(word s, int64_t v) {
	*signal_at(s) = v;
	for (int i = 0; i < QUEUES; i++)
		if (queues[i].base && s == queues[i].doorbell)
			run(&queues[i], (packet_t *)(queues[i].base + (size_t)v % 64 * 64));
}
int hsa_code_object_reader_create_from_memory(const void *p, size_t n, word *r) { REQUIRE(p && n); readers++; return *r = READER, 0; }
int hsa_code_object_reader_destroy(word r) { REQUIRE(r == READER); readers--; return 0; }
int hsa_executable_create_alt(int profile, int rounding, const char *o, word *e) { REQUIRE(profile == 1 && !rounding && !o); return *e = EXECUTABLE, 0; }
int hsa_executable_load_agent_code_object(word e, word a, word r, const char *o, word *l) { REQUIRE(e == EXECUTABLE && a == GPU && r == READER && !o && !l); loaded++; return 0; }
int hsa_executable_freeze(word e, const char *o) { REQUIRE(loaded == 1 && !o); frozen = 1; return 0; }
int hsa_executable_destroy(word e) { REQUIRE(e == EXECUTABLE && loaded == 1); return loaded = 0; }
int hsa_executable_get_symbol_by_name(word e, const char *name, const word *a, word *s) {
	static const char *const names[] = {"add.kd", "add__once.kd", "bad.kd", "counter", "__ompcc_device_num", "__ompcc_stdio"};
	REQUIRE(frozen && *a == GPU);
	for (int i = 0; i < 6; i++)
		if (!strcmp(name, names[i]))
			return *s = SYM_ADD + (word)i, 0;
	return NO_SYMBOL;
}
int hsa_executable_symbol_get_info(word s, int what, void *v) {
	void *const vars[] = {&counter, &device_num, &print};
	switch (what) {
	case 22: return *(word *)v = s, 0;
	case 11: return *(uint32_t *)v = 16 + 72, 0;
	case 13: return *(uint32_t *)v = 32, 0;
	case 14: return *(uint32_t *)v = 16, 0;
	case 15: return *(uint8_t *)v = s == SYM_ADD, 0; // calls through pointers
	case 21: return *(void **)v = vars[s - SYM_COUNTER], 0;
	case 9: return *(uint32_t *)v = s == SYM_STDIO ? sizeof print : 4, 0;
	}
	return 1;
}
