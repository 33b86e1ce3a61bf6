/* malloc on the device (C17 7.22.3): blocks of 16·2^k bytes out of one arena, with a lock-free list of free blocks
 * for each k. A head is the index of the first free block in units of 16 bytes, below a tag that changes with each
 * operation. So a compare-exchange cannot mistake a head that has come back for one that never went away. The 16
 * bytes before a block hold its k and, while it is free, the index of the next one.
 */

#define ARENA (32u << 20)
#define CLASSES 22

struct header {
	u32 k, next;
	u64 magic;
};

static _Alignas(16) char arena[ARENA];
static u64 arena_used; /* bytes, multiple of 16 */
static u64 heads[CLASSES];

/* The emulated device has allocations of its own for the heap, in which each access
 * is checked. It is asked by instructions that a GPU takes for comments, so that
 * the answer there is the constant 0; 1 is a null pointer. */
#ifdef DEVLIB_nvptx
#define ASK(result, what, ...) __asm__ volatile("mov.u64 %0, 0; //ompcc: heap." what ";" : "=&l"(result) : __VA_ARGS__)
#else
#define ASK(result, what, ...) ((result) = 0)
#endif
#define ANSWER(answer) ((answer) == 1 ? NULL : (void *)(answer))

static struct header *at(u32 i) { return (struct header *)(arena + (u64)i * 16) - 1; }

static void *block_new(u32 k) {
	u64 size = (16ul << k) + 16;
	if (__atomic_load_n(&arena_used, __ATOMIC_RELAXED) + size > ARENA)
		return NULL;
	u64 off = __atomic_fetch_add(&arena_used, size, __ATOMIC_RELAXED);
	if (off + size > ARENA)
		return NULL;
	struct header *h = (struct header *)(arena + off);
	h->k = k;
	return h + 1;
}

void *N(malloc)(size_t n) {
	u64 other;
	ASK(other, "malloc %0, %1, %2", "l"(n), "l"((u64)ARENA));
	if (other)
		return ANSWER(other);
	u32 k = 0;
	if (n > ARENA)
		return NULL;
	while ((16ul << k) < n)
		k++;
	if (k >= CLASSES)
		return NULL;
	u64 head = __atomic_load_n(&heads[k], __ATOMIC_ACQUIRE);
	while ((u32)head) {
		u64 next = ((head >> 32) + 1) << 32 | __atomic_load_n(&at((u32)head)->next, __ATOMIC_RELAXED);
		if (__atomic_compare_exchange_n(&heads[k], &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return at((u32)head) + 1;
	}
	return block_new(k);
}

void N(free)(void *p) {
	u64 other;
	ASK(other, "free %0, %1", "l"(p));
	if (!p || other)
		return;
	u32 i = (u32)(((char *)p - arena) / 16);
	struct header *h = at(i);
	u32 k = h->k;
	u64 head = __atomic_load_n(&heads[k], __ATOMIC_ACQUIRE);
	do
		__atomic_store_n(&h->next, (u32)head, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&heads[k], &head, ((head >> 32) + 1) << 32 | i, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

void *N(calloc)(size_t a, size_t b) {
	size_t n;
	if (__builtin_mul_overflow(a, b, &n))
		return NULL;
	void *p = N(malloc)(n);
	if (p)
		N(memset)(p, 0, n);
	return p;
}

void *N(realloc)(void *p, size_t n) {
	if (!p)
		return N(malloc)(n);
	u64 other;
	ASK(other, "realloc %0, %1, %2, %3", "l"(p), "l"(n), "l"((u64)ARENA));
	if (other)
		return ANSWER(other);
	size_t old = 16ul << ((struct header *)p - 1)->k;
	if (n <= old && n > old / 4)
		return p;
	void *q = N(malloc)(n);
	if (!q)
		return NULL;
	N(memcpy)(q, p, n < old ? n : old);
	N(free)(p);
	return q;
}

/* Greater alignment: a block inside of a larger one would not be freed by its
 * own header, so the header is written again before the aligned address. */
void *N(aligned_alloc)(size_t align, size_t n) {
	if (align <= 16)
		return N(malloc)(n);
	u64 other;
	ASK(other, "aligned %0, %1, %2, %3", "l"(align), "l"(n), "l"((u64)ARENA));
	if (other)
		return ANSWER(other);
	size_t size = (16ul << 0) + n + align;
	char *p = N(malloc)(size);
	if (!p)
		return NULL;
	u64 off = (u64)(p - arena);
	u64 base = (u64)arena;
	u64 a = (base + off + align - 1) / align * align;
	if (a == base + off)
		return p;
    /* The part before the aligned address is lost until the program ends. */
	struct header *h = (struct header *)a - 1;
	u64 left = off + (16ul << (((struct header *)p) - 1)->k) - (a - base);
	u32 k = 0;
	while ((32ul << k) <= left)
		k++;
	h->k = k;
	return (void *)a;
}

void *N(memalign)(size_t align, size_t n) { return N(aligned_alloc)(align, n); }

int N(posix_memalign)(void **p, size_t align, size_t n) {
	void *q = N(aligned_alloc)(align, n);
	if (!q)
		return 12; /* ENOMEM */
	*p = q;
	return 0;
}
