/* Variables of thread storage duration (C11 6.2.4p4): the copies that a thread has are a
 * list, which *cell begins. Where code runs once for a team all of its threads ask for those of
 * the first at the same time, so copies are added by compare-exchange. */

struct thread_variable {
	u64 size, align;
	const void *initial; /* NULL: zero */
};

struct thread_copy {
	struct thread_copy *next;
	const struct thread_variable *of;
};

static void *copy_at(struct thread_copy *c, u64 align) { return (void *)(((u64)(c + 1) + align - 1) & -align); }

static void *copy_of(struct thread_copy *c, const struct thread_variable *v) {
	for (; c; c = c->next)
		if (c->of == v)
			return copy_at(c, v->align);
	return NULL;
}

/* thread_storage is the address of the copy of v, NULL where v is weak and nobody defines it. */
__attribute__((noinline)) void *N(__openmp_thread_storage)(struct thread_copy **cell, const struct thread_variable *v) {
	if (!v)
		return NULL;
	struct thread_copy *first = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
	void *p = copy_of(first, v);
	if (p)
		return p;
	struct thread_copy *c = N(malloc)(sizeof *c + v->align + v->size);
	if (!c)
		N(__openmp_error)(1, "thread-local variable", "the heap of the device has no room for another thread's copy");
	c->of = v;
	p = copy_at(c, v->align);
	if (v->initial)
		N(memcpy)(p, v->initial, v->size);
	else
		N(memset)(p, 0, v->size);
	do {
		void *other = copy_of(first, v);
		if (other) {
			N(free)(c);
			return other;
		}
		c->next = first;
	} while (!__atomic_compare_exchange_n(cell, &first, c, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
	return p;
}

void N(__openmp_thread_end)(struct thread_copy **cell) {
	for (struct thread_copy *c = *cell, *next; c; c = next) {
		next = c->next;
		N(free)(c);
	}
}
