/* The slow path of the checks: it decides whether an access that the inline checks did not accept is
 * valid. It is part of the runtime that serves the process. */
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "stale.h"
#include "../capi/entry/mapped.h"

/* --- modules and their variables -------------------------------------------- */

enum { MOST_MODULES = 256,
	MOST_LENT = 64 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const __ompcc_checked_t *modules[MOST_MODULES];
static unsigned nmodules;
static int checking, started;

int ompcc_checking(void) { return __atomic_load_n(&checking, __ATOMIC_RELAXED); }

int ompcc_check_start(void) {
	pthread_rwlock_wrlock(&lock);
	started = 1;
	pthread_rwlock_unlock(&lock);
	return ompcc_checking();
}

/* The variables of all modules, by address. */
static struct {
	const __ompcc_variable_t **list;
	size_t n;
} variables[2]; /* of the device, of the host */

static int by_address(const void *a, const void *b) {
	uintptr_t x = (uintptr_t)(*(const __ompcc_variable_t *const *)a)->addr, y = (uintptr_t)(*(const __ompcc_variable_t *const *)b)->addr;
	return (x > y) - (x < y);
}

static const __ompcc_variable_t *first_of(const __ompcc_checked_t *c, int host) { return host ? c->host : c->device; }
static const __ompcc_variable_t *end_of(const __ompcc_checked_t *c, int host) { return host ? c->host_end : c->device_end; }

/* collect rebuilds the list. Entries without an address are padding that the linker inserts between sections. */
static void collect(int host) {
	size_t n = 0, most = 1;
	for (unsigned i = 0; i < nmodules; i++)
		most += (size_t)(end_of(modules[i], host) - first_of(modules[i], host));
	const __ompcc_variable_t **list = malloc(most * sizeof *list);
	if (!list)
		ompcc_fatal("error: out of memory");
	for (unsigned i = 0; i < nmodules; i++)
		for (const __ompcc_variable_t *v = first_of(modules[i], host); v < end_of(modules[i], host); v++)
			if (v->addr)
				list[n++] = v;
	qsort(list, n, sizeof *list, by_address);
	free(variables[host].list);
	variables[host].list = list;
	variables[host].n = n;
}

static void add(const __ompcc_checked_t *c) {
	pthread_rwlock_wrlock(&lock);
	if (nmodules == MOST_MODULES)
		ompcc_fatal("error: more than %d modules are compiled with -fsanitize=offload", MOST_MODULES);
	modules[nmodules++] = c;
	collect(0);
	collect(1);
	if (!checking && started)
		ompcc_warn("a library compiled with -fsanitize=offload is loaded after devices were used: its kernels are not checked; "
			   "link the program with -fsanitize=offload too");
	else if (!checking && !ompcc_heap_start())
		ompcc_fatal("error: -fsanitize=offload needs 2 GiB of addresses, which are not there (ulimit -v)");
	else
		__atomic_store_n(&checking, 1, __ATOMIC_RELAXED);
	pthread_rwlock_unlock(&lock);
}

static void drop(const __ompcc_checked_t *c) {
	pthread_rwlock_wrlock(&lock);
	for (unsigned i = 0; i < nmodules; i++)
		if (modules[i] == c)
			modules[i] = modules[--nmodules];
	collect(0);
	collect(1);
	pthread_rwlock_unlock(&lock);
	uintptr_t begin, end;
	ompcc_module_range(c->module, &begin, &end);
	ompcc_heap_forget(begin, end);
}

const __ompcc_variable_t *ompcc_check_variable(uintptr_t a, int host) {
	const __ompcc_variable_t *v = NULL;
	pthread_rwlock_rdlock(&lock);
	size_t lo = 0, hi = variables[host].n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if ((uintptr_t)variables[host].list[mid]->addr <= a)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo && a - (uintptr_t)variables[host].list[lo - 1]->addr < variables[host].list[lo - 1]->size)
		v = variables[host].list[lo - 1];
	pthread_rwlock_unlock(&lock);
	return v;
}

static int is_checked(const __ompcc_module_t *m) {
	for (unsigned i = 0; i < nmodules; i++)
		if (modules[i]->module == m)
			return modules[i]->all;
	return 0;
}

/* all_checked returns whether all modules with kernels are checked. Kernels without checks do not record
 * their writes; if there are any, the runtime cannot tell which bytes have a value. */
static int all_checked(void) {
	int all = 1;
	pthread_rwlock_rdlock(&lock);
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m; m = m->next)
		all &= m->cpu == m->cpu_end || is_checked(m);
	ompcc_modules_end();
	pthread_rwlock_unlock(&lock);
	return all;
}

/* --- memory of the C library -------------------------------------------------- */

static struct {
	_Atomic uintptr_t at;
	size_t size;
} lent[MOST_LENT];
static _Atomic unsigned nlent;

static int is_lent(uintptr_t a, size_t n) {
	for (unsigned i = 0; i < nlent && i < MOST_LENT; i++)
		if (lent[i].at && a - lent[i].at < lent[i].size && n <= lent[i].size - (a - lent[i].at))
			return 1;
	return 0;
}

static void lend(const void *p, size_t size) {
	if (is_lent((uintptr_t)p, size))
		return;
	unsigned i = nlent++;
	if (i < MOST_LENT) {
		lent[i].size = size;
		lent[i].at = (uintptr_t)p;
	}
}

/* --- stacks --------------------------------------------------------------------- */

/* A thread that has executed kernels. A kernel may access its stack below limit. Above it are the frames of
 * the runtime and, on a thread that has launched the kernel itself, those of the host's code. */
typedef struct thread_s {
	struct thread_s *next, **self;
	uintptr_t lo, hi;
	_Atomic uintptr_t limit;
} thread_t;

static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static thread_t *threads;
static pthread_key_t threads_key;
static pthread_once_t threads_once = PTHREAD_ONCE_INIT;
static __thread thread_t *of_os_thread __attribute__((tls_model("initial-exec")));

/* cell returns the address of the pointer to the calling thread's record. A device thread with its own
 * stack (a fiber) has its own record. */
static thread_t **cell(void) {
	ompcc_cpu_stack_t *s = ompcc_cpu_stack();
	return s ? (thread_t **)&s->checks : &of_os_thread;
}

static void forget_thread(void *p) {
	thread_t *t = p;
	pthread_mutex_lock(&threads_lock);
	if ((*t->self = t->next))
		t->next->self = t->self;
	pthread_mutex_unlock(&threads_lock);
	free(t);
}

static void make_key(void) { pthread_key_create(&threads_key, forget_thread); }

static void know_thread(void) {
	pthread_attr_t attr;
	void *lo = NULL;
	size_t size = 0;
	thread_t *t = calloc(1, sizeof *t);
	if (!t)
		ompcc_fatal("error: out of memory");
	ompcc_cpu_stack_t *own = ompcc_cpu_stack();
	if (own) {
		lo = (void *)own->lo;
		size = own->hi - own->lo;
	} else if (!pthread_getattr_np(pthread_self(), &attr)) {
		pthread_attr_getstack(&attr, &lo, &size);
		pthread_attr_destroy(&attr);
	}
	t->lo = (uintptr_t)lo;
	t->hi = t->lo + size;
	pthread_once(&threads_once, make_key);
	pthread_mutex_lock(&threads_lock);
	if ((t->next = threads))
		t->next->self = &t->next;
	t->self = &threads;
	threads = t;
	pthread_mutex_unlock(&threads_lock);
	if (!own)
		pthread_setspecific(threads_key, t);
	*cell() = t;
}

static unsigned device_index(void) {
	int index;
	ompcc_device_kind(ompcc_core_cpu_self()->device_num, &index);
	return (unsigned)index;
}

static uint8_t enter(void) {
	if (!*cell())
		know_thread();
	thread_t *me = *cell();
	uintptr_t team = ompcc_cpu_team_frame();
	me->limit = team >= me->lo && team < me->hi ? team : me->hi;
	return (uint8_t)(device_index() << SHADOW_DEVICE | SHADOW_SET);
}

static int within(uintptr_t a, size_t n, uintptr_t lo, uintptr_t hi) { return a >= lo && a < hi && n <= hi - a; }

static int other_stack(uintptr_t a, size_t n) {
	int found = 0;
	const thread_t *me = *cell();
	pthread_mutex_lock(&threads_lock);
	for (const thread_t *t = threads; t && !found; t = t->next)
		found = t != me && within(a, n, t->lo, t->limit);
	pthread_mutex_unlock(&threads_lock);
	return found;
}

int ompcc_check_on_stack(uintptr_t a) {
	int found = 0;
	pthread_mutex_lock(&threads_lock);
	for (const thread_t *t = threads; t && !found; t = t->next)
		found = a >= t->lo && a < t->hi;
	pthread_mutex_unlock(&threads_lock);
	return found;
}

/* --- slow path of the checks -------------------------------------------------------- */

static int needs_value(ompcc_access_t how) { return how == ACCESS_READ || how == ACCESS_UPDATE; }

/* in_heap checks n bytes in the heap. It returns the first defect, and the offset of its byte in *at. */
static ompcc_defect_t in_heap(uintptr_t a, size_t n, ompcc_access_t how, unsigned device, size_t *at) {
	const ompcc_heap_t *h = ompcc_heap();
	size_t fresh = 0;
	for (size_t i = 0; i < n; i++) {
		*at = i;
		if (!ompcc_in_heap(h, a + i))
			return DEFECT_OUTSIDE;
		uint8_t s = h->shadow[a + i - h->base];
		switch (s & SHADOW_STATE) {
		case 0:
			return DEFECT_OUTSIDE;
		case SHADOW_FREED:
			return DEFECT_FREED;
		}
		if (s >> SHADOW_DEVICE != device)
			return DEFECT_DEVICE;
		if ((s & SHADOW_STATE) == SHADOW_FRESH) {
			if (needs_value(how))
				return DEFECT_NO_VALUE;
			fresh++;
		}
	}
	*at = 0;
	return how == ACCESS_TAKE && fresh == n ? DEFECT_NO_VALUE : DEFECT_NONE;
}

static int shares_memory(void) {
	enum { UNIFIED_SHARED_MEMORY = 4,
		SELF_MAPS = 8 };
	const __ompcc_construct_t *c = ompcc_cpu_job();
	const __ompcc_unit_t *u = c ? c->unit : NULL;
	return u && u->requires_flags & (UNIFIED_SHARED_MEMORY | SELF_MAPS);
}

/* is_itself returns whether a map clause with the modifier self has mapped the bytes, so that kernels use the
 * original storage. */
static int is_itself(uintptr_t a, size_t n) {
	int d = ompcc_core_cpu_self()->device_num;
	uintptr_t last = a + n - 1;
	return ompcc_mapped(d, (void *)a) == a && ompcc_mapped(d, (void *)last) == last;
}

/* elsewhere checks bytes outside of the heap. */
static ompcc_defect_t elsewhere(uintptr_t a, size_t n, uintptr_t frame) {
	const __ompcc_variable_t *v;
	if (!*cell())
		enter();
	const thread_t *me = *cell();
	if (a >= me->lo && a < me->hi) {
		if (a < frame)
			return DEFECT_RETURNED;
		if (within(a, n, frame, me->limit))
			return DEFECT_NONE;
	}
	if (a < 4096)
		return DEFECT_NULL;
	if ((v = ompcc_check_variable(a, 0)))
		return within(a, n, (uintptr_t)v->addr, (uintptr_t)v->addr + v->size) ? DEFECT_NONE : DEFECT_VARIABLE;
	if (is_lent(a, n) || shares_memory() || other_stack(a, n) || is_itself(a, n) || ompcc_cpu_in_team_storage(a, n))
		return DEFECT_NONE;
	return DEFECT_HOST;
}

static void slow(uintptr_t a, size_t n, ompcc_access_t how, const __ompcc_site_t *site, uintptr_t frame) {
	size_t at = 0;
	ompcc_defect_t d;
	if (!ompcc_checking())
		return;
	if (ompcc_in_heap(ompcc_heap(), a)) {
		ompcc_stale_read(a, n, how, site);
		d = in_heap(a, n, how, device_index(), &at);
		if (d == DEFECT_NONE || (d == DEFECT_NO_VALUE && !all_checked())) {
			if (how == ACCESS_WRITE || how == ACCESS_UPDATE)
				ompcc_heap_set(a, n);
			return;
		}
	} else if ((d = elsewhere(a, n, frame)) == DEFECT_NONE) {
		ompcc_stale_variable(a, n, how, site);
		return;
	}
	ompcc_check_report(&(ompcc_mistake_t){.defect = d, .addr = a, .size = n, .at = at, .how = how, .site = site});
}

static void object(uintptr_t a, size_t n, uintptr_t base, const __ompcc_variable_t *v, const __ompcc_site_t *site) {
	ompcc_check_report(&(ompcc_mistake_t){.defect = DEFECT_VARIABLE, .addr = a, .size = n, .site = site, .how = ACCESS_READ, .base = base, .variable = v});
}

static __thread ompcc_place_t place;

static void here(const char *routine, const char *file, unsigned line) { place = (ompcc_place_t){routine, file, line, 0}; }

ompcc_place_t ompcc_check_place(void) {
	ompcc_place_t p = place;
	place = (ompcc_place_t){0};
	return p;
}

void ompcc_check_doing(const char *file, unsigned line, int end) {
	place = (ompcc_place_t){NULL, file, line, (uint8_t)end};
}

/* --- memory that kernels allocate --------------------------------------------------- */

static ompcc_place_t place_of(const __ompcc_site_t *site) {
	return site ? (ompcc_place_t){NULL, site->file, site->line, 0} : (ompcc_place_t){0};
}

static uintptr_t alloc(size_t size, size_t align, const char *name, const __ompcc_site_t *site) {
	ompcc_block_t about = {.kind = BLOCK_KERNEL, .name = name, .made = place_of(site)};
	void *p = NULL;
	if (!ompcc_checking())
		return posix_memalign(&p, align, size) ? 0 : (uintptr_t)p;
	return ompcc_heap_alloc(device_index(), size ? size : 1, align, &about);
}

static int release(uintptr_t a, const __ompcc_site_t *site) {
	ompcc_block_t b;
	if (!ompcc_checking()) {
		free((void *)a);
		return 1;
	}
	if (ompcc_heap_find(a, &b) && b.base == a && b.kind == BLOCK_KERNEL && ompcc_heap_free(a, place_of(site)))
		return 1;
	ompcc_check_report(&(ompcc_mistake_t){.defect = DEFECT_NOT_ALLOCATED, .addr = a, .size = 0, .site = site});
	return 0;
}

void ompcc_check_release(uintptr_t a) {
	ompcc_place_t where = ompcc_check_place();
	if (!ompcc_heap_free(a, where))
		ompcc_check_report(&(ompcc_mistake_t){.defect = DEFECT_NOT_ALLOCATED, .addr = a, .place = where});
}

static long block_size(uintptr_t a) {
	ompcc_block_t b;
	if (!ompcc_checking())
		return (long)malloc_usable_size((void *)a);
	return ompcc_heap_find(a, &b) && b.base == a && b.state == SHADOW_FRESH ? (long)b.size : -1;
}

/* --- transfers by the host ------------------------------------------------------------ */

void ompcc_check_transfer(unsigned device, uintptr_t a, size_t n, int writes) {
	size_t at;
	if (n == 0 || !ompcc_in_heap(ompcc_heap(), a))
		return;
	ompcc_defect_t d = ompcc_heap_within(a, n, device) ? DEFECT_NONE : in_heap(a, n, ACCESS_COPY_FROM, device, &at);
	if (d != DEFECT_NONE)
		ompcc_check_report(&(ompcc_mistake_t){.defect = d, .addr = a, .size = n, .at = at, .how = writes ? ACCESS_COPY_TO : ACCESS_COPY_FROM, .place = ompcc_check_place()});
	if (writes == 1)
		ompcc_heap_set(a, n);
}

const ompcc_checks_t ompcc_core_checks = {
	.heap = ompcc_heap,
	.add = add,
	.remove = drop,
	.enter = enter,
	.slow = slow,
	.object = object,
	.copy = ompcc_heap_copy,
	.alloc = alloc,
	.release = release,
	.block_size = block_size,
	.lend = lend,
	.here = here,
	.watched = &ompcc_stale_watched.lo,
	.access = ompcc_stale_access,
	.variable = ompcc_stale_variable,
};
