/* Memory allocators in device code (OpenMP 5.2 §6.2, §18.13). The device's heap stands for every
 * memory space. An allocator with traits is a struct allocator, whose address is its handle;
 * handles up to LAST_PREDEFINED are those of the predefined allocators, LLVM's among them.
 *
 * The text is compiled for GPUs (devlib.c) and for the CPU device (rt/capi/routine/deviceallocator.c), which
 * say by BLOCK_NEW, BLOCK_OF, BLOCK_DROP and BLOCK_MOVE how a block is found by its address.
 */

enum { LAST_PREDEFINED = 102 };

/* Keys and values of traits, and spaces, as in omp.h. */
enum { TRAIT_ALIGNMENT = 2,
	TRAIT_ACCESS = 3,
	TRAIT_POOL_SIZE = 4,
	TRAIT_FALLBACK = 5,
	TRAIT_FB_DATA = 6,
	TRAIT_LAST = 16 };
enum { TRAIT_SYNC_HINT = 1,
	TRAIT_PINNED = 7,
	TRAIT_PARTITION = 8 };
enum { ACCESS_THREAD = 8,
	ACCESS_PTEAM = 9,
	ACCESS_CGROUP = 10,
	ACCESS_ALL = 19,
	ACCESS_DEVICE = 7 };
enum { DEFAULT_FB = 11,
	NULL_FB = 12,
	ABORT_FB = 13,
	ALLOCATOR_FB = 14 };
enum { LAST_SPACE = 4,
	OFFICIAL_DEFAULT_SPACE = 99 };
#define TRAIT_DEFAULT (~0ul)
#define UNLIMITED (~0ul)

struct trait {
	u32 key;
	u64 value;
};

/* What the threads of one group have of an allocator's pool. */
struct share {
	struct share *next;
	u64 group, used;
};

/* lower/allocator.go writes the same for allocators of uses_allocators. */
struct allocator {
	u64 alignment, pool, fallback, fb_data, access;
	u64 used;             /* by all threads */
	struct share *shares; /* by those of a team, or by each thread, where access says so */
};

static int power_of_two(u64 n) { return n && !(n & (n - 1)); }

static int trait_set(struct allocator *a, u32 key, u64 v) {
	if (key < 1 || key > TRAIT_LAST)
		return 0;
	if (v == TRAIT_DEFAULT)
		return 1;
	switch (key) {
	case TRAIT_ALIGNMENT: a->alignment = v; return power_of_two(v);
	case TRAIT_ACCESS: a->access = v; return v == ACCESS_ALL || (v >= ACCESS_DEVICE && v <= ACCESS_CGROUP);
	case TRAIT_POOL_SIZE: a->pool = v; return v > 0;
	case TRAIT_FALLBACK: a->fallback = v; return v >= DEFAULT_FB && v <= ALLOCATOR_FB;
	case TRAIT_FB_DATA: a->fb_data = v; return 1;
	case TRAIT_SYNC_HINT: return v >= 3 && v <= 6;
	case TRAIT_PINNED: return v <= 1;
	case TRAIT_PARTITION: return v >= 15 && v <= 18;
	}
	return 1; /* hints about where memory lies, of which there is one kind */
}

/* mem_init makes an allocator, 0 if it cannot be made so (5.2 §18.13.2). */
u64 MEM(init)(u64 space, u32 n, const void *traits) {
	const struct trait *t = traits;
	if ((space > LAST_SPACE && !(space >= OFFICIAL_DEFAULT_SPACE && space <= LAST_PREDEFINED)) || (int)n < 0 || (n && !t))
		return 0;
	struct allocator *a = N(malloc)(sizeof *a);
	if (!a)
		return 0;
	a->alignment = 1;
	a->pool = UNLIMITED;
	a->fallback = DEFAULT_FB;
	a->fb_data = 0;
	a->access = ACCESS_ALL;
	a->used = 0;
	a->shares = NULL;
	for (u32 i = 0; i < n; i++)
		if (!trait_set(a, t[i].key, t[i].value)) {
			N(free)(a);
			return 0;
		}
	return (u64)a;
}

/* mem_release gives back what the allocator keeps of the groups, not the allocator itself. */
void MEM(release)(u64 handle) {
	struct allocator *a = (struct allocator *)handle;
	for (struct share *s = a->shares, *next; s; s = next) {
		next = s->next;
		N(free)(s);
	}
	a->shares = NULL;
}

void MEM(destroy)(u64 handle) {
	if (handle <= LAST_PREDEFINED)
		return;
	MEM(release)(handle);
	N(free)((void *)handle);
}

/* share_of finds the count of the thread's group: who is its team's number above its own in
 * the team. NULL: there is no memory for one. Who adds a group first wins. */
static u64 *share_of(struct allocator *a, u64 who) {
	if (a->access == ACCESS_ALL || a->access == ACCESS_DEVICE)
		return &a->used;
	u64 group = a->access == ACCESS_THREAD ? who : who >> 32;
	struct share *own = NULL, *first = __atomic_load_n(&a->shares, __ATOMIC_ACQUIRE);
	for (;;) {
		for (struct share *s = first; s; s = s->next)
			if (s->group == group) {
				if (own)
					N(free)(own);
				return &s->used;
			}
		if (!own && !(own = N(malloc)(sizeof *own)))
			return NULL;
		own->next = first;
		own->group = group;
		own->used = 0;
		if (__atomic_compare_exchange_n(&a->shares, &first, own, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return &own->used;
	}
}

static int reserve(u64 *used, u64 pool, u64 size) {
	u64 n = __atomic_load_n(used, __ATOMIC_RELAXED);
	do
		if (size > pool || n > pool - size)
			return 0;
	while (!__atomic_compare_exchange_n(used, &n, n + size, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	return 1;
}

/* place allocates by one allocator alone, a NULL: by one without traits. */
static void *place(u64 align, u64 size, u64 handle, u64 who) {
	struct allocator *a = handle > LAST_PREDEFINED ? (struct allocator *)handle : NULL;
	u64 *used = NULL;
	if (a && a->alignment > align)
		align = a->alignment;
	if (a && a->pool != UNLIMITED && (!(used = share_of(a, who)) || !reserve(used, a->pool, size)))
		return NULL;
	struct block *b = BLOCK_NEW(align < 16 ? 16 : align, size);
	if (!b) {
		if (used)
			__atomic_fetch_sub(used, size, __ATOMIC_RELAXED);
		return NULL;
	}
	b->size = size;
	b->allocator = handle;
	b->used = used;
	return b->at;
}

/* mem_alloc heeds the allocator's traits (5.2 §6.2, §18.13.6). */
void *MEM(alloc)(u64 align, u64 size, u64 handle, u64 who) {
	if (size == 0 || !power_of_two(align))
		return NULL;
	for (;;) {
		void *p = place(align, size, handle, who);
		if (p || handle <= LAST_PREDEFINED)
			return p;
		struct allocator *a = (struct allocator *)handle;
		switch (a->fallback) {
		case NULL_FB: return NULL;
		case ABORT_FB: MEM_ABORT(); return NULL;
		case ALLOCATOR_FB: handle = a->fb_data ? a->fb_data : 1; break;
		default: handle = 1;
		}
	}
}

/* mem_calloc gives no bytes, and more than there can be, a null pointer (5.2 §18.13.8). */
void *MEM(calloc)(u64 align, u64 count, u64 size, u64 handle, u64 who) {
	u64 bytes;
	if (__builtin_mul_overflow(count, size, &bytes))
		return NULL;
	void *p = MEM(alloc)(align, bytes, handle, who);
	if (p)
		N(memset)(p, 0, bytes);
	return p;
}

/* mem_free finds the allocator by the block. */
void MEM(free)(void *p) {
	if (!p)
		return;
	struct block *b = BLOCK_OF(p);
	if (!b) {
		MEM_FOREIGN();
		return;
	}
	if (b->used)
		__atomic_fetch_sub(b->used, b->size, __ATOMIC_RELAXED);
	BLOCK_DROP(b);
}

/* mem_realloc allocates with the traits of the allocator given, of none (0) the one that
 * the block came from; without a block it allocates, of no bytes it frees (5.2 §18.13.9). */
void *MEM(realloc)(void *p, u64 size, u64 handle, u64 otherwise, u64 who) {
	if (!p)
		return MEM(alloc)(1, size, handle ? handle : otherwise, who);
	struct block *b = BLOCK_OF(p);
	if (!b) {
		MEM_FOREIGN();
		return NULL;
	}
	void *fresh = size ? MEM(alloc)(1, size, handle ? handle : b->allocator, who) : NULL;
	if (size && !fresh)
		return NULL;
	if (fresh)
		BLOCK_MOVE(fresh, p, b->size < size ? b->size : size);
	MEM(free)(p);
	return fresh;
}

/* The allocator that a thread's implicit task has as default is in a word of the thread's own,
 * 0 at first (5.2 §18.13.4, §18.13.5). */
u64 MEM(get_default)(const u64 *cell) { return *cell ? *cell : 1; }

void MEM(set_default)(u64 *cell, u64 handle) { *cell = handle; }
