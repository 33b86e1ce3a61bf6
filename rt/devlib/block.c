/* A block of omp_alloc on a GPU has in front of it what is known of it. */

#define BLOCK_MARK 0x6f6d70626c6f636bul

struct block {
	void *base;
	u64 size, allocator, *used;
	u64 mark;
	void *at;
};

static struct block *block_of(void *p) {
	struct block *b = (struct block *)p - 1;
	return b->mark == BLOCK_MARK && b->at == p ? b : NULL;
}

/* block_place gets room for size bytes at a multiple of align, which is 16 at least. */
static struct block *block_place(u64 align, u64 size) {
	if (size > ARENA || align > ARENA)
		return NULL;
	char *base = N(malloc)(sizeof(struct block) + align - 16 + size);
	if (!base)
		return NULL;
	u64 at = ((u64)base + sizeof(struct block) + align - 1) & -align;
	struct block *b = (struct block *)at - 1;
	b->base = base;
	b->mark = BLOCK_MARK;
	b->at = (void *)at;
	return b;
}

/* block_drop takes the mark away, so that nobody frees the block twice. */
static void block_drop(struct block *b) {
	b->mark = 0;
	N(free)(b->base);
}

/* block_move copies between blocks also what has no value yet. */
static void block_move(void *to, const void *from, u64 size) {
	u64 other;
	ASK(other, "copy %0, %1, %2, %3", "l"(to), "l"(from), "l"(size));
	if (!other)
		N(memcpy)(to, from, size);
}
