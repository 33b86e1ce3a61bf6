/* libhsa-runtime64.so.1 for the emulated AMD devices (OMPCC_EMULATE=amdgcn): agents, pools, signals, queues and copies.
 * Each device is a process of the emulator. The memory of all pools is one arena, which these processes map, too, so
 * that devices reach each other's memory. The library sends code objects and kernel dispatches to the device's process
 * (rt/emu/wire). Each queue has its own thread and connection. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t word;
extern char **environ;

enum { OK = 0,
	FAILED = 0x1000,
	NO_MEMORY = 0x1008,
	NO_SYMBOL = 0x1013,
	FAULT = 0x1016 };
enum { CPU = 1,
	GPU = 2,
	MOST_GPUS = 16,
	POOL_HOST = 100,
	POOL_GPU = 101,
	ISA = 200 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void unlock(pthread_mutex_t **l) { pthread_mutex_unlock(*l); }
static pthread_mutex_t *locked(void) { return pthread_mutex_lock(&lock), &lock; }
#define LOCKED __attribute__((cleanup(unlock), unused)) pthread_mutex_t *held = locked()

/* --- the devices' processes ------------------------------------------------------- */

enum { VERSION = 7,
	HELLO = 0,
	ALLOC = 1,
	FREE = 2,
	LOAD = 7,
	GLOBAL = 9,
	UNLOAD = 10,
	LAUNCH = 11,
	OPEN = 12,
	CLOSE = 18,
	MARK = 19,
	READS = 20 };
typedef struct {
	word code, a, b, c, d, n;
} message_t;

static word base = 0x200000000000; /* start maps the arena elsewhere if this range is in use */
static unsigned char *states; /* one for each byte of the arena; rt/emu/gcn defines the bits */
enum { ALLOCATED = 1,
	WRITTEN = 2,
	HOSTS = 4 };
static const word space = 1ul << 38;
static int gpus, usm; /* usm: kernels can access all of the program's memory */
static int control[MOST_GPUS], started; /* connections to the devices' processes, and how many there are */
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER; /* held during a request on one of them */
static char arch[32] = "gfx942", fault[4096];

static pid_t owner; /* the process that started the emulator */

static int put(int fd, const void *data, size_t n) {
	for (const char *p = data; n;) {
		ssize_t k = send(fd, p, n, MSG_NOSIGNAL);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		p += k, n -= (size_t)k;
	}
	return 0;
}

static int take(int fd, void *data, size_t n) {
	for (char *p = data; n;) {
		ssize_t k = recv(fd, p, n, 0);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		p += k, n -= (size_t)k;
	}
	return 0;
}

/* ask sends a request and waits for its reply. It keeps an error message for hsa_status_string. The caller frees other
 * text of the reply, which ask stores in *answer. */
static int ask(int fd, message_t m, const void *data, message_t *reply, char **answer) {
	message_t r;
	if (put(fd, &m, sizeof m) || put(fd, data, m.n) || take(fd, &r, sizeof r)) {
		snprintf(fault, sizeof fault, "the emulated device's process has ended");
		return -1;
	}
	char *text = calloc(1, r.n + 1);
	int lost = !text || take(fd, text, r.n);
	if (!lost && r.code) {
		pthread_mutex_lock(&lock);
		snprintf(fault, sizeof fault, "%s", text);
		pthread_mutex_unlock(&lock);
	}
	if (!lost && !r.code && r.n && answer)
		*answer = text;
	else
		free(text);
	if (reply)
		*reply = r;
	return lost || r.code ? -1 : 0;
}

static int send_fd(int to, message_t m, int fd) {
	char control_data[CMSG_SPACE(sizeof fd)] = {0};
	struct iovec part = {&m, sizeof m};
	struct msghdr h = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control_data, .msg_controllen = sizeof control_data};
	struct cmsghdr *c = CMSG_FIRSTHDR(&h);
	c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	return sendmsg(to, &h, MSG_NOSIGNAL) == sizeof m ? 0 : -1;
}

static const char *program(void) {
	static char path[4096];
	const char *v = getenv("OMPCC_EMULATOR");
	Dl_info info;
	if (v && *v)
		return v;
	if (!dladdr((void *)program, &info) || !strrchr(info.dli_fname, '/'))
		return "ompcc-emulator";
	snprintf(path, sizeof path, "%.*s/ompcc-emulator", (int)(strrchr(info.dli_fname, '/') - info.dli_fname), info.dli_fname);
	return path;
}

/* start_device starts the process of the next device, which maps the memory and its states. */
static int start_device(int fd, int state_fd) {
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return -1;
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	int there = fcntl(pair[1], F_DUPFD_CLOEXEC, 10), memory = fcntl(fd, F_DUPFD_CLOEXEC, 10), state = fcntl(state_fd, F_DUPFD_CLOEXEC, 10);
	posix_spawn_file_actions_adddup2(&actions, there, 3);
	posix_spawn_file_actions_adddup2(&actions, memory, 4);
	posix_spawn_file_actions_adddup2(&actions, state, 5);
	const char *path = program();
	char *argv[] = {(char *)path, NULL};
	pid_t pid;
	int failed = posix_spawn(&pid, path, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(there), close(memory), close(state), close(pair[1]);
	if (failed) {
		close(pair[0]);
		fprintf(stderr, "ompcc: error: the emulator %s cannot be started: %s\n", path, strerror(failed));
		return -1;
	}
	word number = (word)started;
	control[started++] = pair[0];
	return ask(pair[0], (message_t){HELLO, VERSION, base, space, number, 0}, NULL, NULL, NULL);
}

static int start(void) {
	int fd = memfd_create("ompcc", MFD_CLOEXEC), state_fd = memfd_create("ompcc", MFD_CLOEXEC), failed = 0;
	if (fd < 0 || state_fd < 0 || ftruncate(fd, (off_t)space) || ftruncate(state_fd, (off_t)space))
		return -1;
	void *at = mmap((void *)base, space, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
	if (at == MAP_FAILED)
		at = mmap(NULL, space, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	base = (word)at;
	states = mmap(NULL, space, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, state_fd, 0);
	if (at == MAP_FAILED || states == MAP_FAILED)
		return -1;
	owner = getpid(), started = 0;
	if (usm)
		prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); /* for /proc/…/mem; needed with Yama only */
	for (int i = 0; !failed && i < gpus; i++)
		failed = start_device(fd, state_fd);
	close(fd), close(state_fd);
	return failed;
}

/* settings parses OMPCC_EMULATE, such as "amdgcn:2,arch=gfx90a". */
static void settings(void) {
	const char *v = getenv("OMPCC_EMULATE"), *a;
	gpus = 1;
	if (v && !strncmp(v, "amdgcn:", 7))
		gpus = atoi(v + 7);
	if (gpus < 1 || gpus > MOST_GPUS)
		gpus = 1;
	if (v && (a = strstr(v, ",arch=")))
		snprintf(arch, sizeof arch, "%.*s", (int)strcspn(a + 6, ","), a + 6);
	if (v && (a = strstr(v, ",usm")) && (!a[4] || a[4] == ','))
		usm = 1;
}

/* ompcc_hsa_architecture is an extension for the runtime: the architecture of the GPUs where OMPCC_EMULATE names none.
 * It must precede hsa_init. */
void ompcc_hsa_architecture(const char *name) { snprintf(arch, sizeof arch, "%s", name); }

static int users;
int hsa_init(void) {
	LOCKED;
	if (!users && !gpus) {
		settings();
		pthread_mutex_unlock(&lock);
		int failed = start();
		pthread_mutex_lock(&lock);
		if (failed) {
			gpus = 0;
			return FAILED;
		}
	}
	users++;
	return gpus ? OK : FAILED;
}
int hsa_shut_down(void) {
	LOCKED;
	return users--, OK;
}

int hsa_status_string(uint32_t s, const char **t) {
	LOCKED;
	*t = *fault ? fault : s == NO_MEMORY ? "out of memory"
					     : "an error of the emulated device";
	return OK;
}

/* --- agents and memory ------------------------------------------------------------- */

static int is_gpu(word a) { return a >= GPU && a < GPU + (word)gpus; }
int hsa_iterate_agents(int (*f)(word, void *), void *d) {
	int r = f(CPU, d);
	for (word a = GPU; !r && is_gpu(a); a++)
		r = f(a, d);
	return r;
}
int hsa_agent_get_info(word a, int what, void *v) {
	switch (what) {
	case 0: return strcpy(v, arch), OK;
	case 6: return *(uint32_t *)v = strncmp(arch, "gfx9", 4) ? 32 : 64, OK;
	case 17: return *(int *)v = is_gpu(a), OK;
	case 19: return *(word *)v = ISA, OK;
	case 0xA002: return *(uint32_t *)v = 4, OK;
	case 0xA009: return strcpy(v, "emulated AMD GPU"), OK;
	case 0xA00A: return *(uint32_t *)v = 32, OK;
	case 0xA00B: return *(uint32_t *)v = 4, OK;
	case 0xA011: return sprintf(v, "ompcc-hsa-%d", (int)(a - GPU)), OK;
	}
	return FAILED;
}
int hsa_system_get_info(int what, void *v) {
	if (what == 3)
		return *(word *)v = 1000000000, OK;
	return *(char *)v = what == 0x202 && usm, OK; /* whether GPUs can access all of the host's memory */
}
int hsa_isa_get_info_alt(word isa, int what, void *v) {
	(void)isa, (void)what;
	return sprintf(v, "amdgcn-amd-amdhsa--%s%s", arch, strncmp(arch, "gfx9", 4) ? "" : ":sramecc+:xnack-"), OK;
}
int hsa_amd_agent_iterate_memory_pools(word a, int (*f)(word, void *), void *d) { return f(a == CPU ? POOL_HOST : POOL_GPU + a - GPU, d); }
int hsa_amd_memory_pool_get_info(word p, int what, void *v) {
	*(uint32_t *)v = what == 0 ? 0 : what == 1 ? (p == POOL_HOST ? 3 : 4)
						   : 1;
	return OK;
}
int hsa_amd_agent_memory_pool_get_info(word a, word p, int what, void *v) {
	(void)a, (void)p, (void)what;
	return *(int *)v = 2, OK;
}
int hsa_amd_agents_allow_access(uint32_t n, const word *a, const uint32_t *flags, const void *p) {
	(void)n, (void)a, (void)flags, (void)p;
	return OK;
}

/* Blocks, ordered by address. A freed block stays until the program has freed QUARANTINE others, so that the emulator
 * detects accesses to it. */
typedef struct block {
	struct block *next;
	word at, size, freed;
} block_t;
static block_t *blocks;
static word frees;
enum { QUARANTINE = 64 };

static int in_arena(const void *p) { return (word)p - base < space; }
static unsigned char *state_of(const void *p) { return states + ((word)p - base); }

static void *allocate(word bytes, int state) {
	LOCKED;
	block_t **b = &blocks;
	word at = base + 4096, size = (bytes + 4096 + 4095) & ~4095ul; /* with a guard page after each block */
	for (; *b && (*b)->at - at < size; b = &(*b)->next)
		at = (*b)->at + (*b)->size;
	if (at + size > base + space)
		return NULL;
	block_t *new = malloc(sizeof *new);
	if (!new)
		return NULL;
	*new = (block_t){*b, at, size, 0};
	*b = new;
	memset(state_of((void *)at), state, bytes);
	return (void *)at;
}
static int release(const void *p) {
	LOCKED;
	int found = 0;
	for (block_t **b = &blocks; *b;) {
		block_t *old = *b;
		if (old->at == (word)p && !old->freed) {
			found = 1, old->freed = ++frees;
			madvise((void *)old->at, old->size, MADV_REMOVE);
			madvise(state_of(p), old->size, MADV_REMOVE);
		}
		if (old->freed && frees - old->freed > QUARANTINE) {
			*b = old->next;
			free(old);
		} else {
			b = &old->next;
		}
	}
	return found ? OK : FAILED;
}
static int ask_device(word gpu, message_t m, const void *data, message_t *reply, char **answer) {
	pthread_mutex_lock(&asking);
	int failed = ask(control[gpu], m, data, reply, answer);
	pthread_mutex_unlock(&asking);
	return failed;
}
/* tell_all sends a request to all devices. It fails if the device fails whose memory it is about; the others may have ended. */
static int tell_all(word gpu, message_t m, const void *data) {
	int failed = 0;
	for (word g = 0; g < (word)started; g++)
		failed |= ask_device(g, m, data, NULL, NULL) && g == gpu;
	return failed;
}
int hsa_amd_memory_pool_allocate(word pool, size_t n, uint32_t flags, void **p) {
	(void)flags;
	if (n > 64ul << 30 || !(*p = allocate(n, pool == POOL_HOST ? ALLOCATED | WRITTEN | HOSTS : ALLOCATED)))
		return NO_MEMORY;
	return tell_all(pool - POOL_GPU, (message_t){ALLOC, (word)*p, n, 0, 0, 0}, NULL) ? FAILED : OK;
}
int hsa_amd_memory_pool_free(void *p) {
	tell_all(0, (message_t){FREE, (word)p, 0, 0, 0, 0}, NULL);
	return release(p);
}
int hsa_amd_memory_fill(uint32_t *p, uint32_t v, size_t n) {
	for (size_t i = 0; i < n; i++)
		p[i] = v;
	memset(state_of(p), ALLOCATED | WRITTEN, 4 * n);
	return OK;
}

/* ompcc_hsa_mark_stale and ompcc_hsa_stale_reads are extensions for rt/hsa: the n bytes at p whose byte in mask is not 0
 * are stale, and what kernels have read of such bytes since, as text until the next call. */
int ompcc_hsa_mark_stale(const void *p, const void *mask, word n) {
	return tell_all(0, (message_t){MARK, (word)p, 0, 0, 0, n}, mask) ? FAILED : OK;
}
const char *ompcc_hsa_stale_reads(void) {
	static char *text;
	size_t length = 0;
	free(text);
	text = calloc(1, 1);
	for (word g = 0; g < (word)started && text; g++) {
		char *more = NULL, *longer;
		if (ask_device(g, (message_t){READS, 0, 0, 0, 0, 0}, NULL, NULL, &more) || !more)
			continue;
		size_t n = strlen(more);
		if ((longer = realloc(text, length + n + 1)))
			memcpy((text = longer) + length, more, n + 1), length += n;
		free(more);
	}
	return text;
}

/* leave closes the devices, which write their profiles, and waits for it before the program ends. */
__attribute__((destructor)) static void leave(void) {
	if (getpid() == owner)
		tell_all(0, (message_t){CLOSE, 0, 0, 0, 0, 0}, NULL);
}

/* --- signals ------------------------------------------------------------------------- */

/* counts is what the device has counted for the last kernel with the signal: a JSON object, NULL without counting. */
typedef struct signal {
	int64_t value;
	struct queue *doorbell;
	word begin, end;
	char *counts;
} signal_t;

static void progress(void);
static void set(word s, int64_t v) {
	((signal_t *)s)->value = v;
	progress();
	pthread_cond_broadcast(&changed);
}
int hsa_signal_create(int64_t v, uint32_t n, const word *a, word *s) {
	(void)n, (void)a;
	signal_t *new = calloc(1, sizeof *new);
	if (!new)
		return NO_MEMORY;
	new->value = v;
	return *s = (word)new, OK;
}
int hsa_signal_destroy(word s) {
	free(((signal_t *)s)->counts);
	free((void *)s);
	return OK;
}

static int counting; /* kernels are counted one by one */
/* ompcc_hsa_counts is an extension for rt/hsa: the counts of the kernel that has ended with the signal. Signal 0 makes
 * the devices count. */
const char *ompcc_hsa_counts(word s) {
	LOCKED;
	if (s)
		return ((signal_t *)s)->counts;
	counting = 1;
	return NULL;
}
int64_t hsa_signal_wait_scacquire(word s, int condition, int64_t v, word timeout, int state) {
	LOCKED;
	(void)condition, (void)state;
	struct timespec limit;
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec += (long)(timeout % 1000000000);
	limit.tv_sec += (time_t)(timeout / 1000000000) + limit.tv_nsec / 1000000000;
	limit.tv_nsec %= 1000000000;
	while (((signal_t *)s)->value >= v && !pthread_cond_timedwait(&changed, &lock, &limit))
		;
	return ((signal_t *)s)->value;
}

/* --- copies -------------------------------------------------------------------------- */

typedef struct copy {
	struct copy *next;
	void *to;
	const void *from;
	size_t size;
	word signal;
	uint32_t n;
	word after[];
} copy_t;
static copy_t *copies;

static int done(uint32_t n, const word *after) {
	for (uint32_t i = 0; i < n; i++)
		if (after[i] && ((signal_t *)after[i])->value > 0)
			return 0;
	return 1;
}

/* copy_states copies the states of the bytes. Bytes from host memory count as written. */
static void copy_states(const copy_t *o) {
	if (!in_arena(o->to) || !o->size || *state_of(o->to) & HOSTS)
		return;
	if (in_arena(o->from) && !(*state_of(o->from) & HOSTS))
		memmove(state_of(o->to), state_of(o->from), o->size);
	else
		memset(state_of(o->to), ALLOCATED | WRITTEN, o->size);
}

/* progress executes all copies whose dependences are complete. */
static void progress(void) {
	for (copy_t **c = &copies; *c;) {
		copy_t *o = *c;
		if (!done(o->n, o->after)) {
			c = &o->next;
			continue;
		}
		memmove(o->to, o->from, o->size);
		copy_states(o);
		*c = o->next;
		if (o->signal)
			((signal_t *)o->signal)->value--;
		free(o);
		pthread_cond_broadcast(&changed);
		c = &copies;
	}
}
int hsa_amd_memory_async_copy(void *d, word da, const void *s, word sa, size_t n, uint32_t ndep, const word *dep, word signal) {
	(void)da, (void)sa;
	copy_t *o = malloc(sizeof *o + ndep * sizeof *dep), **last = &copies;
	if (!o)
		return NO_MEMORY;
	*o = (copy_t){.to = d, .from = s, .size = n, .signal = signal, .n = ndep};
	if (ndep)
		memcpy(o->after, dep, ndep * sizeof *dep);
	LOCKED;
	while (*last)
		last = &(*last)->next;
	*last = o;
	progress();
	return OK;
}

/* --- queues -------------------------------------------------------------------------- */

typedef struct {
	uint16_t header, setup, team[3], r0;
	uint32_t grid[3], private, group;
	word object, args, r1, signal;
} packet_t;
typedef struct {
	uint16_t header, r0;
	uint32_t r1;
	word after[5], r2, signal;
} barrier_t;

typedef struct queue {
	uint32_t type, features;
	char *base;
	word doorbell;
	uint32_t size, reserved;
	word id;
	/* the fields below are private to this library */
	word written, read, rung;
	void (*on_error)(uint32_t, void *, void *);
	void *error_data;
	int socket, stop;
	pthread_t thread;
} queue_t;

static word now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (word)t.tv_sec * 1000000000 + (word)t.tv_nsec;
}

/* kernel executes a dispatch. The caller does not hold the lock. */
static int kernel(queue_t *q, packet_t *p) {
	word begin = now();
	char *counts = NULL;
	int failed = ask(q->socket, (message_t){LAUNCH, (word)p, (word)counting, 0, 0, sizeof *p}, p, NULL, &counts);
	signal_t *s = (signal_t *)p->signal;
	if (failed || !s) {
		free(counts);
		return failed;
	}
	free(s->counts);
	s->begin = begin, s->end = now(), s->counts = counts;
	return failed;
}

/* serve is the thread of a queue: it executes the packets in order. */
static void *serve(void *queue) {
	queue_t *q = queue;
	pthread_mutex_lock(&lock);
	while (!q->stop) {
		if (q->read >= q->rung) {
			pthread_cond_wait(&changed, &lock);
			continue;
		}
		packet_t *p = (packet_t *)(q->base + q->read % q->size * 64);
		word signal = p->signal;
		if ((p->header & 255) == 3) {
			while (!q->stop && !done(5, ((barrier_t *)p)->after))
				pthread_cond_wait(&changed, &lock);
		} else {
			pthread_mutex_unlock(&lock);
			int failed = kernel(q, p);
			pthread_mutex_lock(&lock);
			if (failed) {
				pthread_mutex_unlock(&lock);
				q->on_error(FAULT, q, q->error_data);
				pthread_mutex_lock(&lock);
				pthread_cond_broadcast(&changed);
				break; /* the queue executes no further packets */
			}
		}
		q->read++;
		if (signal)
			set(signal, ((signal_t *)signal)->value - 1);
		pthread_cond_broadcast(&changed);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int hsa_queue_create(word a, uint32_t size, int type, void (*f)(uint32_t, void *, void *), void *data, uint32_t p, uint32_t g, void **to) {
	(void)type, (void)p, (void)g;
	int pair[2];
	queue_t *q = calloc(1, sizeof *q);
	signal_t *doorbell_signal = calloc(1, sizeof *doorbell_signal);
	char *ring = allocate(size * 64ul, ALLOCATED | WRITTEN);
	if (!q || !doorbell_signal || !ring || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return NO_MEMORY;
	pthread_mutex_lock(&asking);
	int failed = send_fd(control[a - GPU], (message_t){OPEN, 0, 0, 0, 0, 0}, pair[1]);
	pthread_mutex_unlock(&asking);
	close(pair[1]);
	*q = (queue_t){.base = ring, .doorbell = (word)doorbell_signal, .size = size, .on_error = f, .error_data = data, .socket = pair[0]};
	doorbell_signal->doorbell = q;
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	failed = failed || pthread_create(&q->thread, NULL, serve, q);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return *to = q, failed ? FAILED : OK;
}
int hsa_queue_destroy(void *queue) {
	queue_t *q = queue;
	pthread_mutex_lock(&lock);
	q->stop = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(q->thread, NULL);
	close(q->socket);
	release(q->base);
	free((void *)q->doorbell);
	free(q);
	return OK;
}
word hsa_queue_add_write_index_screlease(void *q, word n) { return __atomic_fetch_add(&((queue_t *)q)->written, n, __ATOMIC_SEQ_CST); }
word hsa_queue_load_read_index_scacquire(void *q) {
	LOCKED;
	return ((queue_t *)q)->read;
}
void hsa_signal_store_screlease(word s, int64_t v) {
	LOCKED;
	signal_t *signal = (signal_t *)s;
	if (signal->doorbell && signal->doorbell->rung <= (word)v)
		signal->doorbell->rung = (word)v + 1;
	set(s, v);
}
int hsa_amd_profiling_set_profiler_enabled(void *q, int on) {
	(void)q, (void)on;
	return OK;
}
int hsa_amd_profiling_get_dispatch_time(word agent, word s, word *ticks) {
	(void)agent;
	ticks[0] = ((signal_t *)s)->begin, ticks[1] = ((signal_t *)s)->end;
	return OK;
}

/* --- code objects ----------------------------------------------------------------------- */

typedef struct {
	const char *at;
	size_t size;
} reader_t;
typedef struct {
	word gpu, handle;
	char *at;
} executable_t;
typedef struct symbol {
	struct symbol *next;
	word at, size;
} symbol_t;

int hsa_code_object_reader_create_from_memory(const void *p, size_t n, word *r) {
	reader_t *new = malloc(sizeof *new);
	if (!new)
		return NO_MEMORY;
	*new = (reader_t){p, n};
	return *r = (word)new, OK;
}
int hsa_code_object_reader_destroy(word r) {
	free((void *)r);
	return OK;
}
int hsa_executable_create_alt(int profile, int rounding, const char *o, word *e) {
	(void)profile, (void)rounding, (void)o;
	return (*e = (word)calloc(1, sizeof(executable_t))) ? OK : NO_MEMORY;
}
/* extent returns the size of memory that the segments of an ELF file need. */
static word extent(const char *elf, size_t n) {
	word table, end = 0;
	uint16_t count;
	if (n < 64)
		return 0;
	memcpy(&table, elf + 32, 8), memcpy(&count, elf + 56, 2);
	for (uint16_t i = 0; i < count && table + 56ul * (i + 1) <= n; i++) {
		const char *p = elf + table + 56ul * i;
		uint32_t type;
		word at, size;
		memcpy(&type, p, 4), memcpy(&at, p + 16, 8), memcpy(&size, p + 40, 8);
		if (type == 1 && at + size > end)
			end = at + size;
	}
	return end;
}
int hsa_executable_load_agent_code_object(word executable, word a, word r, const char *o, word *l) {
	(void)o, (void)l;
	executable_t *e = (executable_t *)executable;
	reader_t *reader = (reader_t *)r;
	message_t reply;
	if (!(e->at = allocate(extent(reader->at, reader->size), 0)))
		return NO_MEMORY;
	e->gpu = a - GPU;
	if (ask_device(e->gpu, (message_t){LOAD, (word)e->at, 0, 0, 0, reader->size}, reader->at, &reply, NULL))
		return FAILED;
	return e->handle = reply.a, OK;
}
int hsa_executable_freeze(word e, const char *o) {
	(void)e, (void)o;
	return OK;
}
int hsa_executable_destroy(word executable) {
	executable_t *e = (executable_t *)executable;
	if (e->handle)
		ask_device(e->gpu, (message_t){UNLOAD, e->handle, 0, 0, 0, 0}, NULL, NULL, NULL);
	if (e->at)
		release(e->at);
	free(e);
	return OK;
}
int hsa_executable_get_symbol_by_name(word e, const char *name, const word *a, word *s) {
	static symbol_t *all;
	message_t reply;
	const executable_t *x = (executable_t *)e;
	(void)a;
	if (ask_device(x->gpu, (message_t){GLOBAL, x->handle, 0, 0, 0, strlen(name)}, name, &reply, NULL))
		return FAILED;
	if (!reply.a)
		return NO_SYMBOL;
	LOCKED;
	symbol_t *new = malloc(sizeof *new);
	if (!new)
		return NO_MEMORY;
	*new = (symbol_t){all, reply.a, reply.b};
	return *s = (word)(all = new), OK;
}
int hsa_executable_symbol_get_info(word symbol, int what, void *v) {
	const symbol_t *s = (symbol_t *)symbol;
	const char *descriptor = (const char *)s->at;
	uint16_t properties;
	switch (what) {
	case 9: return *(uint32_t *)v = (uint32_t)s->size, OK;
	case 21:
	case 22: return *(word *)v = s->at, OK;
	case 13: return memcpy(v, descriptor, 4), OK;
	case 14: return memcpy(v, descriptor + 4, 4), OK;
	case 11: return memcpy(v, descriptor + 8, 4), OK;
	case 15: return memcpy(&properties, descriptor + 56, 2), *(char *)v = properties >> 11 & 1, OK;
	}
	return FAILED;
}
