/* Reverse offload (OpenMP 5.2 §13.8): a thread asks the host to call a function, and waits. All
 * that the function takes goes through a slot of the image's mailbox, memory that the host
 * reads and writes while the kernel runs, in as many pieces as it needs (rt/abi/reverse.go,
 * rt/capi/reverse.go). Only the thread itself can read its stack and its team's memory, so it copies
 * everything, also what comes back. Nobody has a slot for long: where the host needs time, it gives
 * the thread a ticket, and the thread comes back when the ticket's doorbell has changed.
 */

enum { SLOTS = 8,
	SLOT_SIZE = 16 << 10,
	SLOT_DATA = SLOT_SIZE - 16 };
enum { DOORBELLS = SLOT_SIZE / 4 }; /* behind the slots */
enum { MAIL_FREE,
	MAIL_POSTED,
	MAIL_TAKEN,
	MAIL_ANSWERED };
enum { REVERSE_IN = 1,
	REVERSE_OUT = 2 };

struct slot {
	volatile u32 state;
	u32 unused;
	u64 bytes;
	u64 data[SLOT_DATA / 8];
};

/* The mailbox, and its number of slots: 0 where the runtime has made none. */
extern u64 __ompcc_reverse[2];

static u32 slot_taken[SLOTS];

struct mail {
	struct slot *slot;
	u32 number; /* of the slot */
	u64 at;
};

/* What is between the fences is between the host's accesses. */
static void system_fence(void) {
#pragma omp flush memscope(all)
}

#ifdef DEVLIB_amdgcn
#define LANES 64
#define LANE(lane) __asm__ volatile("v_mbcnt_lo_u32_b32 %0, -1, 0\nv_mbcnt_hi_u32_b32 %0, -1, %0" : "=v"(lane))
#define PAUSE() __asm__ volatile("s_sleep 1")
#define KNOWN(p, n) ((void)0)
#else
#define LANES 32
#define LANE(lane) __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane))
#define PAUSE() ((void)0)
#define KNOWN(p, n) __asm__ volatile("//ompcc: known %0, %1;" ::"l"(p), "l"(n)) /* for the emulated device */
#endif

static void post(struct mail *m) {
	m->slot->bytes = m->at;
	m->at = 0;
	system_fence();
	m->slot->state = MAIL_POSTED;
	while (m->slot->state != MAIL_ANSWERED)
		PAUSE();
	system_fence();
}

static u64 *room(struct mail *m) {
	if (m->at == SLOT_DATA)
		post(m);
	return &m->slot->data[m->at / 8];
}

static void put_word(struct mail *m, u64 w) {
	*room(m) = w;
	m->at += 8;
}

static u64 get_word(struct mail *m) {
	u64 w = *room(m);
	m->at += 8;
	return w;
}

/* put_bytes sends an object. It, or parts of it, may have no value, which emulated devices would complain of. */
static void put_bytes(struct mail *m, const char *p, u64 n) {
	KNOWN(p, n);
	while (n) {
		char *to = (char *)room(m);
		u64 k = n < 8 ? n : 8;
		if (k == 8 && !((u64)p & 7))
			*(u64 *)to = *(const u64 *)p;
		else
			for (u64 i = 0; i < 8; i++)
				to[i] = i < k ? p[i] : 0;
		m->at += 8, p += k, n -= k;
	}
}

static void get_bytes(struct mail *m, char *p, u64 n) {
	while (n) {
		const char *from = (const char *)room(m);
		u64 k = n < 8 ? n : 8;
		if (k == 8 && !((u64)p & 7))
			*(u64 *)p = *(const u64 *)from;
		else
			for (u64 i = 0; i < k; i++)
				p[i] = from[i];
		m->at += 8, p += k, n -= k;
	}
}

static u64 words(u64 bytes) { return (bytes + 7) / 8 * 8; }

static void take_slot(struct mail *m) {
	u32 slots = (u32)__ompcc_reverse[1];
	if (!slots)
		__builtin_trap(); /* no runtime has made a mailbox */
	for (u32 i = 0;; i = (i + 1) % slots) {
		u32 none = 0;
		if (__atomic_load_n(&slot_taken[i], __ATOMIC_RELAXED) ||
			!__atomic_compare_exchange_n(&slot_taken[i], &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			continue;
		m->slot = (struct slot *)(__ompcc_reverse[0] + (u64)i * SLOT_SIZE), m->number = i, m->at = 0;
		return;
	}
}

static void leave_slot(const struct mail *m) {
	m->slot->state = MAIL_FREE;
	__atomic_store_n(&slot_taken[m->number], 0, __ATOMIC_RELEASE);
}

/* await returns when the answer is in the slot. The host's first word is 0 then, else a ticket, and the
 * value of its doorbell follows. */
static void await(struct mail *m) {
	const volatile u32 *doorbells = (const volatile u32 *)(__ompcc_reverse[0] + __ompcc_reverse[1] * SLOT_SIZE);
	u64 ticket;
	while ((ticket = get_word(m))) {
		u32 before = (u32)get_word(m);
		leave_slot(m);
		while (doorbells[ticket % DOORBELLS] == before)
			PAUSE();
		take_slot(m);
		put_word(m, 16);
		put_word(m, ticket);
		post(m);
	}
}

/* ask sends the number of bytes to come, the function, the numbers of rows and of variables, the rows, and the
 * bytes of those that have some. For each row whose bytes may come back the host sends a word, and the
 * bytes if that is not 0. */
static __attribute__((noinline)) void ask(u64 fn, const u64 *rows, u32 n, u32 variables) {
	struct mail m;
	u64 total = 32 + 32ul * n;
	for (u32 i = 0; i < n; i++)
		if (rows[4 * i] & REVERSE_IN)
			total += words(rows[4 * i + 2]);
	take_slot(&m);
	put_word(&m, total);
	put_word(&m, fn);
	put_word(&m, n);
	put_word(&m, variables);
	for (u32 i = 0; i < 4 * n; i++)
		put_word(&m, rows[i]);
	for (u32 i = 0; i < n; i++)
		if (rows[4 * i] & REVERSE_IN)
			put_bytes(&m, (const char *)rows[4 * i + 1], rows[4 * i + 2]);
	post(&m);
	await(&m);
	for (u32 i = 0; i < n; i++)
		if (rows[4 * i] & REVERSE_OUT && get_word(&m))
			get_bytes(&m, (char *)rows[4 * i + 1], rows[4 * i + 2]);
	leave_slot(&m);
}

/* One thread of a warp after another: where they execute in lockstep, one that waits for a slot would keep
 * those that have them. */
void N(__openmp_reverse)(void *fn, const u64 *rows, u32 n, u32 variables) {
	u32 lane;
	LANE(lane);
	for (u32 i = 0; i < LANES; i++)
		if (i == lane)
			ask((u64)fn, rows, n, variables);
}
