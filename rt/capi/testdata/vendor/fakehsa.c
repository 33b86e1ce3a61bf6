/* A stand-in for libhsa-runtime64.so.1: FAKE_GPUS GPUs (one by default) whose
 * memory is the host's. It checks every call and ends the process at the first
 * mistake. Its kernels are known by name. Packets and copies are executed as soon as
 * the signals that they wait for are set, and a queue's in order; "meet" kernels end
 * when as many of them were given to queues as each of them says.
 * FAKE_NO_LINK=1: the GPUs do not reach each other; FAKE_PAGEABLE=1: they access
 * the host's memory; FAKE_LOSE=n: a transfer of n bytes fails after its call has
 * returned; FAKE_LOG=1: what orders queues is shown. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REQUIRE(x) do { if (!(x)) { fprintf(stderr, "fakehsa: %s: %s is not so\n", __func__, #x); _Exit(99); } } while (0)

enum { CPU = 11, GPU = 22, MOST = 4, POOL_HOST = 31, POOL_GPU = 32, EXECUTABLE = 41, READER = 52, ISA = 60 };
enum { SYM_ADD = 51, SYM_ONCE, SYM_BAD, SYM_MEET, SYM_COUNTER, SYM_NUM, SYM_STDIO };
enum { NO_MEMORY = 0x1008, NO_SYMBOL = 0x1013, LIVE = 64, FAULT = 0x1016 };
typedef uint64_t word;

static struct {
	char *at;
	size_t size;
	word pool;
	unsigned shared; /* bit of each agent that was let in: CPU, GPUs */
} blocks[LIVE];
static int users, loaded[MOST], frozen[MOST], readers, counter[MOST] = {5, 5, 5, 5}, device_num[MOST] = {-1, -1, -1, -1};
static struct { uint32_t used, dropped; char text[1048568]; } print[MOST];

static int number(const char *name, int otherwise) {
	const char *s = getenv(name);
	return s ? atoi(s) : otherwise;
}

static int is_gpu(word a) { return a >= GPU && a < GPU + (word)number("FAKE_GPUS", 1); }
static unsigned bit(word a) { return a == CPU ? 1 : 2u << (a - GPU); }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void unlock(pthread_mutex_t **l) { pthread_mutex_unlock(*l); }
static pthread_mutex_t *locked(void) { return pthread_mutex_lock(&lock), &lock; }
#define LOCKED __attribute__((cleanup(unlock), unused)) pthread_mutex_t *held = locked()

enum { SIGNALS = 4096 };
static struct {
	int64_t value;
	int used;                    /* by an operation that has not ended */
	int queue, kernel;           /* plus one, of the last one */
} signals[SIGNALS];
typedef struct {
	uint32_t type, features;
	char *base;
	word doorbell;
	uint32_t size, reserved;
	word id, written, read, agent;
	void (*on_error)(uint32_t, void *, void *);
	void *error_data;
	int profiled;
} queue_t;
enum { QUEUES = 16 };
static queue_t queues[QUEUES];

typedef struct {
	uint16_t header, setup, team[3], r0;
	uint32_t grid[3], private, group;
	word object;
	char *args;
	word r1, signal;
} packet_t;

typedef struct {
	uint16_t header, r0;
	uint32_t r1;
	word after[5], r2, signal;
} barrier_t;

enum { KERNEL = 2 | 1 << 8 | 2 << 9 | 2 << 11, BARRIER = 3 | 1 << 8 | 2 << 9 | 2 << 11, AFTER = 80 };

/* operation is a packet of a queue, or without one a copy. */
typedef struct operation {
	struct operation *next;
	queue_t *queue;
	word after[AFTER], signal;
	packet_t packet;             /* of a kernel */
	void *to;
	const void *from;
	size_t size;
} operation_t;
static operation_t *operations;
static int met, expected, lost;

/* in: the agent accesses the memory. */
static int in(word p, size_t n, word agent) {
	for (int i = 0; i < LIVE; i++)
		if (blocks[i].at && p >= (word)blocks[i].at && p + n <= (word)blocks[i].at + blocks[i].size)
			return blocks[i].pool == (agent == CPU ? POOL_HOST : POOL_GPU + agent - GPU) || blocks[i].shared & bit(agent);
	if (!is_gpu(agent))
		return 0;
	word g = agent - GPU, own[][2] = {{(word)&counter[g], 4}, {(word)&device_num[g], 4}, {(word)&print[g], sizeof *print}};
	for (int i = 0; i < 3; i++)
		if (p >= own[i][0] && p + n <= own[i][0] + own[i][1])
			return 1;
	return 0;
}

int hsa_init(void) { LOCKED; users++; return number("FAKE_NO_GPU", 0) == 1 ? 0x1008 : 0; }
int hsa_shut_down(void) {
	LOCKED;
	int left = 0;
	REQUIRE(users > 0);
	if (--users > 2) /* two are of the list of devices: the last device goes */
		return 0;
	for (int i = 0; i < LIVE; i++)
		left += blocks[i].at != NULL;
	for (int i = 0; i < QUEUES; i++)
		REQUIRE(lost || !queues[i].base);
	for (int i = 0; i < MOST; i++)
		REQUIRE(!loaded[i]);
	REQUIRE(!readers && (lost || !operations));
	if (met)
		printf("%d kernels at once\n", met);
	printf("released, %d blocks left\n", left);
	return 0;
}
int hsa_status_string(uint32_t s, const char **t) { *t = s == FAULT ? "HSA_STATUS_ERROR_EXCEPTION" : s == 0x1008 ? "HSA_STATUS_ERROR_OUT_OF_RESOURCES" : "an error"; return 0; }
int hsa_iterate_agents(int (*f)(word, void *), void *d) {
	int r = f(CPU, d);
	for (word a = GPU; !r && is_gpu(a); a++)
		r = f(a, d);
	return r;
}
int hsa_agent_get_info(word a, int what, void *v) {
	REQUIRE(a == CPU || is_gpu(a));
	switch (what) {
	case 0: return strcpy(v, "gfx90a"), 0;
	case 6: return *(uint32_t *)v = 64, 0;
	case 19: return *(word *)v = ISA, 0;
	case 17: return *(int *)v = is_gpu(a), 0;
	case 0xA002: return *(uint32_t *)v = 3, 0;
	case 0xA009: return strcpy(v, "Fake GPU"), 0;
	case 0xA00A: return *(uint32_t *)v = 32, 0;
	case 0xA00B: return *(uint32_t *)v = 4, 0;
	case 0xA011: return sprintf(v, "GPU-0%d", (int)(123 + a - GPU)), 0;
	}
	return 1;
}
int hsa_system_get_info(int what, void *v) {
	if (what == 3) /* of the clock */
		return *(word *)v = 1000000, 0;
	REQUIRE(what == 0x202);
	return *(char *)v = (char)number("FAKE_PAGEABLE", 0), 0;
}
int hsa_isa_get_info_alt(word isa, int what, void *v) { REQUIRE(isa == ISA && what == 1); return strcpy(v, number("FAKE_OLD", 0) ? "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-" : "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"), 0; }
int hsa_amd_agent_iterate_memory_pools(word a, int (*f)(word, void *), void *d) { return f(a == CPU ? POOL_HOST : POOL_GPU + a - GPU, d); }
int hsa_amd_memory_pool_get_info(word p, int what, void *v) {
	*(uint32_t *)v = what == 0 ? 0 : what == 1 ? (p == POOL_HOST ? 3 : 4) : 1;
	return 0;
}
int hsa_amd_agent_memory_pool_get_info(word a, word p, int what, void *v) {
	REQUIRE(is_gpu(a) && p >= POOL_GPU && p != POOL_GPU + a - GPU && !what);
	return *(int *)v = number("FAKE_NO_LINK", 0) ? 0 : 2, 0;
}
int hsa_amd_memory_pool_allocate(word pool, size_t n, uint32_t flags, void **p) {
	LOCKED;
	REQUIRE(n && !flags && pool >= POOL_HOST && pool < POOL_GPU + MOST);
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
	LOCKED;
	for (int i = 0; i < LIVE; i++)
		if (blocks[i].at == p)
			return free(p), blocks[i].at = NULL, 0;
	REQUIRE(!"a known block");
}
int hsa_amd_agents_allow_access(uint32_t n, const word *a, const uint32_t *flags, const void *p) {
	LOCKED;
	REQUIRE(n && !flags);
	for (int i = 0; i < LIVE; i++)
		if (blocks[i].at == p) {
			for (uint32_t k = 0; k < n; k++)
				blocks[i].shared |= bit(a[k]);
			return 0;
		}
	REQUIRE(!"a known block");
}

/* --- operations ---------------------------------------------------------------- */

static int64_t *signal_at(word s) { REQUIRE(s >= 1 && s < SIGNALS); return &signals[s].value; }

static int waits(const operation_t *o) {
	for (const operation_t *before = operations; before != o; before = before->next)
		if (o->queue && before->queue == o->queue)
			return 1;
	for (int i = 0; i < AFTER && o->after[i]; i++)
		if (*signal_at(o->after[i]))
			return 1;
	return o->packet.object == SYM_MEET && met < expected;
}

static void run(queue_t *queue, const packet_t *p) {
	REQUIRE(p->setup == 1 && p->team[1] == 1 && p->grid[1] == 1 && in((word)p->args, 88, queue->agent));
	word g = queue->agent - GPU;
	if (p->object == SYM_BAD) {
		queue->on_error(FAULT, queue, queue->error_data);
		*signal_at(p->signal) = 2; /* it does not end, nor does what waits for it */
		lost = 1;
		return;
	}
	int *x = *(int **)p->args;
	long n = *(long *)(p->args + 8);
	uint32_t teams = *(uint32_t *)(p->args + 16);
	REQUIRE(p->grid[0] == teams * p->team[0] && *(uint16_t *)(p->args + 28) == p->team[0] && *(uint16_t *)(p->args + 80) == 1);
	REQUIRE(in((word)x, p->object == SYM_MEET ? 4 : (size_t)n * 4, queue->agent) && p->private == (p->object == SYM_ADD ? 16 + (16 << 10) : 16) && p->group == 32);
	if (p->object == SYM_MEET)
		return;
	printf("launch %s %u x %u on device %d\n", p->object == SYM_ONCE ? "once" : "loop", teams, p->team[0], device_num[g]);
	for (long i = 0; i < n; i++)
		x[i] += counter[g];
	print[g].used = (uint32_t)sprintf(print[g].text, "printed by a kernel\n");
}

static void execute(const operation_t *o) {
	if (o->packet.header)
		run(o->queue, &o->packet);
	if (o->size)
		memmove(o->to, o->from, o->size);
	if (!o->signal)
		return;
	signals[o->signal].used = 0;
	if (*signal_at(o->signal) != 1)
		return;
	int lose = o->size && o->size == (size_t)number("FAKE_LOSE", -1);
	*signal_at(o->signal) = -lose;
	lost |= lose;
}

/* progress executes what need not wait. */
static void progress(void) {
	for (operation_t **o = &operations; *o;) {
		if (waits(*o)) {
			o = &(*o)->next;
			continue;
		}
		operation_t *done = *o;
		execute(done);
		*o = done->next;
		free(done);
		o = &operations;
	}
	pthread_cond_broadcast(&changed);
}

/* give takes an operation. */
static void give(operation_t o) {
	operation_t **last = &operations;
	for (int i = 0; i < AFTER && o.after[i]; i++)
		signal_at(o.after[i]);
	if (o.signal) {
		REQUIRE(*signal_at(o.signal) == 1 && !signals[o.signal].used);
		signals[o.signal].used = 1;
		signals[o.signal].queue = o.queue ? 1 + (int)(o.queue - queues) : 0;
		signals[o.signal].kernel = o.packet.header != 0;
	}
	while (*last)
		last = &(*last)->next;
	*last = malloc(sizeof o);
	**last = o;
	progress();
}

int hsa_signal_create(int64_t v, uint32_t n, const word *a, word *s) {
	static word last;
	LOCKED;
	REQUIRE(!n && !a && ++last < SIGNALS - QUEUES);
	return *signal_at(*s = last) = v, 0;
}
int hsa_signal_destroy(word s) { LOCKED; REQUIRE(signal_at(s) && !signals[s].used); return 0; }
int64_t hsa_signal_wait_scacquire(word s, int condition, int64_t v, word timeout, int state) {
	LOCKED;
	struct timespec limit;
	REQUIRE(condition == 2 && v == 1 && timeout && timeout < 1000000000 && state == 0);
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec += (long)timeout;
	limit.tv_sec += limit.tv_nsec / 1000000000;
	limit.tv_nsec %= 1000000000;
	while (*signal_at(s) == 1 && !pthread_cond_timedwait(&changed, &lock, &limit))
		;
	if (number("FAKE_LOG", 0) && *signal_at(s) < 1 && signals[s].kernel && signals[s].queue)
		printf("stream %d is done\n", signals[s].queue - 1);
	return *signal_at(s);
}
int hsa_amd_memory_async_copy(void *d, word da, const void *s, word sa, size_t n, uint32_t ndep, const word *dep, word signal) {
	LOCKED;
	REQUIRE(n && !ndep == !dep && ndep < AFTER);
	REQUIRE(in((word)d, n, da) && in((word)s, n, sa));
	if (is_gpu(da) && is_gpu(sa)) {
		REQUIRE(in((word)s, n, da) && in((word)d, n, sa));
		if (da != sa)
			printf("%zu bytes from device %d to device %d\n", n, (int)(sa - GPU), (int)(da - GPU));
	}
	operation_t o = {.signal = signal, .to = d, .from = s, .size = n};
	memcpy(o.after, dep, ndep * sizeof *dep);
	give(o);
	return 0;
}
static queue_t *queue_at(void *q) {
	REQUIRE((queue_t *)q >= queues && (queue_t *)q < queues + QUEUES && ((queue_t *)q)->base);
	return q;
}
int hsa_amd_profiling_set_profiler_enabled(void *q, int on) { REQUIRE(on == 1); return queue_at(q)->profiled = on, 0; }
int hsa_amd_profiling_get_dispatch_time(word agent, word s, word *ticks) {
	LOCKED;
	REQUIRE(is_gpu(agent) && !*signal_at(s) && signals[s].kernel && signals[s].queue && queues[signals[s].queue - 1].profiled);
	ticks[0] = 1, ticks[1] = 1001; /* a millisecond */
	return 0;
}
int hsa_amd_memory_fill(uint32_t *p, uint32_t v, size_t n) {
	int found = 0;
	for (word a = GPU; is_gpu(a); a++)
		found |= in((word)p, 4 * n, a);
	REQUIRE((word)p % 4 == 0 && found);
	for (size_t i = 0; i < n; i++)
		p[i] = v;
	return 0;
}
int hsa_queue_create(word a, uint32_t size, int type, void (*f)(uint32_t, void *, void *), void *data, uint32_t p, uint32_t g, void **q) {
	LOCKED;
	REQUIRE(is_gpu(a) && size == 64 && !type && f && p == ~0u && g == ~0u);
	for (int i = 0; i < QUEUES; i++)
		if (!queues[i].base) {
			queues[i] = (queue_t){.base = calloc(size, 64), .size = size, .doorbell = SIGNALS - 1 - (word)i, .agent = a, .on_error = f, .error_data = data};
			return *q = &queues[i], 0;
		}
	return NO_MEMORY;
}
int hsa_queue_destroy(void *q) { LOCKED; return free(queue_at(q)->base), queue_at(q)->base = NULL, 0; }
word hsa_queue_add_write_index_screlease(void *q, word n) { LOCKED; REQUIRE(n == 1); return queue_at(q)->written++; }
word hsa_queue_load_read_index_scacquire(void *q) { LOCKED; return queue_at(q)->read; }

static void take(queue_t *queue, packet_t *p) {
	int here = (int)(queue - queues), log = number("FAKE_LOG", 0);
	operation_t o = {.queue = queue};
	if (p->header == BARRIER) {
		barrier_t b = *(barrier_t *)p;
		o.signal = b.signal;
		for (int i = 0, k = 0; i < 5; i++) {
			if (!b.after[i])
				continue;
			o.after[k++] = b.after[i];
			signal_at(b.after[i]);
			if (log && signals[b.after[i]].queue && signals[b.after[i]].queue != here + 1)
				printf("stream %d waits for stream %d\n", here, signals[b.after[i]].queue - 1);
		}
		if (!o.after[0])
			puts("barrier");
	} else {
		REQUIRE(p->header == KERNEL);
		o.packet = *p;
		o.signal = p->signal;
		if (p->object == SYM_MEET) {
			met++;
			expected = *(int *)(p->args + 8);
			if (log)
				printf("launch meet on stream %d\n", here);
		}
	}
	give(o);
}
void hsa_signal_store_screlease(word s, int64_t v) {
	LOCKED;
	REQUIRE(!signals[s].used);
	*signal_at(s) = v;
	for (int i = 0; i < QUEUES; i++)
		if (queues[i].base && s == queues[i].doorbell && (queues[i].read = (word)v + 1))
			take(&queues[i], (packet_t *)(queues[i].base + (size_t)v % 64 * 64));
}
int hsa_code_object_reader_create_from_memory(const void *p, size_t n, word *r) { REQUIRE(p && n); readers++; return *r = READER, 0; }
int hsa_code_object_reader_destroy(word r) { REQUIRE(r == READER); readers--; return 0; }
int hsa_executable_create_alt(int profile, int rounding, const char *o, word *e) {
	static int made;
	REQUIRE(profile == 1 && !rounding && !o && made < MOST);
	return *e = EXECUTABLE + (word)made++, 0;
}
/* executable e is for the GPU with that number, too: they are made in its order */
static int agents[MOST];
static int index_of(word e) { REQUIRE(e >= EXECUTABLE && e < EXECUTABLE + MOST); return (int)(e - EXECUTABLE); }
int hsa_executable_load_agent_code_object(word e, word a, word r, const char *o, word *l) {
	REQUIRE(is_gpu(a) && r == READER && !o && !l);
	agents[index_of(e)] = (int)(a - GPU);
	return loaded[index_of(e)]++, 0;
}
int hsa_executable_freeze(word e, const char *o) { REQUIRE(loaded[index_of(e)] == 1 && !o); frozen[index_of(e)] = 1; return 0; }
int hsa_executable_destroy(word e) { REQUIRE(loaded[index_of(e)] == 1); return loaded[index_of(e)] = 0; }
int hsa_executable_get_symbol_by_name(word e, const char *name, const word *a, word *s) {
	static const char *const names[] = {"add.kd", "add__once.kd", "bad.kd", "meet.kd", "counter", "__ompcc_device_num", "__ompcc_stdio"};
	REQUIRE(frozen[index_of(e)] && *a == GPU + (word)agents[index_of(e)]);
	for (int i = 0; i < 7; i++)
		if (!strcmp(name, names[i]))
			return *s = SYM_ADD + (word)i + 100 * (*a - GPU), 0;
	return NO_SYMBOL;
}
int hsa_executable_symbol_get_info(word symbol, int what, void *v) {
	word g = (symbol - SYM_ADD) / 100, s = symbol - 100 * g;
	void *const vars[] = {&counter[g], &device_num[g], &print[g]};
	switch (what) {
	case 22: return *(word *)v = s, 0;
	case 11: return *(uint32_t *)v = 16 + 72, 0;
	case 13: return *(uint32_t *)v = 32, 0;
	case 14: return *(uint32_t *)v = 16, 0;
	case 15: return *(uint8_t *)v = s == SYM_ADD, 0; // calls through pointers
	case 21: return *(void **)v = vars[s - SYM_COUNTER], 0;
	case 9: return *(uint32_t *)v = s == SYM_STDIO ? sizeof *print : 4, 0;
	}
	return 1;
}
