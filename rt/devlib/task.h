/* Explicit tasks that are incomplete when the generating thread continues (OpenMP 5.2 §12.5,
 * §15.9.5): tasks whose event is unfulfilled, and deferred tasks that depend on them. A deferred
 * task waits until the thread reaches a task scheduling point. Each thread keeps the tasks that it
 * generates in the order of generation, and executes them itself. *cell is the list of tasks of
 * the implicit task that the thread executes, NULL while the list is empty. Other threads access
 * the words of events only.
 *
 * devlib.c compiles this file for GPUs, rt/capi/task/explicit.c for the CPU device.
 */

/* The tasks that task_wait waits for. */
enum { AWAIT_CHILDREN,
	AWAIT_GROUP,
	AWAIT_ALL,
	AWAIT_NOTHING };

/* Dependence types. Two dependences on the same location conflict, unless both are in or both inoutset. */
enum { DEPENDS_IN = 1,
	DEPENDS_INOUT,
	DEPENDS_INOUTSET };

/* Few programs use events: do not inline these functions. */
#define SELDOM __attribute__((noinline))

enum { TASK_NEW,
	TASK_DEFERRED,
	TASK_BEGUN,
	TASK_ENDED };

struct dependence {
	struct dependence *next;
	const void *at; /* NULL: all memory */
	u32 type;
};

typedef void task_body(void **frame, u32 final);

struct task {
	u32 *event; /* NULL: the task has none */
	u32 state, final;
	u32 cancelled; /* whether its taskgroup is cancelled */
	u32 stamp, parent, group;
	u32 family;      /* dependences order tasks of a family: a task's children and those of transparent ones */
	u32 transparent; /* its children belong to its own family (6.0 §17.9.6) */
	u32 began;       /* the stamp with which it began */
	struct task *next;
	struct dependence *on;
	task_body *body; /* NULL: a taskwait */
	void **frame;    /* slots addresses, followed by those that the task must free */
	u64 slots;
};

/* A cancelled taskgroup that has not ended. */
struct cancelled {
	struct cancelled *next;
	u32 group;
};

/* Each generated task and each task that begins gets the next stamp. The descendants of the current
 * task are therefore the tasks with a greater stamp. */
struct tasks {
	struct task *first, *last;
	u32 stamps;
	u32 current; /* the stamp with which the task being executed began, 0: the implicit task */
	u32 group;   /* the taskgroup in which it generates tasks, 0: none */
	struct cancelled *cancelled;
};

/* Events are words that the library never frees, because the thread that fulfils an event may be the
 * last to access it. If the table is full, events come from the heap. */
enum { EVENT_FREE,
	EVENT_OPEN,
	EVENT_FULFILLED };

#define EVENTS 4096
static u32 events[EVENTS];
static u32 event_turn;

static u32 *event_new(void) {
	u32 first = __atomic_fetch_add(&event_turn, 1, __ATOMIC_RELAXED);
	for (u32 i = 0; i < EVENTS; i++) {
		u32 *e = &events[(first + i) % EVENTS], none = EVENT_FREE;
		if (__atomic_load_n(e, __ATOMIC_RELAXED) == EVENT_FREE &&
			__atomic_compare_exchange_n(e, &none, EVENT_OPEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return e;
	}
	u32 *e = N(malloc)(sizeof *e);
	if (e)
		__atomic_store_n(e, EVENT_OPEN, __ATOMIC_RELAXED);
	return e;
}

static struct tasks *tasks_of(void **cell) {
	struct tasks *ts = *cell;
	if (!ts && (ts = N(malloc)(sizeof *ts))) {
		N(memset)(ts, 0, sizeof *ts);
		*cell = ts;
	}
	return ts;
}

/* task_enter begins an implicit task. The caller passes the result to task_leave. */
void *TASK(enter)(void **cell) {
	void *outer = *cell;
	*cell = NULL;
	return outer;
}

void TASK(leave)(void **cell, void *outer) {
	N(free)(*cell);
	*cell = outer;
}

static u32 is_cancelled(const struct tasks *ts) {
	for (const struct cancelled *c = ts->cancelled; c; c = c->next)
		if (c->group == ts->group)
			return 1;
	return 0;
}

/* task_cancelled returns whether the taskgroup of the current task is cancelled. */
SELDOM u32 TASK(cancelled)(void **cell) { return *cell ? is_cancelled(*cell) : 0; }

/* task_cancel cancels the taskgroup of the current task (5.2 §16.1): its tasks that have not begun never
 * execute, and its tasks complete without their events. */
SELDOM void TASK(cancel)(void **cell) {
	struct tasks *ts = *cell;
	if (!ts || !ts->group || is_cancelled(ts))
		return;
	struct cancelled *c = N(malloc)(sizeof *c);
	if (!c) {
		TASK_NO_MEMORY();
		return;
	}
	c->group = ts->group;
	c->next = ts->cancelled;
	ts->cancelled = c;
	for (struct task *t = ts->first; t; t = t->next)
		if (t->group == ts->group) {
			t->cancelled = 1;
			if (t->state == TASK_DEFERRED)
				t->state = TASK_ENDED;
		}
}

/* transparent_around returns the innermost transparent task that has begun, NULL if there is none. */
static struct task *transparent_around(struct tasks *ts) {
	struct task *inner = NULL;
	for (struct task *t = ts->first; t; t = t->next)
		if (t->state == TASK_BEGUN && t->transparent && (!inner || t->began > inner->began))
			inner = t;
	return inner;
}

/* insert adds a task to the list. Inside of a transparent task it inserts after the tasks that this one has
 * generated, so that they precede its successors. Otherwise it appends. */
static void insert(struct tasks *ts, struct task *t) {
	struct task *around = transparent_around(ts), *last = ts->last;
	t->family = around && around->began == ts->current ? around->family : ts->current;
	for (struct task *p = around; p && (p == around || p->stamp > around->began); p = p->next)
		last = p;
	t->next = last ? last->next : NULL;
	if (last)
		last->next = t;
	else
		ts->first = t;
	if (!t->next)
		ts->last = t;
}

enum { TASK_HAS_EVENT = 1,
	TASK_TRANSPARENT = 2 };

/* task_new creates a child of the current task. It returns NULL if the task can run undeferred: it has no
 * event, is not transparent, and the list is empty. */
SELDOM void *TASK(new)(void **cell, u32 flags) {
	if (!flags && !*cell)
		return NULL;
	u32 event = flags & TASK_HAS_EVENT;
	struct tasks *ts = tasks_of(cell);
	struct task *t = ts ? N(malloc)(sizeof *t) : NULL;
	u32 *e = event ? event_new() : NULL;
	if (!t || (event && !e)) {
		if (flags)
			TASK_NO_MEMORY();
		return NULL;
	}
	N(memset)(t, 0, sizeof *t);
	t->event = e;
	t->stamp = ++ts->stamps;
	t->parent = ts->current;
	t->group = ts->group;
	t->cancelled = is_cancelled(ts);
	t->transparent = flags & TASK_TRANSPARENT;
	insert(ts, t);
	return t;
}

/* task_event returns the task's event. */
u32 *TASK(event)(void *task) { return task ? ((struct task *)task)->event : NULL; }

void TASK(fulfill)(u32 *event) { __atomic_store_n(event, EVENT_FULFILLED, __ATOMIC_RELEASE); }

/* task_depend adds a dependence. */
SELDOM void TASK(depend)(void *task, const void *at, u32 type) {
	struct task *t = task;
	if (!t)
		return;
	struct dependence *d = N(malloc)(sizeof *d);
	if (!d) {
		TASK_NO_MEMORY();
		return;
	}
	d->next = t->on;
	d->at = at;
	d->type = type;
	t->on = d;
}

static int conflict(const struct dependence *a, const struct dependence *b) {
	if (a->at && b->at && a->at != b->at)
		return 0;
	return a->type != b->type || a->type == DEPENDS_INOUT;
}

static int fulfilled(struct task *t) { return !t->event || __atomic_load_n(t->event, __ATOMIC_ACQUIRE) == EVENT_FULFILLED; }

/* done returns whether a task is complete: it has ended, and its event is fulfilled or it is cancelled. */
static int done(struct task *t) { return t->state == TASK_ENDED && (t->cancelled || fulfilled(t)); }

static int follows(const struct task *t, const struct task *before) {
	for (const struct dependence *a = t->on; a; a = a->next)
		for (const struct dependence *b = before->on; b; b = b->next)
			if (conflict(a, b))
				return 1;
	return 0;
}

/* precedes returns whether t must wait for p, an earlier task. t waits if their dependences conflict, or if p is
 * transparent and has not begun, because the children of p may have conflicting ones. t never waits for a task
 * that has begun, because that is an ancestor of t. */
static int precedes(struct task *p, const struct task *t) {
	if (p->family != t->family || p->state == TASK_BEGUN)
		return 0;
	return p->transparent && p->state < TASK_BEGUN ? t->on != NULL : !done(p) && follows(t, p);
}

/* task_blocked returns whether the task must wait for an incomplete one. */
SELDOM u32 TASK(blocked)(void **cell, void *task) {
	struct task *t = task;
	if (!t)
		return 0;
	for (struct task *p = ((struct tasks *)*cell)->first; p != t; p = p->next)
		if (precedes(p, t))
			return 1;
	return 0;
}

/* task_defer defers the task: it stores the task's body and a copy of the frame, the argument of
 * the body. */
SELDOM void TASK(defer)(void *task, void *body, void **frame, u64 slots, u32 final) {
	struct task *t = task;
	t->body = (task_body *)body;
	t->slots = slots;
	t->final = final;
	t->frame = N(calloc)(2 * slots + 1, sizeof *t->frame);
	if (!t->frame) {
		TASK_NO_MEMORY();
		return;
	}
	N(memcpy)(t->frame, frame, slots * sizeof *frame);
	t->state = t->cancelled ? TASK_ENDED : TASK_DEFERRED;
}

/* task_keep replaces the object to which a slot of a deferred task's frame points by a copy that the task owns. */
SELDOM void TASK(keep)(void *task, u64 slot, u64 size, u64 align) {
	struct task *t = task;
	void *p = N(aligned_alloc)(align, (size + align - 1) / align * align);
	if (!p) {
		TASK_NO_MEMORY();
		return;
	}
	N(memcpy)(p, t->frame[slot], size);
	t->frame[slot] = t->frame[t->slots + slot] = p;
}

static void drop(struct task *t) {
	struct dependence *d = t->on;
	while (d) {
		struct dependence *next = d->next;
		N(free)(d);
		d = next;
	}
	for (u64 i = 0; i < t->slots; i++)
		N(free)(t->frame[t->slots + i]);
	N(free)(t->frame);
    /* Another thread may still fulfil the event of a cancelled task, so an unfulfilled event stays in use. */
	if (t->event && fulfilled(t))
		__atomic_store_n(t->event, EVENT_FREE, __ATOMIC_RELAXED);
	N(free)(t);
}

/* sweep removes complete tasks from the list. */
static void sweep(struct tasks *ts) {
	struct task **link = &ts->first;
	ts->last = NULL;
	while (*link) {
		struct task *t = *link;
		if (done(t)) {
			*link = t->next;
			drop(t);
		} else {
			ts->last = t;
			link = &t->next;
		}
	}
}

/* task_begin makes the task the current one; NULL is a task that is not in the list. The caller passes
 * the result to task_end. */
SELDOM u64 TASK(begin)(void **cell, void *task) {
	struct tasks *ts = tasks_of(cell);
	struct task *t = task;
	if (!ts)
		return 0;
	u64 outer = (u64)ts->group << 32 | ts->current;
	ts->current = ++ts->stamps;
	if (t) {
		t->state = TASK_BEGUN;
		t->began = ts->current;
		ts->group = t->group;
	}
	return outer;
}

/* tidy frees an empty list that nothing refers to. */
static void tidy(void **cell) {
	struct tasks *ts = *cell;
	if (ts && !ts->first && !ts->current && !ts->group) {
		N(free)(ts);
		*cell = NULL;
	}
}

SELDOM void TASK(end)(void **cell, void *task, u64 outer) {
	struct tasks *ts = *cell;
	struct task *t = task;
	if (!ts)
		return;
	if (t) {
		t->state = TASK_ENDED;
		sweep(ts);
	}
	ts->current = (u32)outer;
	ts->group = (u32)(outer >> 32);
	tidy(cell);
}

/* task_group begins a taskgroup. The caller passes the result to task_group_end. */
u32 TASK(group)(void **cell) {
	struct tasks *ts = tasks_of(cell);
	if (!ts)
		return 0;
	u32 outer = ts->group;
	ts->group = ++ts->stamps;
	return outer;
}

static int left(struct tasks *ts, u32 what) {
	for (struct task *t = ts->first; t; t = t->next)
		if (t->stamp > ts->current &&
			(what == AWAIT_ALL || (what == AWAIT_CHILDREN && t->parent == ts->current) || (what == AWAIT_GROUP && t->group == ts->group)))
			return 1;
	return 0;
}

/* step executes one deferred task that is not blocked and is a descendant of the current task, so
 * that it may interrupt it (5.2 §12.9). It returns whether there was one. */
static int step(void **cell) {
	struct tasks *ts = *cell;
	sweep(ts);
	for (struct task *t = ts->first; t; t = t->next)
		if (t->state == TASK_DEFERRED && t->stamp > ts->current && !TASK(blocked)(cell, t)) {
			u64 outer = TASK(begin)(cell, t);
			if (t->body)
				t->body(t->frame, t->final);
			TASK(end)(cell, t, outer);
			return 1;
		}
	return 0;
}

/* task_wait executes deferred tasks until the tasks that what selects are complete. With AWAIT_NOTHING it
 * returns as soon as no deferred task is ready. */
SELDOM void TASK(wait)(void **cell, u32 what) {
	while (*cell) {
		if (step(cell))
			continue;
		struct tasks *ts = *cell;
		if (what == AWAIT_NOTHING || !left(ts, what)) {
			tidy(cell);
			return;
		}
		TASK_PAUSE();
	}
}

SELDOM void TASK(group_end)(void **cell, u32 outer) {
	TASK(wait)(cell, AWAIT_GROUP);
	struct tasks *ts = *cell;
	if (!ts)
		return;
	struct cancelled *c = ts->cancelled;
	if (c && c->group == ts->group) { /* inner groups have ended */
		ts->cancelled = c->next;
		N(free)(c);
	}
	ts->group = outer;
	tidy(cell);
}

/* task_unblock waits until nothing blocks the task, and meanwhile executes deferred tasks. */
SELDOM void TASK(unblock)(void **cell, void *task) {
	while (TASK(blocked)(cell, task))
		if (!step(cell))
			TASK_PAUSE();
}

/* task_await waits for the earlier tasks on which a new task with this dependence would depend. A
 * file that uses no events calls it instead of task_new, because tasks of other files may be deferred. */
SELDOM void TASK(await)(void **cell, const void *at, u32 type) {
	if (!*cell)
		return;
	void *t = TASK(new)(cell, 0);
	TASK(depend)(t, at, type);
	TASK(unblock)(cell, t);
	TASK(end)(cell, t, TASK(begin)(cell, t));
}
