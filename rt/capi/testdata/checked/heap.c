/* The heap of the checked mode against what it promises: blocks are apart and
 * aligned, their shadow says what they are, freed ones wait before they are used
 * again, and every address finds its block. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../sanitize/heap.c"

#define CHECK(x) do { if (!(x)) { printf("line %d: failed: %s\n", __LINE__, #x); exit(2); } } while (0)

enum { THREADS = 8, ROUNDS = 3000, MINE = 100 };

static unsigned roll(unsigned *seed) { return *seed = *seed * 1103515245u + 12345u, *seed >> 8; }

static int shadow_is(uintptr_t a, size_t n, int want) {
	for (size_t i = 0; i < n; i++)
		if (heap.shadow[a + i - heap.base] != want)
			return 0;
	return 1;
}

static void *churn(void *arg) {
	unsigned device = (unsigned)(uintptr_t)arg, seed = device + 7;
	struct { uintptr_t a; size_t n; } mine[MINE] = {{0}};
	for (int r = 0; r < ROUNDS; r++) {
		unsigned k = roll(&seed) % MINE;
		if (mine[k].a) {
			ompcc_block_t b;
			unsigned char *p = (unsigned char *)mine[k].a;
			CHECK(p[0] == device && p[mine[k].n - 1] == device);
			CHECK(shadow_is(mine[k].a, mine[k].n, (int)(device << SHADOW_DEVICE | SHADOW_SET)));
			CHECK(ompcc_heap_find(mine[k].a + mine[k].n / 2, &b) && b.base == mine[k].a && b.size == mine[k].n && b.device == device);
			CHECK(ompcc_heap_free(mine[k].a, (ompcc_place_t){.line = 5}));
			CHECK(!ompcc_heap_free(mine[k].a, (ompcc_place_t){.line = 6}));
			mine[k].a = 0;
			continue;
		}
		size_t n = 1 + roll(&seed) % (1u << roll(&seed) % 15), align = roll(&seed) % 4 ? 0 : (size_t)1 << roll(&seed) % 14;
		uintptr_t a = ompcc_heap_alloc(device, n, align, &(ompcc_block_t){.kind = BLOCK_ROUTINE});
		CHECK(a && a % 64 == 0 && (!align || a % align == 0));
		CHECK(shadow_is(a, n, (int)(device << SHADOW_DEVICE | SHADOW_FRESH)));
		/* Another thread's block is at least a gap away. */
		CHECK((heap.shadow[a + n - heap.base] & SHADOW_STATE) == 0 && (heap.shadow[a + n + 100 - heap.base] & SHADOW_STATE) == 0);
		ompcc_heap_set(a, n);
		memset((void *)a, (int)device, n);
		mine[k].a = a;
		mine[k].n = n;
	}
	return NULL;
}

static void one_thread(void) {
	ompcc_block_t about = {.kind = BLOCK_MAP, .host = 0x1000}, b;
	uintptr_t x = ompcc_heap_alloc(1, 400, 0, &about), y = ompcc_heap_alloc(1, 400, 0, &about);
	CHECK(x && y && x != y);
	/* The nearer block counts. */
	CHECK(ompcc_heap_find(x + 400, &b) && b.base == x);
	CHECK(ompcc_heap_find(y - 4, &b) && b.base == y);
	CHECK(!ompcc_heap_find(heap.base + heap.size, &b));
	/* A copy takes over what has a value, also when its sides overlap. */
	ompcc_heap_set(x, 8);
	ompcc_heap_copy(y + 100, x, 16);
	CHECK(shadow_is(y + 100, 8, 1 << SHADOW_DEVICE | SHADOW_SET) && shadow_is(y + 108, 8, 1 << SHADOW_DEVICE | SHADOW_FRESH));
	ompcc_heap_copy(y + 104, y + 100, 16);
	CHECK(shadow_is(y + 100, 12, 1 << SHADOW_DEVICE | SHADOW_SET) && shadow_is(y + 112, 8, 1 << SHADOW_DEVICE | SHADOW_FRESH));
	/* What was unmapped last is what a host address means. */
	CHECK(!ompcc_heap_unmapped(0x1000, &b));
	CHECK(ompcc_heap_free(y, (ompcc_place_t){.line = 1}) && ompcc_heap_free(x, (ompcc_place_t){.line = 2}));
	CHECK(ompcc_heap_unmapped(0x1000 + 399, &b) && b.freed.line == 2 && !ompcc_heap_unmapped(0x1000 + 400, &b));
	/* Freed blocks wait, then are used again. */
	uintptr_t first = 0;
	unsigned n = 0;
	for (; n < 2 * WAITING_BLOCKS; n++) {
		uintptr_t a = ompcc_heap_alloc(0, 400, 0, &about);
		if (a == x || a == y)
			break;
		first = first ? first : a;
		ompcc_heap_free(a, (ompcc_place_t){0});
	}
	CHECK(n >= WAITING_BLOCKS - 2 && n <= WAITING_BLOCKS + 2);
	CHECK(ompcc_heap_alloc(0, heap.size, 0, &about) == 0 && ompcc_heap_alloc(0, SIZE_MAX, 64, &about) == 0);
}

/* kept is how much memory of its own the shadow of n bytes at a has, in bytes. */
static size_t kept(uintptr_t a, size_t n) {
	static unsigned char in[1 << 20];
	size_t pages = n / PAGE, own = 0;
	CHECK(pages <= sizeof in && !mincore((void *)(((uintptr_t)heap.shadow + (a - heap.base)) & -(uintptr_t)PAGE), n, in));
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[300];
	uintptr_t from = (uintptr_t)heap.shadow + (a - heap.base), lo = 0, hi = 0;
	size_t kib;
	while (f && fgets(line, sizeof line, f)) {
		sscanf(line, "%lx-%lx ", &lo, &hi);
		if (sscanf(line, "Private_Dirty: %zu kB", &kib) == 1 && lo < from + n && hi > from)
			own += kib << 10;
	}
	if (f)
		fclose(f);
	return own;
}

/* The shadow of a large block takes memory where it differs from one byte. */
static void large(void) {
	const size_t n = (size_t)1 << 30, part = (size_t)5 * PIECE + 4567;
	const int fresh = 2 << SHADOW_DEVICE | SHADOW_FRESH, set = 2 << SHADOW_DEVICE | SHADOW_SET;
	uintptr_t a = ompcc_heap_alloc(2, n, 0, &(ompcc_block_t){.kind = BLOCK_MAP}), at = a + 12345;
	CHECK(a && shadow_is(a, 100, fresh) && shadow_is(a + n - 5000, 5000, fresh) && shadow_is(a + n, 100, 0));
	CHECK(kept(a, n) < 1 << 20);
	CHECK(ompcc_heap_within(a, n, 2) && !ompcc_heap_within(a, n, 1) && !ompcc_heap_within(a + 1, n, 2));
	ompcc_heap_set(at, part);
	CHECK(shadow_is(at, part, set) && shadow_is(at - 1000, 1000, fresh) && shadow_is(at + part, 5000, fresh));
	ompcc_heap_set(a + n / 2, 1);
	CHECK(shadow_is(a + n / 2, 1, set) && shadow_is(a + n / 2 + 1, 100, fresh) && shadow_is(a + n / 2 - 100, 100, fresh));
	CHECK(kept(a, n) < 1 << 20);
	/* Nobody else sees what is written into the pages of one piece. */
	CHECK(shadow_is(a + n / 2 + PIECE, 1, fresh));
	CHECK(ompcc_heap_free(a, (ompcc_place_t){.line = 1}));
	CHECK(shadow_is(a, part, 2 << SHADOW_DEVICE | SHADOW_FREED) && !ompcc_heap_within(a, 1, 2));
}

int main(void) {
	pthread_t t[THREADS];
	CHECK(ompcc_heap_start());
	one_thread();
	large();
	for (uintptr_t i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&t[i], NULL, churn, (void *)i));
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	puts("ok");
	return 0;
}
