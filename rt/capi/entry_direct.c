/* Constructs that need nothing but the map table, and for new storage idle blocks
 * of the CPU device: the usual ones. rt/dataenv says what the steps mean; here
 * they are done for items without anything special about them. */
#include <alloca.h>
#include <signal.h>
#include <string.h>

#include "direct.h"
#include "mapped.h"
#include "_cgo_export.h"

enum { MOST_ITEMS = 64 };

/* The end of the addresses that sections of null pointers have (rt/dataenv). */
enum { OMPCC_NULL_PAGE = 4096 };

/* Flags that Go has to deal with. */
enum {
	REFUSED = OMPCC_FLAG_SPAN | OMPCC_FLAG_MEMBER | OMPCC_FLAG_HOLD | OMPCC_FLAG_STRIDED | OMPCC_FLAG_MAPPER | OMPCC_FLAG_SELF | OMPCC_FLAG_IF_PRESENT,
};

/* found is what an item came to. */
typedef struct {
	ompcc_entry_t *e;            /* NULL: none, or a new one is due */
	uintptr_t dev;               /* what corresponds to the item's begin */
	char fresh, closes, moves;
} found_t;

/* work is a construct under way. */
typedef struct {
	const ompcc_frame_t *f;
	const ompcc_shared_t *s;
	found_t *r;
	unsigned fresh, closes, moves, attach;
} work_t;

/* --- copies -------------------------------------------------------------- */

__thread sigjmp_buf *ompcc_copying __attribute__((tls_model("initial-exec")));

/* copy returns 0 when some of the memory cannot be accessed. */
static int copy(void *dst, const void *src, size_t n) {
	sigjmp_buf back;
	if (sigsetjmp(back, 0)) {
		sigset_t faults;
		ompcc_copying = NULL;
		sigemptyset(&faults);
		sigaddset(&faults, SIGSEGV);
		sigaddset(&faults, SIGBUS);
		pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
		return 0;
	}
	ompcc_copying = &back;
	memmove(dst, src, n);
	ompcc_copying = NULL;
	return 1;
}

static int move(const work_t *w, unsigned i, int to) {
	const __ompcc_arg_t *a = &w->f->args[i];
	void *dev = (void *)w->r[i].dev;
	if (OMPCC_LIKELY(!ompcc_ompt_enabled))
		return to ? copy(dev, a->begin, a->size) : copy(a->begin, dev, a->size);
	void *dst = to ? dev : a->begin, *src = to ? a->begin : dev;
	int there = to ? w->f->device : ompcc_initial_device(), here = to ? ompcc_initial_device() : w->f->device;
	int op = to ? OMPCC_OP_TO_DEVICE : OMPCC_OP_FROM_DEVICE;
	ompcc_ompt_data_op_begin(op, src, here, dst, there, a->size);
	int ok = copy(dst, src, a->size);
	ompcc_ompt_data_op_end(op, src, here, dst, there, a->size);
	return ok;
}

/* report tells the tool what the construct maps, before anything is moved. */
static void report(const work_t *w) {
	const ompcc_frame_t *f = w->f;
	void *host[MOST_ITEMS], *dev[MOST_ITEMS];
	size_t bytes[MOST_ITEMS];
	unsigned flags[MOST_ITEMS], n = 0;
	for (unsigned i = 0; i < f->nitems; i++) {
		if (f->items[i].kind != OMPCC_ITEM_MAP)
			continue;
		host[n] = f->args[i].begin;
		dev[n] = (void *)w->r[i].dev;
		bytes[n] = f->args[i].size;
		flags[n++] = ompcc_ompt_map_flags(f->items[i].flags);
	}
	if (n)
		ompcc_ompt_map(n, host, dev, bytes, flags);
}

/* --- what all constructs do ---------------------------------------------- */

static void lock(const work_t *w) { ompcc_cpu_mutex_lock(&w->s->table->lock); }

/* unlock also wakes those who wait in Go for an entry, if states have changed. */
static void unlock(const work_t *w, int changed) {
	int wake = changed && w->s->table->waiters > 0;
	ompcc_cpu_mutex_unlock(&w->s->table->lock);
	if (OMPCC_UNLIKELY(wake))
		ompcc_go_wake(w->f->device);
}

static int begin(work_t *w, const ompcc_frame_t *f, found_t *r) {
	const ompcc_shared_t *s = ompcc_shared(f->device);
	if (!s || f->nitems > MOST_ITEMS)
		return 0;
	*w = (work_t){.f = f, .s = s, .r = r};
	return 1;
}

static int covers(const ompcc_entry_t *e, const __ompcc_arg_t *a) {
	uintptr_t begin = (uintptr_t)a->begin, end = begin + a->size;
	return begin >= e->host && end <= e->host + e->size && end >= begin;
}

/* movable says whether C may move data of an entry. */
static int movable(const work_t *w, const ompcc_entry_t *e) {
	return w->s->own && !(e->traits & (OMPCC_ATTACHED | OMPCC_PADDED | OMPCC_SELF)) && (w->s->plain || !(e->traits & (OMPCC_GLOBAL | OMPCC_ASSOCIATED)));
}

/* present sets r[i] to the entry of item i, of which no other item of the
 * construct is a part; 0 when there is none that is simply there. */
static int present(work_t *w, unsigned i) {
	const __ompcc_arg_t *a = &w->f->args[i];
	ompcc_entry_t *e = ompcc_table_find(w->s->table, (uintptr_t)a->begin);
	w->r[i] = (found_t){.e = e};
	if (!e)
		return 1;
	if (e->state != OMPCC_READY) /* dev may not be there yet */
		return 0;
	w->r[i].dev = e->dev + ((uintptr_t)a->begin - e->host);
	if (a->size == 0)
		return (w->f->items[i].flags & OMPCC_FLAG_IMPLICIT) != 0; /* others count (rt/dataenv) */
	if (!covers(e, a) || e->op == w->s->table->seq)
		return 0;
	e->op = w->s->table->seq;
	return 1;
}

/* pointer_there says whether the pointer of an ItemAttach has, or will have,
 * storage on the device: then there is something to attach or to detach. */
static int pointer_there(const work_t *w, uintptr_t p) {
	const ompcc_frame_t *f = w->f;
	for (unsigned i = 0; w->fresh && i < f->nitems; i++)
		if (w->r[i].fresh && p - (uintptr_t)f->args[i].begin < f->args[i].size)
			return 1;
	return ompcc_table_find(w->s->table, p) != NULL;
}

static int any_pointer_there(const work_t *w) {
	for (unsigned i = 0; w->attach && i < w->f->nitems; i++)
		if (w->f->items[i].kind == OMPCC_ITEM_ATTACH && pointer_there(w, (uintptr_t)w->f->args[i].base))
			return 1;
	return 0;
}

/* misplaced says whether a block would be aligned less than the storage of a is on the host. */
static int misplaced(unsigned flags, const __ompcc_arg_t *a) {
	uintptr_t n = 16ul << (flags >> OMPCC_FLAG_ALIGN_SHIFT & 15);
	return n > 16 && (n > 64 || a->size < n || (uintptr_t)a->begin % n);
}

/* --- entry --------------------------------------------------------------- */

/* resolve looks at every item and changes nothing. The lock is held. */
static int resolve(work_t *w) {
	const ompcc_frame_t *f = w->f;
	w->s->table->seq++;
	for (unsigned i = 0; i < f->nitems; i++) {
		unsigned flags = f->items[i].flags;
		found_t *r = &w->r[i];
		if (f->items[i].kind != OMPCC_ITEM_MAP) {
			*r = (found_t){0};
			w->attach |= f->items[i].kind == OMPCC_ITEM_ATTACH;
			if (f->items[i].kind == OMPCC_ITEM_ATTACH && (flags & OMPCC_FLAG_ALWAYS || ompcc_env()->attach_always))
				return 0;
			continue;
		}
		if (flags & REFUSED || !present(w, i))
			return 0;
		if (!r->e) {
			if (flags & OMPCC_FLAG_PRESENT)
				return 0;
			if (f->args[i].size == 0)
				continue;
			if (misplaced(flags, &f->args[i]))
				return 0;
			if ((uintptr_t)f->args[i].begin < OMPCC_NULL_PAGE)
				return 0; /* an error, or mapped to itself */
			r->fresh = 1;
			w->fresh++;
		}
		r->moves = f->args[i].size > 0 && flags & OMPCC_FLAG_TO && (r->fresh || flags & OMPCC_FLAG_ALWAYS);
		w->moves += r->moves;
		if (r->moves && r->e && !movable(w, r->e))
			return 0;
	}
	return w->fresh == 0 || (w->s->own && !w->s->table->links && !any_pointer_there(w));
}

static void count(const work_t *w, unsigned n, int by) {
	for (unsigned i = 0; i < n; i++) {
		ompcc_entry_t *e = w->r[i].e;
		if (e && !w->r[i].fresh && w->f->args[i].size > 0 && e->refs != OMPCC_INFINITE)
			e->refs += by;
	}
}

/* insert makes the new entries. The lock is held. */
static int insert(work_t *w) {
	const ompcc_frame_t *f = w->f;
	for (unsigned i = 0; i < f->nitems; i++) {
		found_t *r = &w->r[i];
		if (!r->fresh)
			continue;
		ompcc_entry_t *e = ompcc_table_insert(w->s->table, (uintptr_t)f->args[i].begin, f->args[i].size);
		if (!e) {
			while (i-- > 0)
				if (w->r[i].fresh)
					ompcc_table_remove(w->s->table, w->r[i].e, 0);
			return 0;
		}
		e->state = OMPCC_BUILDING;
		e->refs = 1;
		e->op = w->s->table->seq;
		e->name = (uintptr_t)f->items[i].name;
		e->site = (uintptr_t)f->construct;
		r->e = e;
	}
	return 1;
}

static void *take_block(const work_t *w, void *host, size_t size) {
	int told = ompcc_ompt_enabled;
	if (OMPCC_UNLIKELY(told)) {
		ompcc_ompt_mapping(host);
		ompcc_ompt_whole_begin(OMPCC_OP_ALLOC, NULL, ompcc_initial_device(), NULL, w->f->device, size);
	}
	void *p = ompcc_arena_alloc(size);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_whole_end(OMPCC_OP_ALLOC, NULL, ompcc_initial_device(), p, w->f->device, size);
	return p;
}

static void give_block(const work_t *w, void *host, void *p) {
	int told = ompcc_ompt_enabled;
	if (OMPCC_UNLIKELY(told)) {
		ompcc_ompt_mapping(host);
		ompcc_ompt_whole_begin(OMPCC_OP_DELETE, NULL, ompcc_initial_device(), p, w->f->device, 0);
	}
	ompcc_arena_free(p);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_whole_end(OMPCC_OP_DELETE, NULL, ompcc_initial_device(), p, w->f->device, 0);
}

/* build gives the new entries their storage and moves the data that is due. */
static int build(const work_t *w) {
	for (unsigned i = 0; i < w->f->nitems; i++) {
		found_t *r = &w->r[i];
		if (r->fresh && !(r->dev = (uintptr_t)take_block(w, w->f->args[i].begin, w->f->args[i].size)))
			return 0;
		if (r->fresh)
			r->e->dev = r->dev;
		if (OMPCC_UNLIKELY(ompcc_ompt_as_llvm()) && w->moves && r->moves) {
			r->moves = 0; /* LLVM's runtime goes from item to item */
			if (!move(w, i, 1))
				return 0;
		}
	}
	for (unsigned i = 0; w->moves && i < w->f->nitems; i++)
		if (w->r[i].moves && !move(w, i, 1))
			return 0;
	return 1;
}

static void finish(const work_t *w) {
	lock(w);
	for (unsigned i = 0; i < w->f->nitems; i++)
		if (w->r[i].fresh)
			w->r[i].e->state = OMPCC_READY;
	unlock(w, 1);
}

/* abandon takes everything back. Somebody may be waiting for a new entry. */
static void abandon(const work_t *w) {
	for (unsigned i = 0; i < w->f->nitems; i++)
		if (w->r[i].fresh && w->r[i].dev)
			give_block(w, w->f->args[i].begin, (void *)w->r[i].dev);
	lock(w);
	count(w, w->f->nitems, -1);
	for (unsigned i = 0; i < w->f->nitems; i++)
		if (w->r[i].fresh) {
			w->r[i].e->state = OMPCC_FAILED;
			ompcc_table_remove(w->s->table, w->r[i].e, 1);
		}
	unlock(w, 1);
}

static int enter(work_t *w) {
	lock(w);
	int ok = resolve(w) && (w->fresh == 0 || insert(w));
	if (ok)
		count(w, w->f->nitems, 1);
	unlock(w, 0);
	if (OMPCC_UNLIKELY(ompcc_ompt_maps) && ok)
		report(w);
	if (!ok || (w->fresh == 0 && w->moves == 0))
		return ok;
	if (!build(w)) {
		abandon(w);
		return 0;
	}
	if (w->fresh)
		finish(w);
	return 1;
}

static int is_use_device(unsigned kind) {
	return kind == OMPCC_ITEM_USE_DEVICE_PTR || kind == OMPCC_ITEM_USE_DEVICE_ADDR;
}

/* use_device replaces the bases of use_device_ptr and use_device_addr items. */
static void use_device(const ompcc_frame_t *f) {
	for (unsigned i = 0; i < f->nitems; i++) {
		__ompcc_arg_t *a = &f->args[i];
		uintptr_t dev;
		if (f->items[i].kind == OMPCC_ITEM_USE_DEVICE_PTR && (dev = ompcc_mapped(f->device, a->base)))
			a->base = (void *)dev;
		else if (is_use_device(f->items[i].kind) && (dev = ompcc_mapped(f->device, a->begin)))
			a->base = (void *)(dev + (uintptr_t)a->base - (uintptr_t)a->begin);
	}
}

int ompcc_direct_enter(const ompcc_frame_t *f) {
	work_t w;
	found_t r[MOST_ITEMS];
	if (!begin(&w, f, r) || !enter(&w))
		return 0;
	for (unsigned i = 0; i < f->nitems; i++)
		if (f->items[i].kind == OMPCC_ITEM_MAP && f->args[i].size == 0 && !r[i].e)
			f->args[i].begin = NULL; /* in nothing, also for the construct's end (Env.UseDevice) */
	use_device(f);
	return 1;
}

/* --- exit ---------------------------------------------------------------- */

/* plan_exit decides what the exit of each item does, and changes nothing. The
 * lock is held. */
static int plan_exit(work_t *w) {
	const ompcc_frame_t *f = w->f;
	w->s->table->seq++;
	for (unsigned i = 0; i < f->nitems; i++) {
		unsigned flags = f->items[i].flags;
		found_t *r = &w->r[i];
		*r = (found_t){0};
		w->attach |= f->items[i].kind == OMPCC_ITEM_ATTACH;
		if (f->items[i].kind != OMPCC_ITEM_MAP)
			continue;
		if (flags & REFUSED)
			return 0;
		if (f->args[i].size == 0 && (flags & OMPCC_FLAG_IMPLICIT || f->construct->kind == OMPCC_KIND_TARGET ||
				!ompcc_table_find(w->s->table, (uintptr_t)f->args[i].begin)))
			continue;
		if (!present(w, i) || !r->e || r->e->hold)
			return 0;
		r->closes = r->e->refs != OMPCC_INFINITE && (r->e->refs == 1 || flags & OMPCC_FLAG_DELETE);
		r->moves = flags & OMPCC_FLAG_FROM && (r->closes || flags & OMPCC_FLAG_ALWAYS);
		w->closes += r->closes;
		w->moves += r->moves;
		if ((r->closes || r->moves) && !movable(w, r->e))
			return 0;
	}
	return w->closes == 0 || (w->s->table->links != OMPCC_LINKS_RESET && !any_pointer_there(w));
}

/* release is the exit's effect on the counts. The lock is held. */
static void release(const work_t *w) {
	count(w, w->f->nitems, -1);
	for (unsigned i = 0; w->closes && i < w->f->nitems; i++)
		if (w->r[i].closes)
			w->r[i].e->state = OMPCC_CLOSING;
}

/* reopen undoes release. */
static void reopen(const work_t *w) {
	lock(w);
	count(w, w->f->nitems, 1);
	for (unsigned i = 0; i < w->f->nitems; i++)
		if (w->r[i].closes)
			w->r[i].e->state = OMPCC_READY;
	unlock(w, 1);
}

/* leaving is the item that an exit takes as its i-th: a tool of LLVM's expects the last one first. */
static unsigned leaving(const work_t *w, unsigned i) {
	return OMPCC_UNLIKELY(ompcc_ompt_as_llvm()) ? w->f->nitems - 1 - i : i;
}

static void close_all(const work_t *w) {
	for (unsigned k = 0; k < w->f->nitems; k++) {
		unsigned i = leaving(w, k);
		if (w->r[i].closes)
			give_block(w, (void *)w->r[i].e->host, (void *)w->r[i].e->dev);
	}
	lock(w);
	for (unsigned i = 0; i < w->f->nitems; i++)
		if (w->r[i].closes)
			ompcc_table_remove(w->s->table, w->r[i].e, 0);
	unlock(w, 1);
}

int ompcc_direct_exit(const ompcc_frame_t *f) {
	work_t w;
	found_t r[MOST_ITEMS];
	if (!begin(&w, f, r))
		return 0;
	lock(&w);
	int ok = plan_exit(&w);
	if (ok)
		release(&w);
	unlock(&w, 0);
	if (OMPCC_UNLIKELY(ompcc_ompt_maps) && ok && !f->reported)
		report(&w);
	for (unsigned k = 0; ok && w.moves && k < f->nitems; k++) {
		unsigned i = leaving(&w, k);
		if (r[i].moves && !move(&w, i, 0)) {
			reopen(&w);
			return 0;
		}
	}
	if (ok && w.closes)
		close_all(&w);
	return ok;
}

/* --- update -------------------------------------------------------------- */

/* Items that are absent are left alone, but Go has to see that nothing of them
 * is mapped. */
static int find_all(work_t *w) {
	for (unsigned i = 0; i < w->f->nitems; i++) {
		w->s->table->seq++; /* an item may be a part of another one */
		w->r[i] = (found_t){0};
		if (w->f->items[i].kind != OMPCC_ITEM_MAP || w->f->items[i].flags & REFUSED)
			return 0;
		if (w->f->args[i].size > 0 && (!present(w, i) || !w->r[i].e || !movable(w, w->r[i].e)))
			return 0;
	}
	return 1;
}

/* motion moves the items that move in one of the directions. */
static int motion(const work_t *w, unsigned directions) {
	const ompcc_frame_t *f = w->f;
	for (unsigned i = 0; i < f->nitems; i++)
		if (w->r[i].e && f->items[i].flags & directions && !move(w, i, f->items[i].flags & OMPCC_FLAG_TO))
			return 0; /* assignments that are done again do no harm */
	return 1;
}

int ompcc_direct_update(const ompcc_frame_t *f) {
	work_t w;
	found_t r[MOST_ITEMS];
	if (!begin(&w, f, r))
		return 0;
	lock(&w);
	int ok = find_all(&w);
	unlock(&w, 0);
	if (OMPCC_UNLIKELY(ompcc_ompt_as_llvm()) && ok) /* clang has what moves to the device first */
		return motion(&w, OMPCC_FLAG_TO) && motion(&w, OMPCC_FLAG_FROM);
	return ok && motion(&w, OMPCC_FLAGS_MOTION);
}

/* --- target -------------------------------------------------------------- */

/* copies makes the private copies of the construct's aggregates. */
static int copies(const ompcc_frame_t *f, void **block) {
	const ompcc_shared_t *s = ompcc_shared(f->device);
	for (unsigned i = 0, k = 0; i < f->nitems; i++) {
		if (f->items[i].kind == OMPCC_ITEM_COPY) {
			if (!s || !s->own || !(block[k] = ompcc_arena_alloc(f->args[i].size)))
				return 0;
			if (!copy(block[k], f->args[i].begin, f->args[i].size))
				return 0;
		}
		k += (f->items[i].flags & OMPCC_FLAG_PARAM) != 0;
	}
	return 1;
}

static void drop_copies(const ompcc_frame_t *f, void **block) {
	for (unsigned k = 0; k < f->construct->kernel->nparams; k++)
		if (block[k])
			ompcc_arena_free(block[k]);
}

/* param is the value of the pointer parameter that item i yields. */
static uintptr_t param(const ompcc_frame_t *f, const found_t *r, unsigned i, void *block) {
	const __ompcc_arg_t *a = &f->args[i];
	uintptr_t base = (uintptr_t)a->base, dev;
	int null = f->items[i].flags & OMPCC_FLAG_NULL_IF_ABSENT;
	switch (f->items[i].kind) {
	case OMPCC_ITEM_MAP:
		return r[i].e ? r[i].dev + base - (uintptr_t)a->begin : null ? 0
									     : base;
	case OMPCC_ITEM_POINTER:
		dev = ompcc_mapped(f->device, a->base);
		return dev || null ? dev : base;
	case OMPCC_ITEM_COPY:
		return (uintptr_t)block;
	}
	return base;
}

static void params(const ompcc_frame_t *f, const found_t *r, void **block) {
	for (unsigned i = 0, k = 0; i < f->nitems; i++) {
		if (!(f->items[i].flags & OMPCC_FLAG_PARAM))
			continue;
		f->argv[k] = &f->values[k];
		if (f->items[i].kind == OMPCC_ITEM_VALUE)
			f->argv[k] = f->args[i].begin;
		else
			f->values[k] = param(f, r, i, block[k]);
		k++;
	}
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

int ompcc_direct_target(ompcc_frame_t *f, int *rc) {
	enum { MAPS = 1 << OMPCC_ITEM_MAP | 1 << OMPCC_ITEM_ATTACH,
		LOOKUPS = MAPS | 1 << OMPCC_ITEM_POINTER,
		COPY = 1 << OMPCC_ITEM_COPY };
	unsigned set = kinds(f), n = f->construct->kernel->nparams;
	work_t w;
	found_t r[MOST_ITEMS];
	if (!set || f->nitems > MOST_ITEMS || (set & LOOKUPS && !begin(&w, f, r)))
		return 0;
	if (set & COPY && ompcc_ompt_enabled) /* events of the copies come after those of the maps */
		return 0;
	f->argv = alloca((n + 1) * sizeof *f->argv);
	f->values = alloca((n + 1) * sizeof *f->values);
	void **block = alloca((n + 1) * sizeof *block);
	if (set & COPY)
		memset(block, 0, (n + 1) * sizeof *block);
	if ((set & COPY && !copies(f, block)) || (set & MAPS && !enter(&w))) {
		if (set & COPY)
			drop_copies(f, block);
		return 0;
	}
	f->reported = 1;
	params(f, r, block);
	ompcc_run_on_cpu(f);
	*rc = OMPCC_OK;
	if (set & COPY)
		drop_copies(f, block);
	if (set & MAPS && !ompcc_direct_exit(f))
		*rc = ompcc_go_exit(f);
	return 1;
}
