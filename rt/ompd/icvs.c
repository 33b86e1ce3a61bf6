/* Internal control variables and states (OpenMP 5.2 §20.5.9, §20.5.10). */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ompd.h"

/* icv is one that the state of a thread has, an int or unsigned. */
static const struct icv {
	const char *name;
	ompd_scope_t scope;
	size_t at;
	enum { NUMBER,
		SCHEDULE,
		EXPLICIT,
		FINAL } kind;
} icvs[] = {
	{"num-procs-var", ompd_scope_thread, offsetof(__ompcc_thread_t, num_procs), NUMBER},
	{"thread-num-var", ompd_scope_thread, offsetof(__ompcc_thread_t, thread_num), NUMBER},
	{"levels-var", ompd_scope_parallel, offsetof(__ompcc_thread_t, level), NUMBER},
	{"active-levels-var", ompd_scope_parallel, offsetof(__ompcc_thread_t, active_level), NUMBER},
	{"team-size-var", ompd_scope_parallel, offsetof(__ompcc_thread_t, num_threads), NUMBER},
	{"team-num-var", ompd_scope_parallel, offsetof(__ompcc_thread_t, team_num), NUMBER},
	{"league-size-var", ompd_scope_parallel, offsetof(__ompcc_thread_t, num_teams), NUMBER},
	{"nthreads-var", ompd_scope_task, offsetof(__ompcc_thread_t, max_threads), NUMBER},
	{"thread-limit-var", ompd_scope_task, offsetof(__ompcc_thread_t, thread_limit), NUMBER},
	{"max-active-levels-var", ompd_scope_task, offsetof(__ompcc_thread_t, max_levels), NUMBER},
	{"nteams-var", ompd_scope_task, offsetof(__ompcc_thread_t, max_teams), NUMBER},
	{"teams-thread-limit-var", ompd_scope_task, offsetof(__ompcc_thread_t, teams_thread_limit), NUMBER},
	{"run-sched-var", ompd_scope_task, offsetof(__ompcc_thread_t, run_schedule), SCHEDULE},
	{"implicit-task-var", ompd_scope_task, offsetof(__ompcc_thread_t, task), EXPLICIT},
	{"final-task-var", ompd_scope_task, offsetof(__ompcc_thread_t, task), FINAL},
};

#define COUNT (sizeof icvs / sizeof *icvs)

/* Numbers of ICVs begin with 1: 0 asks for the first one. */
ompd_rc_t ompd_enumerate_icvs(ompd_address_space_handle_t *handle, ompd_icv_id_t current, ompd_icv_id_t *next_id,
	const char **next_icv_name, ompd_scope_t *next_scope, int *more) {
	NEED(handle && next_id && next_icv_name && next_scope && more && current < COUNT);
	*next_id = current + 1;
	*next_icv_name = icvs[current].name;
	*next_scope = icvs[current].scope;
	*more = current + 1 < COUNT;
	return ompd_rc_ok;
}

/* state_of is the thread state of a handle, which lies in the handle or at a thread's place. */
static ompd_rc_t state_of(void *handle, ompd_scope_t scope, __ompcc_thread_t *state) {
	ompd_thread_handle_t *t = handle;
	switch (scope) {
	case ompd_scope_thread:
		return ompd_read(t->space, t->at + offsetof(thread_state, pub), state, sizeof *state);
	case ompd_scope_parallel:
		*state = ((ompd_parallel_handle_t *)handle)->state.pub;
		return ompd_rc_ok;
	case ompd_scope_task:
	case ompd_scope_implicit_task:
		*state = ((ompd_task_handle_t *)handle)->state.pub;
		if (!((ompd_task_handle_t *)handle)->is_explicit)
			state->task = 0;
		return ompd_rc_ok;
	default:
		return ompd_rc_bad_input;
	}
}

static ompd_rc_t find(void *handle, ompd_scope_t scope, ompd_icv_id_t icv_id, const struct icv **icv, __ompcc_thread_t *state) {
	NEED(ompd_callbacks && handle && icv_id >= 1 && icv_id <= COUNT);
	*icv = &icvs[icv_id - 1];
	NEED(scope == (*icv)->scope || (scope == ompd_scope_implicit_task && (*icv)->scope == ompd_scope_task));
	return state_of(handle, scope, state);
}

ompd_rc_t ompd_get_icv_from_scope(void *handle, ompd_scope_t scope, ompd_icv_id_t icv_id, ompd_word_t *icv_value) {
	const struct icv *icv;
	__ompcc_thread_t state;
	unsigned value;
	NEED(icv_value);
	TRY(find(handle, scope, icv_id, &icv, &state));
	memcpy(&value, (const char *)&state + icv->at, sizeof value);
	switch (icv->kind) {
	case SCHEDULE:
		return ompd_rc_incompatible; /* a text */
	case EXPLICIT:
		value = !(value & 1);
		break;
	case FINAL:
		value = value >> 1 & 1;
		break;
	case NUMBER:
		break;
	}
	*icv_value = value;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_icv_string_from_scope(void *handle, ompd_scope_t scope, ompd_icv_id_t icv_id, const char **icv_string) {
	static const char *const kinds[] = {"none", "static", "dynamic", "guided", "auto"};
	const struct icv *icv;
	__ompcc_thread_t state;
	char *text;
	ompd_word_t value;
	NEED(icv_string);
	TRY(find(handle, scope, icv_id, &icv, &state));
	TRY(ompd_new(&text, 64));
	*icv_string = text;
	if (icv->kind != SCHEDULE) {
		TRY(ompd_get_icv_from_scope(handle, scope, icv_id, &value));
		snprintf(text, 64, "%ld", (long)value);
		return ompd_rc_ok;
	}
	unsigned kind = (unsigned)state.run_schedule & 0xffffff; /* without omp_sched_monotonic */
	snprintf(text, 64, "%s,%d", kinds[kind < 5 ? kind : 0], state.run_chunk);
	return ompd_rc_ok;
}

/* The states that the runtime tells apart, by OMPT's numbers (OpenMP 5.2 §19.4.4.28). */
static const struct {
	ompd_word_t number;
	const char *name;
} states[] = {
	{ompt_state_work_serial, "ompt_state_work_serial"},
	{ompt_state_work_parallel, "ompt_state_work_parallel"},
	{ompt_state_idle, "ompt_state_idle"},
	{ompt_state_undefined, "ompt_state_undefined"},
};

#define STATES (sizeof states / sizeof *states)

ompd_rc_t ompd_enumerate_states(ompd_address_space_handle_t *address_space_handle, ompd_word_t current_state,
	ompd_word_t *next_state, const char **next_state_name, ompd_word_t *more_enums) {
	size_t next = 0;
	NEED(address_space_handle && next_state && next_state_name && more_enums);
	if (current_state != ompt_state_undefined) {
		while (next < STATES && states[next].number != current_state)
			next++;
		NEED(next < STATES);
		next++;
	}
	*next_state = states[next].number;
	*next_state_name = states[next].name;
	*more_enums = next + 1 < STATES;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_state(ompd_thread_handle_t *thread_handle, ompd_word_t *state, ompd_wait_id_t *wait_id) {
	thread_state s;
	region r;
	NEED(ompd_callbacks && thread_handle && state);
	if (wait_id)
		*wait_id = 0;
	TRY(ompd_read(thread_handle->space, thread_handle->at, &s, sizeof s));
	if (!s.team || !s.region) {
		*state = s.pub.device_num < 0 ? ompt_state_undefined : ompt_state_idle; /* a thread of the host's */
		return ompd_rc_ok;
	}
	TRY(ompd_read(thread_handle->space, AT(s.region), &r, sizeof r));
	*state = r.n > 1 ? ompt_state_work_parallel : ompt_state_work_serial;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_display_control_vars(ompd_address_space_handle_t *address_space_handle, const char *const **control_vars) {
	static const char *const none[] = {NULL};
	NEED(address_space_handle && control_vars);
	*control_vars = none;
	return ompd_rc_ok;
}

ompd_rc_t ompd_rel_display_control_vars(const char *const **control_vars) {
	NEED(control_vars);
	return ompd_rc_ok;
}
