/* The OMPD library: how a debugger understands a stopped program with kernels on the CPU device (OpenMP 5.2 chapter 20).
 * The debugger loads it, and gives it callbacks that read the program's memory. */
#include <string.h>

#include "ompd.h"

const ompd_callbacks_t *ompd_callbacks;

#define API_VERSION 202111 /* OpenMP 5.2 */

ompd_rc_t ompd_new(void *handle, ompd_size_t size) {
	void **to = handle;
	if (ompd_callbacks->alloc_memory(size, to) != ompd_rc_ok)
		return ompd_rc_nomem;
	memset(*to, 0, size);
	return ompd_rc_ok;
}

ompd_rc_t ompd_release(void *handle) {
	NEED(ompd_callbacks && handle);
	return ompd_callbacks->free_memory(handle) == ompd_rc_ok ? ompd_rc_ok : ompd_rc_callback_error;
}

ompd_rc_t ompd_read(ompd_address_space_handle_t *space, ompd_addr_t at, void *to, ompd_size_t size) {
	ompd_address_t address = {ompd_segment_none, at};
	return ompd_callbacks->read_memory(space->context, NULL, &address, size, to);
}

ompd_rc_t ompd_initialize(ompd_word_t api_version, const ompd_callbacks_t *callbacks) {
	NEED(callbacks && callbacks->alloc_memory && callbacks->free_memory && callbacks->read_memory && callbacks->symbol_addr_lookup);
	if (api_version > API_VERSION || api_version < 201811)
		return ompd_rc_unsupported;
	ompd_callbacks = callbacks;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_api_version(ompd_word_t *version) {
	NEED(version);
	*version = API_VERSION;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_version_string(const char **string) {
	NEED(string);
	*string = "ompcc OMPD library for the CPU device, OpenMP 5.2";
	return ompd_rc_ok;
}

ompd_rc_t ompd_finalize(void) {
	NEED(ompd_callbacks);
	ompd_callbacks = NULL;
	return ompd_rc_ok;
}

/* compatible reports whether the program's runtime is of this version. */
static ompd_rc_t compatible(ompd_address_space_handle_t *space) {
	static const uint64_t want[] = OMPD_LAYOUT;
	uint64_t have[sizeof want / sizeof *want];
	ompd_address_t at;
	if (ompd_callbacks->symbol_addr_lookup(space->context, NULL, "__ompcc_ompd_layout", &at, NULL) != ompd_rc_ok)
		return ompd_rc_incompatible;
	TRY(ompd_read(space, at.address, have, sizeof have));
	return memcmp(have, want, sizeof want) == 0 ? ompd_rc_ok : ompd_rc_incompatible;
}

static ompd_rc_t new_space(ompd_address_space_context_t *context, ompd_address_space_handle_t *host, ompd_address_space_handle_t **handle) {
	NEED(ompd_callbacks && context && handle);
	struct _ompd_aspace_handle space = {context, host};
	TRY(compatible(&space));
	TRY(ompd_new(handle, sizeof space));
	**handle = space;
	return ompd_rc_ok;
}

ompd_rc_t ompd_process_initialize(ompd_address_space_context_t *context, ompd_address_space_handle_t **host_handle) {
	return new_space(context, NULL, host_handle);
}

/* The CPU device is in the process: its address space is that of the process, and each number is right. */
ompd_rc_t ompd_device_initialize(ompd_address_space_handle_t *host_handle, ompd_address_space_context_t *device_context,
	ompd_device_t kind, ompd_size_t sizeof_id, void *id, ompd_address_space_handle_t **device_handle) {
	(void)kind;
	NEED(host_handle && (id || !sizeof_id));
	return new_space(device_context, host_handle, device_handle);
}

ompd_rc_t ompd_rel_address_space_handle(ompd_address_space_handle_t *handle) { return ompd_release(handle); }

ompd_rc_t ompd_get_device_thread_id_kinds(ompd_address_space_handle_t *device_handle, ompd_thread_id_t **kinds,
	ompd_size_t **thread_id_sizes, int *num_kinds) {
	NEED(ompd_callbacks && device_handle && kinds && thread_id_sizes && num_kinds);
	TRY(ompd_new(kinds, 2 * sizeof **kinds));
	TRY(ompd_new(thread_id_sizes, 2 * sizeof **thread_id_sizes));
	(*kinds)[0] = ID_PTHREAD;
	(*kinds)[1] = ID_LWP;
	(*thread_id_sizes)[0] = (*thread_id_sizes)[1] = sizeof(uint64_t);
	*num_kinds = 2;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_omp_version(ompd_address_space_handle_t *address_space, ompd_word_t *omp_version) {
	NEED(address_space && omp_version);
	*omp_version = API_VERSION;
	return ompd_rc_ok;
}

ompd_rc_t ompd_get_omp_version_string(ompd_address_space_handle_t *address_space, const char **string) {
	NEED(address_space && string);
	*string = "OpenMP 5.2";
	return ompd_rc_ok;
}

/* No OMPT data is kept for what is on the CPU device. */
ompd_rc_t ompd_get_tool_data(void *handle, ompd_scope_t scope, ompd_word_t *value, ompd_address_t *ptr) {
	(void)scope;
	NEED(handle && value && ptr);
	return ompd_rc_unavailable;
}
