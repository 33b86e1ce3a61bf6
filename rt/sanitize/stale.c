/* Detects stale data: tracks which side, host or device, has changed the bytes of mapped storage (stale.h). */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core.h"
#include "stale.h"

/* States of a byte. */
enum { SYNCED = 1,           /* both sides have had the same value */
	HOST_OLD = 2,        /* a kernel has changed the byte since */
	DEVICE_OLD = 4,      /* the host has changed it; marked for the current kernel */
	WAS_READ = 8 };      /* the host has read it since the last transfer back */

enum { WRITER_BYTES = 8, /* bytes that share one recorded writer, an address of host code */
	MOST_REPORTS = 512,
	MOST_GONE = 1024 };

typedef struct {
	uintptr_t host, size, dev;
	uintptr_t reach; /* the highest end of this range and of those before it */
	int device, gone;
	char name[128];
	ompcc_place_t moved;         /* where it was mapped, or transferred last */
	ompcc_place_t kernel;        /* the kernel that changed it last */
	uint8_t *state, *sent, *had; /* had: device bytes before a kernel; sent: host bytes when last equal, or after it */
	uintptr_t *writer;
} range_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int on, told; /* told: checked host code reports its reads */
static int marked;   /* a declare target variable has had DEVICE_OLD */
static range_t **ranges; /* by host address */
static unsigned nranges, most_ranges, ngone;
static ompcc_stale_t *reports;
static unsigned nreports;
ompcc_watched_t ompcc_stale_watched;

void ompcc_stale_start(void) {
	reports = calloc(MOST_REPORTS, sizeof *reports);
	on = reports != NULL;
}

int ompcc_stale_on(void) { return on; }

/* --- the ranges ---------------------------------------------------------------- */

/* after returns the number of ranges that begin at or before a. */
static unsigned after(uintptr_t a) {
	unsigned lo = 0, hi = nranges;
	while (lo < hi) {
		unsigned mid = lo + (hi - lo) / 2;
		if (ranges[mid]->host <= a)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int holds(const range_t *r, uintptr_t a) { return a - r->host < r->size; }

/* at returns the device's range that contains a. Ranges of different devices may overlap. */
static range_t *at(int device, uintptr_t a) {
	for (unsigned i = after(a); i > 0 && ranges[i - 1]->reach > a; i--)
		if (holds(ranges[i - 1], a) && !ranges[i - 1]->gone && ranges[i - 1]->device == device)
			return ranges[i - 1];
	return NULL;
}

static void bounds(void) {
	uintptr_t lo = UINTPTR_MAX, hi = 0;
	for (unsigned i = 0; i < nranges; i++) {
		range_t *r = ranges[i];
		lo = r->host < lo ? r->host : lo;
		hi = r->host + r->size > hi ? r->host + r->size : hi;
		r->reach = hi;
	}
	ompcc_stale_watched.lo = lo;
	ompcc_stale_watched.hi = hi;
}

static void drop(unsigned i) {
	range_t *r = ranges[i];
	ngone -= (unsigned)r->gone;
	free(r->state);
	free(r);
	memmove(ranges + i, ranges + i + 1, (--nranges - i) * sizeof *ranges);
}

/* forget drops the unmapped ranges that overlap a new one, [begin, begin+size), and the oldest unmapped ranges
 * if there are too many. */
static void forget(int device, uintptr_t begin, size_t size) {
	for (unsigned i = nranges; i > 0; i--) {
		const range_t *r = ranges[i - 1];
		if ((r->gone && r->host < begin + size && begin < r->host + r->size) || (r->device == device && r->host == begin))
			drop(i - 1);
	}
	for (unsigned i = 0; i < nranges && ngone > MOST_GONE; i++)
		if (ranges[i]->gone)
			drop(i--);
}

void ompcc_stale_map(int device, uintptr_t host, size_t size, uintptr_t dev, const char *name, ompcc_place_t where) {
	size_t writers = (size + WRITER_BYTES - 1) / WRITER_BYTES;
	range_t *r = calloc(1, sizeof *r);
	uint8_t *bytes = size ? calloc(writers * 4, WRITER_BYTES) : NULL;
	pthread_mutex_lock(&lock);
	forget(device, host, size);
	if (nranges == most_ranges) {
		unsigned n = most_ranges * 2 + 64;
		range_t **more = realloc(ranges, n * sizeof *more);
		if (more) {
			ranges = more;
			most_ranges = n;
		}
	}
	if (r && bytes && nranges < most_ranges) {
		*r = (range_t){.host = host, .size = size, .dev = dev, .device = device, .moved = where, .state = bytes};
		/* For a declare target variable, name is its symbol: a static's symbol differs from its name. */
		const __ompcc_variable_t *v = where.file ? NULL : ompcc_check_variable(host, 1);
		if (!v || !v->name || !snprintf(r->name, sizeof r->name, "%s", v->name))
			snprintf(r->name, sizeof r->name, "%s", name ? name : "?");
		r->sent = bytes + writers * WRITER_BYTES;
		r->had = r->sent + writers * WRITER_BYTES;
		r->writer = (uintptr_t *)(void *)(r->had + writers * WRITER_BYTES);
		memcpy(r->sent, (void *)host, size);
		unsigned i = after(host);
		memmove(ranges + i + 1, ranges + i, (nranges++ - i) * sizeof *ranges);
		ranges[i] = r;
		bounds();
	} else {
		free(r);
		free(bytes);
	}
	pthread_mutex_unlock(&lock);
}

/* The values that kernels wrote are lost with the device's storage. The range stays, because the host may
 * still read its own bytes in their place. */
void ompcc_stale_unmap(int device, uintptr_t host) {
	pthread_mutex_lock(&lock);
	range_t *r = at(device, host);
	if (r) {
		int old = 0;
		for (size_t i = 0; i < r->size; i++)
			old |= (r->state[i] & (HOST_OLD | SYNCED)) == (HOST_OLD | SYNCED); /* map(alloc) does not set SYNCED */
		r->gone = 1;
		ngone++;
		if (!old)
			for (unsigned i = 0; i < nranges; i++)
				if (ranges[i] == r) {
					drop(i);
					break;
				}
		bounds();
	}
	pthread_mutex_unlock(&lock);
}

void ompcc_stale_moved(int device, uintptr_t begin, size_t size, ompcc_place_t where) {
	pthread_mutex_lock(&lock);
	range_t *r = at(device, begin);
	if (r && size <= r->host + r->size - begin) {
		memset(r->state + (begin - r->host), SYNCED, size);
		memcpy(r->sent + (begin - r->host), (void *)begin, size);
		r->moved = where;
	}
	pthread_mutex_unlock(&lock);
}

int ompcc_stale_tracked(int device, unsigned i, ompcc_tracked_t *t) {
	int is = 0;
	pthread_mutex_lock(&lock);
	for (unsigned k = 0; k < nranges && !is; k++)
		if (ranges[k]->device == device && !ranges[k]->gone && i-- == 0) {
			*t = (ompcc_tracked_t){ranges[k]->host, ranges[k]->size, ranges[k]->dev};
			is = 1;
		}
	pthread_mutex_unlock(&lock);
	return is;
}

/* --- reports ---------------------------------------------------------------------- */

static int same_place(ompcc_place_t x, ompcc_place_t y) {
	return x.line == y.line && (x.file == y.file || (x.file && y.file && !strcmp(x.file, y.file)));
}

static void report(const ompcc_stale_t *s) {
	for (unsigned i = 0; i < nreports; i++) {
		ompcc_stale_t *o = &reports[i];
		if (o->host == s->host && !strcmp(o->name, s->name) && (s->host ? o->pc == s->pc : same_place(o->kernel, s->kernel))) {
			o->times++;
			o->bytes += s->bytes;
			return;
		}
	}
	if (nreports < MOST_REPORTS) {
		reports[nreports] = *s;
		reports[nreports++].times = 1;
	}
}

int ompcc_stale_report(unsigned i, ompcc_stale_t *s) {
	pthread_mutex_lock(&lock);
	int is = i < nreports;
	if (is)
		*s = reports[i];
	pthread_mutex_unlock(&lock);
	return is;
}

static ompcc_stale_t about(const range_t *r, int host, size_t bytes) {
	ompcc_stale_t s = {.host = host, .mapped = r->moved, .lost = r->gone, .kernel = r->kernel, .bytes = bytes};
	memcpy(s.name, r->name, sizeof s.name);
	return s;
}

/* --- kernels ------------------------------------------------------------------------- */

/* device_old returns whether the host has changed byte i since both sides had the same value, and no kernel has. */
static int device_old(const range_t *r, size_t i) {
	return (r->state[i] & (SYNCED | HOST_OLD)) == SYNCED && ((const uint8_t *)r->host)[i] != r->sent[i];
}

/* shadow_of returns the shadow of the storage of r, which the checked CPU device has allocated; NULL: it has not. */
static uint8_t *shadow_of(const range_t *r, ompcc_watcher_t by) {
	return by == WATCHED_BY_CHECKS && ompcc_in_heap(ompcc_heap(), r->dev) ? ompcc_heap()->shadow + (r->dev - ompcc_heap()->base) : NULL;
}

void ompcc_stale_before(int device, uintptr_t host, const void *now, ompcc_watcher_t by) {
	pthread_mutex_lock(&lock);
	range_t *r = at(device, host);
	if (r) {
		memcpy(r->had, now, r->size);
		uint8_t *s = shadow_of(r, by);
		for (size_t i = 0; by != WATCHED_BY_NONE && i < r->size; i++) {
			if (!device_old(r, i) || (s && (s[i] & SHADOW_STATE) != SHADOW_SET))
				continue;
			r->state[i] |= DEVICE_OLD;
			if (s)
				s[i] = (uint8_t)((s[i] & ~SHADOW_STATE) | SHADOW_FRESH);
			else if (by == WATCHED_BY_CHECKS) /* a variable: see ompcc_stale_variable */
				__atomic_store_n(&marked, 1, __ATOMIC_RELAXED);
		}
	}
	pthread_mutex_unlock(&lock);
}

void ompcc_stale_after(int device, uintptr_t host, const void *now, ompcc_watcher_t by, ompcc_place_t kernel) {
	pthread_mutex_lock(&lock);
	range_t *r = at(device, host);
	if (r) {
		const uint8_t *bytes = now;
		uint8_t *s = shadow_of(r, by);
		for (size_t i = 0; i < r->size; i++) {
			if (s && r->state[i] & DEVICE_OLD)
				s[i] |= SHADOW_SET;
			r->state[i] &= (uint8_t)~DEVICE_OLD;
			if (bytes[i] != r->had[i]) {
				r->state[i] |= HOST_OLD;
				r->sent[i] = ((const uint8_t *)r->host)[i];
				r->kernel = kernel;
			}
		}
	}
	pthread_mutex_unlock(&lock);
}

size_t ompcc_stale_mark(int device, uintptr_t host, uint8_t *mask) {
	size_t n = 0;
	pthread_mutex_lock(&lock);
	range_t *r = at(device, host);
	for (size_t i = 0; r && i < r->size; i++)
		n += mask[i] = (r->state[i] & DEVICE_OLD) != 0;
	pthread_mutex_unlock(&lock);
	return n;
}

/* kernel_reads reports a read of stale bytes, of which byte i of r is the first. */
static void kernel_reads(range_t *r, size_t i, size_t bytes, ompcc_place_t kernel, ompcc_place_t site) {
	ompcc_stale_t s = about(r, 0, bytes);
	s.kernel = kernel;
	s.site = site;
	s.pc = r->writer[i / WRITER_BYTES];
	report(&s);
}

void ompcc_stale_seen(int device, uintptr_t dev, size_t bytes, ompcc_place_t kernel, ompcc_place_t site) {
	pthread_mutex_lock(&lock);
	for (unsigned k = 0; k < nranges; k++) {
		range_t *r = ranges[k];
		if (r->device == device && !r->gone && dev - r->dev < r->size) {
			kernel_reads(r, dev - r->dev, bytes, kernel, site);
			break;
		}
	}
	pthread_mutex_unlock(&lock);
}

void ompcc_stale_uses(int device, uintptr_t begin, size_t size, ompcc_place_t kernel) {
	pthread_mutex_lock(&lock);
	range_t *r = at(device, begin);
	if (r) {
		size_t i = size ? begin - r->host : 0, end = size && size < r->size - i ? i + size : r->size, first = 0, n = 0;
		for (; i < end; i++)
			if (device_old(r, i) && !n++)
				first = i;
		if (n)
			kernel_reads(r, first, n, kernel, (ompcc_place_t){0});
	}
	pthread_mutex_unlock(&lock);
}

/* job_reads calls kernel_reads for the kernel that the thread executes. */
static void job_reads(range_t *r, size_t i, size_t bytes, const __ompcc_site_t *site) {
	const __ompcc_construct_t *c = ompcc_cpu_job();
	kernel_reads(r, i, bytes, c ? (ompcc_place_t){.file = c->loc.file, .line = c->loc.line} : (ompcc_place_t){0},
		site ? (ompcc_place_t){.file = site->file, .line = site->line} : (ompcc_place_t){0});
}

/* Clear DEVICE_OLD in any case: the first read is reported once, and a byte that a kernel writes is no longer stale. */
void ompcc_stale_variable(uintptr_t a, size_t n, ompcc_access_t how, const __ompcc_site_t *site) {
	int writes = how == ACCESS_WRITE || how == ACCESS_COPY_TO;
	if (!on || !__atomic_load_n(&marked, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&lock);
	for (unsigned k = 0; k < nranges; k++) {
		range_t *r = ranges[k];
		size_t first = 0, old = 0;
		for (uintptr_t b = a > r->dev ? a : r->dev; !r->gone && b < a + n && b < r->dev + r->size; b++) {
			if (r->state[b - r->dev] & DEVICE_OLD && !writes && !old++)
				first = b - r->dev;
			r->state[b - r->dev] &= (uint8_t)~DEVICE_OLD;
		}
		if (old)
			job_reads(r, first, n, site);
	}
	pthread_mutex_unlock(&lock);
}

void ompcc_stale_read(uintptr_t a, size_t n, ompcc_access_t how, const __ompcc_site_t *site) {
	if (!on || how == ACCESS_WRITE || how == ACCESS_COPY_TO)
		return;
	uint8_t *shadow = ompcc_heap()->shadow - ompcc_heap()->base;
	pthread_mutex_lock(&lock);
	for (unsigned k = 0; k < nranges; k++) {
		range_t *r = ranges[k];
		if (r->gone || a >= r->dev + r->size || r->dev >= a + n)
			continue;
		size_t first = 0, old = 0;
		for (uintptr_t b = a > r->dev ? a : r->dev; b < a + n && b < r->dev + r->size; b++)
			if (r->state[b - r->dev] & DEVICE_OLD && (shadow[b] & SHADOW_STATE) == SHADOW_FRESH) {
				if (!old++)
					first = b - r->dev;
				shadow[b] |= SHADOW_SET;
			}
		if (old)
			job_reads(r, first, n, site);
	}
	pthread_mutex_unlock(&lock);
}

/* --- the host ------------------------------------------------------------------------- */

/* host_old returns whether the host reads an old value of byte i: a kernel has changed it, and no host code,
 * including unchecked libraries, has written it since. */
static int host_old(range_t *r, size_t i) {
	r->state[i] |= WAS_READ;
	if (r->state[i] & HOST_OLD && ((const uint8_t *)r->host)[i] != r->sent[i])
		r->state[i] &= (uint8_t)~HOST_OLD;
	return (r->state[i] & HOST_OLD) != 0;
}

/* host_reads notes that the host reads bytes [from, to) of r. */
static void host_reads(range_t *r, size_t from, size_t to, uintptr_t pc) {
	size_t first = 0, old = 0;
	for (size_t i = from; i < to; i++)
		if (host_old(r, i) && !old++)
			first = i;
	if (!old)
		return;
	ompcc_stale_t s = about(r, 1, to - from);
	s.pc = pc;
	s.wrote = r->writer[first / WRITER_BYTES];
	report(&s);
}

static void host_writes(range_t *r, size_t from, size_t to, uintptr_t pc) {
	for (size_t i = from; i < to; i++) {
		r->state[i] &= (uint8_t)~HOST_OLD;
		r->writer[i / WRITER_BYTES] = pc;
	}
}

/* inside prevents a deadlock: a signal handler that interrupts ompcc_stale_access in its thread does nothing. */
static __thread int inside __attribute__((tls_model("initial-exec")));

void ompcc_stale_access(uintptr_t a, size_t n, int writes, uintptr_t pc) {
	if (!on || inside)
		return;
	inside = 1;
	pthread_mutex_lock(&lock);
	told = 1;
	for (unsigned i = after(a + n - 1); i > 0 && ranges[i - 1]->reach > a; i--) {
		range_t *r = ranges[i - 1];
		size_t from = a > r->host ? a - r->host : 0, to = a + n > r->host ? a + n - r->host : 0;
		(writes ? host_writes : host_reads)(r, from, to < r->size ? to : r->size, pc);
	}
	pthread_mutex_unlock(&lock);
	inside = 0;
}

int ompcc_stale_unread(int device, uintptr_t begin, size_t size) {
	int unread = 0;
	pthread_mutex_lock(&lock);
	range_t *r = at(device, begin);
	if (r && told && size <= r->host + r->size - begin) {
		unread = 1;
		for (size_t i = begin - r->host; i < begin - r->host + size; i++)
			unread &= !(r->state[i] & WAS_READ);
	}
	pthread_mutex_unlock(&lock);
	return unread;
}

/* The runtime has no line table of the host's code, so it calls addr2line of the host compiler's binutils. */
void ompcc_stale_line(uintptr_t pc, char *text, size_t size) {
	Dl_info info;
	char command[4400];
	FILE *f;
	text[0] = 0;
	if (!pc || !dladdr((void *)(pc - 1), &info) || !info.dli_fname || strchr(info.dli_fname, '\''))
		return;
	const char *name = strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe";
	char exe[4096];
	if (!realpath(name, exe))
		return;
	snprintf(command, sizeof command, "addr2line -e '%s' 0x%lx 2>/dev/null", exe, (unsigned long)(pc - 1 - (uintptr_t)info.dli_fbase));
	if ((f = popen(command, "r"))) {
		if (!fgets(text, (int)size, f))
			text[0] = 0;
		pclose(f);
	}
	text[strcspn(text, " \n")] = 0;
	char here[4096];
	size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
	if (n && !strncmp(text, here, n) && text[n] == '/') /* relative, like files in other messages */
		memmove(text, text + n + 1, strlen(text + n + 1) + 1);
	if (!*text || *text == '?')
		snprintf(text, size, "%s+0x%lx", info.dli_sname ? info.dli_sname : name, (unsigned long)(pc - (uintptr_t)(info.dli_saddr ? info.dli_saddr : info.dli_fbase)));
}
