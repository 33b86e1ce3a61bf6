/* Constructs that find on the device all that they map, and the device addresses of host addresses. The data environment is
 * rt/dataenv, in Go. What these six functions do is there, too: they look up and count, and copy for update. They are here because
 * the way into Go costs 620 instructions, as much as all of an update, and because tools and signal
 * handlers may ask for addresses. Whatever else a construct needs goes to Go, before anything has changed. */
#include <alloca.h>
#include <signal.h>
#include <string.h>

#include "arena.h"
#include "mapped.h"
#include "present.h"
#include "_cgo_export.h"

enum { MOST_ITEMS = 64 };

/* Flags that Go has to deal with. */
enum { REFUSED = OMPCC_FLAG_SPAN | OMPCC_FLAG_MEMBER | OMPCC_FLAG_HOLD | OMPCC_FLAG_STRIDED | OMPCC_FLAG_MAPPER | OMPCC_FLAG_SELF | OMPCC_FLAG_IF_PRESENT };

static ompcc_shared_t shared[OMPCC_MAX_DEVICES];

/* Called once for each device, before it is ready for anybody. */
void ompcc_table_share(int device, uintptr_t table, int own, int plain) {
	shared[device] = (ompcc_shared_t){(ompcc_table_t *)table, own, plain};
}

const ompcc_shared_t *ompcc_shared(int device) { return shared[device].table ? &shared[device] : NULL; }

/* --- finding ------------------------------------------------------------- */

static pool_mutex *lock_of(const ompcc_shared_t *s) { return (pool_mutex *)&s->table->lock; }

static ompcc_entry_t *entry(const ompcc_table_t *t, uint32_t id) { return &t->slabs[id / OMPCC_MAP_SLAB][id % OMPCC_MAP_SLAB]; }

/* exact returns the entry that begins at a. */
static ompcc_entry_t *exact(const ompcc_table_t *t, uintptr_t a) {
	for (uint32_t s = (uint32_t)((uint64_t)a * 0x9E3779B97F4A7C15 >> t->shift);; s++) {
		uint32_t id = t->hash[s & t->mask];
		if (id == 0)
			return NULL;
		ompcc_entry_t *e = entry(t, id - 1);
		if (e->host == a)
			return e;
	}
}

/* last returns the number of elements of a sorted array that are at most a. */
static unsigned long last(const unsigned long *array, unsigned long n, uintptr_t a) {
	unsigned long lo = 0;
	while (lo < n) {
		unsigned long m = (lo + n) / 2;
		if (array[m] <= a)
			lo = m + 1;
		else
			n = m;
	}
	return lo;
}

/* find returns the entry that contains a, NULL for none. The lock is held. */
static ompcc_entry_t *find(const ompcc_table_t *t, uintptr_t a) {
	ompcc_entry_t *e = t->n ? exact(t, a) : NULL;
	if (e || !t->n)
		return e;
	unsigned long lo = 0, hi = t->nchunks;
	while (lo < hi) {
		unsigned long m = (lo + hi) / 2;
		if (t->chunks[m]->host[0] <= a)
			lo = m + 1;
		else
			hi = m;
	}
	if (lo == 0)
		return NULL;
	const ompcc_chunk_t *c = t->chunks[lo - 1];
	e = entry(t, c->id[last(c->host, c->n, a) - 1]);
	return a - e->host < e->size ? e : NULL;
}

/* ompcc_mapped leaves it to Go to wait for an entry. */
uintptr_t ompcc_mapped(int device, const void *p) {
	const ompcc_shared_t *s = ompcc_shared(device);
	if (!s)
		return ompcc_go_mapped(device, (uintptr_t)p);
	ompcc_cpu_mutex_lock(lock_of(s));
	const ompcc_entry_t *e = find(s->table, (uintptr_t)p);
	int known = !e || e->state == OMPCC_MAP_READY;
	uintptr_t dev = e && known ? e->dev + ((uintptr_t)p - e->host) : 0;
	ompcc_cpu_mutex_unlock(lock_of(s));
	return known ? dev : ompcc_go_mapped(device, (uintptr_t)p);
}

static ompcc_table_t *known[OMPCC_MAX_DEVICES];

void ompcc_table_known(int device, uintptr_t table) { known[device] = (ompcc_table_t *)table; }

/* Who asks may be inside of the runtime: it never waits. */
const char *ompcc_mapped_name(int device, const void *host) {
	ompcc_table_t *t = device >= 0 && device < OMPCC_MAX_DEVICES ? known[device] : NULL;
	uint32_t v = 0;
	if (!t || !atomic_compare_exchange_strong(&((pool_mutex *)&t->lock)->word, &v, 1))
		return NULL;
	const ompcc_entry_t *e = find(t, (uintptr_t)host);
	const char *name = e ? (const char *)e->name : NULL;
	ompcc_cpu_mutex_unlock((pool_mutex *)&t->lock);
	return name;
}

/* --- items that are present ------------------------------------------------ */

/* found is what an item came to. */
typedef struct {
	ompcc_entry_t *e; /* NULL: none */
	uintptr_t dev;    /* what corresponds to the item's begin */
} found_t;

/* is_there sets r to the entry of item i, in which no other item of the construct lies; 0 when there is none that is
 * simply there. */
static int is_there(const ompcc_frame_t *f, ompcc_table_t *t, unsigned i, found_t *r) {
	const __ompcc_arg_t *a = &f->args[i];
	uintptr_t begin = (uintptr_t)a->begin, end = begin + a->size;
	ompcc_entry_t *e = find(t, begin);
	*r = (found_t){.e = e};
	if (!e)
		return a->size == 0;
	if (e->state != OMPCC_MAP_READY) /* dev may not be there yet */
		return 0;
	r->dev = e->dev + (begin - e->host);
	if (a->size == 0)
		return (f->items[i].flags & OMPCC_FLAG_IMPLICIT) != 0; /* others count (rt/dataenv) */
	if (end > e->host + e->size || end < begin || e->op == t->seq)
		return 0;
	e->op = t->seq;
	return 1;
}

/* all_there looks at every item and changes nothing: 1 if none of them, with a motion of these kinds, needs Go. The
 * lock is held. */
static int all_there(const ompcc_frame_t *f, ompcc_table_t *t, found_t *r, unsigned motion) {
	t->seq++;
	for (unsigned i = 0; i < f->nitems; i++) {
		unsigned flags = f->items[i].flags;
		r[i] = (found_t){0};
		if (f->items[i].kind == OMPCC_ITEM_ATTACH && (flags & OMPCC_FLAG_ALWAYS || ompcc_env()->attach_always))
			return 0;
		if (f->items[i].kind != OMPCC_ITEM_MAP)
			continue;
		if (flags & REFUSED || (flags & OMPCC_FLAG_ALWAYS && flags & motion && f->args[i].size > 0) || !is_there(f, t, i, &r[i]))
			return 0;
		if (!r[i].e && flags & OMPCC_FLAG_PRESENT)
			return 0;
	}
	return 1;
}

/* counts says whether item i changes its entry's count. */
static int counts(const ompcc_frame_t *f, const found_t *r, unsigned i) {
	return r[i].e && f->args[i].size > 0 && r[i].e->refs != OMPCC_MAP_INFINITE;
}

/* report tells the tool what the construct maps. */
static void report(const ompcc_frame_t *f, const found_t *r) {
	void *host[MOST_ITEMS], *dev[MOST_ITEMS];
	size_t bytes[MOST_ITEMS];
	unsigned flags[MOST_ITEMS], n = 0;
	for (unsigned i = 0; i < f->nitems; i++) {
		if (f->items[i].kind != OMPCC_ITEM_MAP)
			continue;
		host[n] = f->args[i].begin;
		dev[n] = (void *)r[i].dev;
		bytes[n] = f->args[i].size;
		flags[n++] = ompcc_ompt_map_flags(f->items[i].flags);
	}
	if (n)
		ompcc_ompt_map(n, host, dev, bytes, flags);
}

static int enter(const ompcc_frame_t *f, found_t *r) {
	const ompcc_shared_t *s = ompcc_shared(f->device);
	if (!s || f->nitems > MOST_ITEMS)
		return 0;
	ompcc_cpu_mutex_lock(lock_of(s));
	int ok = all_there(f, s->table, r, OMPCC_FLAG_TO);
	for (unsigned i = 0; ok && i < f->nitems; i++)
		if (counts(f, r, i))
			r[i].e->refs++;
	ompcc_cpu_mutex_unlock(lock_of(s));
	if (OMPCC_UNLIKELY(ompcc_ompt_maps) && ok)
		report(f, r);
	for (unsigned i = 0; ok && i < f->nitems; i++)
		if (f->items[i].kind == OMPCC_ITEM_MAP && f->args[i].size == 0 && !r[i].e)
			f->args[i].begin = NULL; /* in nothing, also for the construct's end (Env.UseDevice) */
	return ok;
}

/* use_device replaces the bases of use_device_ptr and use_device_addr items. */
static void use_device(const ompcc_frame_t *f) {
	for (unsigned i = 0; i < f->nitems; i++) {
		__ompcc_arg_t *a = &f->args[i];
		int ptr = f->items[i].kind == OMPCC_ITEM_USE_DEVICE_PTR;
		uintptr_t dev;
		if (ptr && (dev = ompcc_mapped(f->device, a->base)))
			a->base = (void *)dev;
		else if ((ptr || f->items[i].kind == OMPCC_ITEM_USE_DEVICE_ADDR) && (dev = ompcc_mapped(f->device, a->begin)))
			a->base = (void *)(dev + (uintptr_t)a->base - (uintptr_t)a->begin);
	}
}

int ompcc_present_enter(const ompcc_frame_t *f) {
	found_t r[MOST_ITEMS];
	if (!enter(f, r))
		return 0;
	use_device(f);
	return 1;
}

/* stays says whether the entry of item i is still mapped after the exit. */
static int stays(const ompcc_frame_t *f, const found_t *r, unsigned i) {
	return !counts(f, r, i) || (r[i].e->refs > 1 && !r[i].e->hold && !(f->items[i].flags & OMPCC_FLAG_DELETE));
}

int ompcc_present_exit(const ompcc_frame_t *f) {
	found_t r[MOST_ITEMS];
	const ompcc_shared_t *s = ompcc_shared(f->device);
	if (!s || f->nitems > MOST_ITEMS)
		return 0;
	ompcc_cpu_mutex_lock(lock_of(s));
	int ok = all_there(f, s->table, r, OMPCC_FLAG_FROM);
	for (unsigned i = 0; ok && i < f->nitems; i++)
		ok = stays(f, r, i);
	for (unsigned i = 0; ok && i < f->nitems; i++)
		if (counts(f, r, i))
			r[i].e->refs--;
	ompcc_cpu_mutex_unlock(lock_of(s));
	if (OMPCC_UNLIKELY(ompcc_ompt_maps) && ok && !f->reported)
		report(f, r);
	return ok;
}

/* --- update -------------------------------------------------------------- */

/* movable says whether C may move data of an entry. */
static int movable(const ompcc_shared_t *s, const ompcc_entry_t *e) {
	enum { NEVER = OMPCC_MAP_ATTACHED | OMPCC_MAP_SELF,
		PLACED = OMPCC_MAP_GLOBAL | OMPCC_MAP_ASSOCIATED };
	return s->own && !(e->traits & NEVER) && (s->plain || !(e->traits & PLACED));
}

/* The lock is held. Absent items are left to Go, which has to see that nothing of them is mapped. */
static int all_movable(const ompcc_frame_t *f, const ompcc_shared_t *s, found_t *r) {
	for (unsigned i = 0; i < f->nitems; i++) {
		s->table->seq++; /* an item may be a part of another one */
		if (f->items[i].kind != OMPCC_ITEM_MAP || f->items[i].flags & REFUSED || !is_there(f, s->table, i, &r[i]))
			return 0;
		if (r[i].e && f->args[i].size > 0 && !movable(s, r[i].e))
			return 0;
	}
	return 1;
}

/* motion moves the items that move in one of the directions. */
static int motion(const ompcc_frame_t *f, const found_t *r, unsigned directions) {
	for (unsigned i = 0; i < f->nitems; i++) {
		unsigned flags = f->items[i].flags;
		ompcc_step_t step = {flags & OMPCC_FLAG_TO ? OMPCC_STEP_TO : OMPCC_STEP_FROM, 0, (uintptr_t)f->args[i].begin, r[i].dev,
			f->args[i].size};
		if (r[i].e && flags & directions && step.size > 0 && !ompcc_cpu_steps(f->device, (uintptr_t)&step, 1))
			return 0; /* assignments that are done again do no harm */
	}
	return 1;
}

int ompcc_present_update(const ompcc_frame_t *f) {
	found_t r[MOST_ITEMS];
	const ompcc_shared_t *s = ompcc_shared(f->device);
	if (!s || !s->own || f->nitems > MOST_ITEMS)
		return 0;
	ompcc_cpu_mutex_lock(lock_of(s));
	int ok = all_movable(f, s, r);
	ompcc_cpu_mutex_unlock(lock_of(s));
	if (OMPCC_UNLIKELY(ompcc_ompt_as_llvm()) && ok) /* clang has what moves to the device first */
		return motion(f, r, OMPCC_FLAG_TO) && motion(f, r, OMPCC_FLAG_FROM);
	return ok && motion(f, r, OMPCC_FLAGS_MOTION);
}

/* --- target -------------------------------------------------------------- */

/* param is the value of the pointer parameter that item i yields. */
static uintptr_t param(const ompcc_frame_t *f, const found_t *r, unsigned i) {
	const __ompcc_arg_t *a = &f->args[i];
	uintptr_t base = (uintptr_t)a->base, dev;
	uintptr_t absent = f->items[i].flags & OMPCC_FLAG_NULL_IF_ABSENT ? 0 : base;
	switch (f->items[i].kind) {
	case OMPCC_ITEM_MAP:
		return r[i].e ? r[i].dev + base - (uintptr_t)a->begin : absent;
	case OMPCC_ITEM_POINTER:
		dev = ompcc_mapped(f->device, a->base);
		return dev ? dev : absent;
	}
	return base;
}

/* kinds is the set of the items' kinds, 0 if there are more parameters than the
 * kernel has. */
static unsigned kinds(const ompcc_frame_t *f) {
	unsigned set = 1u << 31, n = 0;
	for (unsigned i = 0; i < f->nitems; i++) {
		set |= 1u << f->items[i].kind;
		n += (f->items[i].flags & OMPCC_FLAG_PARAM) != 0;
	}
	return n <= f->construct->kernel->nparams ? set : 0;
}

static void params(const ompcc_frame_t *f, const found_t *r) {
	for (unsigned i = 0, k = 0; i < f->nitems; i++) {
		if (!(f->items[i].flags & OMPCC_FLAG_PARAM))
			continue;
		f->argv[k] = &f->values[k];
		if (f->items[i].kind == OMPCC_ITEM_VALUE)
			f->argv[k] = f->args[i].begin;
		else
			f->values[k] = param(f, r, i);
		k++;
	}
}

int ompcc_present_target(ompcc_frame_t *f, int *rc) {
	unsigned set = kinds(f), maps = set & (1 << OMPCC_ITEM_MAP | 1 << OMPCC_ITEM_ATTACH), n = f->construct->kernel->nparams;
	found_t r[MOST_ITEMS];
	if (!set || set & 1 << OMPCC_ITEM_COPY || f->nitems > MOST_ITEMS || !ompcc_shared(f->device) || (maps && !enter(f, r)))
		return 0;
	f->argv = alloca((n + 1) * sizeof *f->argv);
	f->values = alloca((n + 1) * sizeof *f->values);
	f->reported = 1;
	params(f, r);
	ompcc_run_on_cpu(f);
	*rc = OMPCC_OK;
	if (maps && !ompcc_present_exit(f))
		*rc = ompcc_go_exit(f);
	return 1;
}
