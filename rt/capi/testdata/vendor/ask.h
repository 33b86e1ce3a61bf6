/* A kernel of the stand-in that asks the host for two calls (reverse offload) and ends when it has
 * its answers: a thread that does what rt/devlib/reverse.c does on two threads of a GPU. Its parameters are the function and the
 * device's address of 4 ints. */
static unsigned long long reverse_box[2]; /* the image's variable: the mailbox, and its slots */
static pthread_t asking;
static uintptr_t asked_on; /* the stream, 0: no such kernel runs */
static _Atomic int answered;

enum { SLOT_SIZE = 16 << 10, POSTED = 1, ANSWERED = 3 };
enum { ROW_IN = 1, ROW_OUT = 2, ROW_POINTER = 16, ROW_FIND = 32, ROW_ALWAYS = 64 };

static unsigned long long ask_for, ask_x;

struct slot {
	_Atomic unsigned state;
	unsigned long long bytes, data[SLOT_SIZE / 8 - 2];
};

static void post(struct slot *slot, const void *letter, size_t size) {
	memcpy(slot->data, letter, size);
	slot->bytes = size;
	slot->state = POSTED;
}

static void wait_for(struct slot *slot) {
	while (slot->state != ANSWERED)
		;
}

/* The call of the second letter is made while the first one's function waits for it: its answer comes late. */
static void ask_late(struct slot *slot) {
	const volatile unsigned *bells = (const volatile unsigned *)(reverse_box[0] + 8 * SLOT_SIZE);
	unsigned long long letter[] = {32 + 32 + 8, ask_for, 1, 1, ROW_IN | ROW_OUT, 0x3000, 8, 0, 7}, ticket[] = {16, 0};
	REQUIRE(owns(&pinned, (uintptr_t)bells, SLOT_SIZE));
	post(slot, letter, sizeof letter);
	wait_for(slot);
	REQUIRE(slot->data[0]);
	while (slot->data[0]) {
		unsigned before = (unsigned)slot->data[1];
		ticket[1] = slot->data[0];
		slot->state = 0;
		while (bells[ticket[1] % (SLOT_SIZE / 4)] == before)
			;
		post(slot, ticket, sizeof ticket);
		wait_for(slot);
	}
	REQUIRE(slot->data[1] == 1 && slot->data[2] == 8);
	slot->state = 0;
}

static void *ask(void *unused) {
	struct slot *slot = (struct slot *)(reverse_box[0] + 3 * SLOT_SIZE);
	unsigned long long letter[] = {32 + 3 * 32 + 3 * 8, ask_for, 3, 2,
	                               /* a long, a pointer to the ints, and a section of these */
	                               ROW_IN | ROW_OUT, 0x1000, 8, 0, ROW_IN | ROW_POINTER, 0x2000, 8, 0, 2ull << 32 | ROW_FIND | ROW_ALWAYS | ROW_IN | ROW_OUT, ask_x + 4, 8, 0,
	                               41, ask_x, 0};
	int *x = (int *)ask_x;
	REQUIRE(reverse_box[1] == 8 && owns(&pinned, (uintptr_t)slot, SLOT_SIZE));
	x[1] = 10, x[2] = 20;
	memcpy(&letter[18], &x[1], 8);
	post(slot, letter, 64); /* in two pieces */
	wait_for(slot);
	post(slot, letter + 8, sizeof letter - 64);
	ask_late(slot + 1);
	wait_for(slot);
	REQUIRE(!slot->data[0] && slot->data[1] == 1 && slot->data[2] == 42 && slot->data[3] == 1); /* the long, and the section */
	memcpy(&x[1], &slot->data[4], 8);
	slot->state = 0;
	answered = 1;
	return unused;
}

static int launch_ask(uintptr_t stream, void **params) {
	REQUIRE(!asked_on);
	ask_for = *(unsigned long long *)params[0], ask_x = *(unsigned long long *)params[1];
	asked_on = stream, answered = 0;
	return pthread_create(&asking, NULL, ask, NULL);
}

/* idle is what the driver waits for where it waits for all of the GPU: who is to answer must not. */
static int idle(void) { return !asked_on || answered; }
