/* Threads, parallel regions and tasks (OpenMP 5.2 §20.5.3 to §20.5.8). */
#include <string.h>

#include "ompd.h"

static ompd_rc_t new_thread(ompd_address_space_handle_t *space, ompd_addr_t at, ompd_thread_handle_t **handle) {
	TRY(ompd_new(handle, sizeof **handle));
	(*handle)->space = space;
	(*handle)->at = at;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_thread_handle(ompd_address_space_handle_t *handle, ompd_thread_id_t kind, ompd_size_t sizeof_thread_id,
	const void *thread_id, ompd_thread_handle_t **thread_handle) {
	ompd_thread_context_t *context = NULL;
	ompd_address_t at;
	NEED(ompd_callbacks && handle && thread_id && thread_handle && sizeof_thread_id <= sizeof(uint64_t));
	if (kind != ID_PTHREAD && kind != ID_LWP)
		return ompd_rc_unsupported;
	if (!ompd_callbacks->get_thread_context_for_thread_id)
		return ompd_rc_callback_error;
	if (ompd_callbacks->get_thread_context_for_thread_id(handle->context, kind, sizeof_thread_id, thread_id, &context) != ompd_rc_ok || !context)
		return ompd_rc_unavailable;
	TRY(ompd_callbacks->symbol_addr_lookup(handle->context, context, "ompcc_cpu_thread", &at, NULL));
	TRY(new_thread(handle, at.address, thread_handle));
	memcpy(&(*thread_handle)->id, thread_id, sizeof_thread_id);
	(*thread_handle)->kind = kind;
	(*thread_handle)->known = 1;
	return ompd_rc_ok;
}

ompd_rc_t ompd_rel_thread_handle(ompd_thread_handle_t *thread_handle) { return ompd_release(thread_handle); }

static int compare(ompd_addr_t a, ompd_addr_t b) { return (a > b) - (a < b); }

ompd_rc_t ompd_thread_handle_compare(ompd_thread_handle_t *a, ompd_thread_handle_t *b, int *cmp_value) {
	NEED(a && b && cmp_value);
	*cmp_value = compare(a->at, b->at);
	return ompd_rc_ok;
}

/* The system's number of a thread is known if the handle was made of it. */
ompd_rc_t ompd_get_thread_id(ompd_thread_handle_t *thread_handle, ompd_thread_id_t kind, ompd_size_t sizeof_thread_id, void *thread_id) {
	NEED(thread_handle && thread_id && sizeof_thread_id <= sizeof(uint64_t));
	if (kind != ID_PTHREAD && kind != ID_LWP)
		return ompd_rc_unsupported;
	if (!thread_handle->known || thread_handle->kind != kind)
		return ompd_rc_unavailable;
	memcpy(thread_id, &thread_handle->id, sizeof_thread_id);
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_device_from_thread(ompd_thread_handle_t *thread_handle, ompd_address_space_handle_t **device) {
	NEED(thread_handle && device);
	*device = thread_handle->space;
	return ompd_rc_ok;
}

/* new_parallel makes the handle of the region of the thread state at at; outside of kernels there is none. */
static ompd_rc_t new_parallel(ompd_address_space_handle_t *space, ompd_addr_t at, ompd_parallel_handle_t **handle) {
	struct _ompd_parallel_handle p = {.space = space, .at = at};
	NEED(ompd_callbacks && handle);
	TRY(ompd_read(space, at, &p.state, sizeof p.state));
	if (!p.state.team || !p.state.region)
		return ompd_rc_unavailable;
	TRY(ompd_read(space, AT(p.state.region), &p.region, sizeof p.region));
	TRY(ompd_new(handle, sizeof p));
	**handle = p;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_curr_parallel_handle(ompd_thread_handle_t *thread_handle, ompd_parallel_handle_t **parallel_handle) {
	NEED(thread_handle);
	return new_parallel(thread_handle->space, thread_handle->at, parallel_handle);
}

ompd_rc_t ompd_get_enclosing_parallel_handle(ompd_parallel_handle_t *parallel_handle, ompd_parallel_handle_t **enclosing_parallel_handle) {
	NEED(parallel_handle);
	return new_parallel(parallel_handle->space, AT(parallel_handle->region.outer), enclosing_parallel_handle);
}

ompd_rc_t ompd_get_task_parallel_handle(ompd_task_handle_t *task_handle, ompd_parallel_handle_t **task_parallel_handle) {
	NEED(task_handle);
	return new_parallel(task_handle->space, task_handle->at, task_parallel_handle);
}

ompd_rc_t ompd_rel_parallel_handle(ompd_parallel_handle_t *parallel_handle) { return ompd_release(parallel_handle); }

ompd_rc_t ompd_parallel_handle_compare(ompd_parallel_handle_t *a, ompd_parallel_handle_t *b, int *cmp_value) {
	NEED(a && b && cmp_value);
	*cmp_value = compare(AT(a->state.region), AT(b->state.region));
	return ompd_rc_ok;
}

/* carried finds the state of a thread among those that share the OS thread whose state is at at: that which runs, or a
 * fiber that waits. */
static ompd_rc_t carried(ompd_parallel_handle_t *p, unsigned number, ompd_addr_t at, ompd_addr_t *found) {
	thread_state s;
	carrier c;
	fiber f;
	TRY(ompd_read(p->space, at, &s, sizeof s));
	if (s.region != p->state.region || !s.carrier)
		return ompd_rc_unavailable;
	if (s.pub.thread_num == number) {
		*found = at;
		return ompd_rc_ok;
	}
	TRY(ompd_read(p->space, AT(s.carrier), &c, sizeof c));
	TRY(ompd_read(p->space, AT(c.now), &f, sizeof f));
	for (fiber *next = f.next; next != c.now; next = f.next) {
		TRY(ompd_read(p->space, AT(next), &f, sizeof f));
		if (f.word != &s.carrier->never && f.state.region == p->state.region && f.state.pub.thread_num == number) {
			*found = AT(&next->state);
			return ompd_rc_ok;
		}
	}
	return ompd_rc_unavailable;
}

/* member finds the state of a thread of a region: thread 0 has met it, others are helpers of its team, or share an OS
 * thread with those. Of such threads those have a state that have begun and not ended. */
static ompd_rc_t member(ompd_parallel_handle_t *p, int thread_num, ompd_addr_t *at) {
	unsigned number = (unsigned)thread_num;
	team t;
	helper h;
	NEED(thread_num >= 0 && number < p->region.n);
	if (!p->region.carried && number == 0) {
		*at = AT(p->region.master);
		return ompd_rc_ok;
	}
	if (p->region.carried && carried(p, number, AT(p->region.master), at) == ompd_rc_ok)
		return ompd_rc_ok;
	TRY(ompd_read(p->space, AT(p->state.team), &t, sizeof t));
	for (helper *next = t.helpers; next; next = h.next) {
		TRY(ompd_read(p->space, AT(next), &h, sizeof h));
		if (h.region != p->state.region || !h.self)
			continue;
		if (p->region.carried) {
			if (carried(p, number, AT(h.self), at) == ompd_rc_ok)
				return ompd_rc_ok;
		} else if (h.state.thread_num == number) {
			*at = AT(h.self);
			return ompd_rc_ok;
		}
	}
	return ompd_rc_unavailable;
}

ompd_rc_t ompd_get_thread_in_parallel(ompd_parallel_handle_t *parallel_handle, int thread_num, ompd_thread_handle_t **thread_handle) {
	ompd_addr_t at;
	NEED(ompd_callbacks && parallel_handle && thread_handle);
	TRY(member(parallel_handle, thread_num, &at));
	return new_thread(parallel_handle->space, at, thread_handle);
}

static ompd_rc_t new_task(ompd_address_space_handle_t *space, ompd_addr_t at, ompd_task_handle_t **handle) {
	struct _ompd_task_handle t = {.space = space, .at = at};
	NEED(ompd_callbacks && handle);
	TRY(ompd_read(space, at, &t.state, sizeof t.state));
	if (!t.state.team || !t.state.region)
		return ompd_rc_unavailable;
	t.is_explicit = t.state.pub.task & 1;
	TRY(ompd_new(handle, sizeof t));
	**handle = t;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_curr_task_handle(ompd_thread_handle_t *thread_handle, ompd_task_handle_t **task_handle) {
	NEED(thread_handle);
	return new_task(thread_handle->space, thread_handle->at, task_handle);
}

/* A thread of the device executes the explicit tasks that it generates: the implicit task has generated them and
 * scheduled them. The task that has met a parallel region has generated its implicit tasks. */
ompd_rc_t ompd_get_generating_task_handle(ompd_task_handle_t *task_handle, ompd_task_handle_t **generating_task_handle) {
	region r;
	NEED(ompd_callbacks && task_handle && generating_task_handle);
	if (task_handle->is_explicit) {
		TRY(ompd_new(generating_task_handle, sizeof **generating_task_handle));
		**generating_task_handle = *task_handle;
		(*generating_task_handle)->is_explicit = 0;
		return ompd_rc_ok;
	}
	TRY(ompd_read(task_handle->space, AT(task_handle->state.region), &r, sizeof r));
	return new_task(task_handle->space, AT(r.outer), generating_task_handle);
}

ompd_rc_t ompd_get_scheduling_task_handle(ompd_task_handle_t *task_handle, ompd_task_handle_t **scheduling_task_handle) {
	return ompd_get_generating_task_handle(task_handle, scheduling_task_handle);
}

ompd_rc_t ompd_get_task_in_parallel(ompd_parallel_handle_t *parallel_handle, int thread_num, ompd_task_handle_t **task_handle) {
	ompd_addr_t at;
	NEED(ompd_callbacks && parallel_handle && task_handle);
	TRY(member(parallel_handle, thread_num, &at));
	TRY(new_task(parallel_handle->space, at, task_handle));
	(*task_handle)->is_explicit = 0;
	return ompd_rc_ok;
}

ompd_rc_t ompd_rel_task_handle(ompd_task_handle_t *task_handle) { return ompd_release(task_handle); }

ompd_rc_t ompd_task_handle_compare(ompd_task_handle_t *a, ompd_task_handle_t *b, int *cmp_value) {
	NEED(a && b && cmp_value);
	if ((*cmp_value = compare(AT(a->state.region), AT(b->state.region))) == 0 &&
		(*cmp_value = compare(a->state.pub.thread_num, b->state.pub.thread_num)) == 0)
		*cmp_value = a->is_explicit - b->is_explicit;
	return ompd_rc_ok;
}

/* The function of an explicit task is part of the one around. */
ompd_rc_t ompd_get_task_function(ompd_task_handle_t *task_handle, ompd_address_t *entry_point) {
	region r;
	NEED(ompd_callbacks && task_handle && entry_point);
	TRY(ompd_read(task_handle->space, AT(task_handle->state.region), &r, sizeof r));
	entry_point->segment = ompd_segment_none;
	entry_point->address = AT((uintptr_t)r.fn);
	return ompd_rc_ok;
}

/* The runtime keeps no frames. */
ompd_rc_t ompd_get_task_frame(ompd_task_handle_t *task_handle, ompd_frame_info_t *exit_frame, ompd_frame_info_t *enter_frame) {
	NEED(task_handle && exit_frame && enter_frame);
	return ompd_rc_unsupported;
}
