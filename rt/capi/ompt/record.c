/* Trace records (OpenMP 5.2 §19.4.3.4): what a device's trace says of regions,
 * operations and kernels. */
#include "trace.h"

#include "../host/shim.h"

/* type_of is the event type under which the device's trace holds records of
 * this kind: plain if the tool asked for it, else _emi; 0: not at all. */
static int type_of(int device, int plain, int emi) {
	if (ompcc_ompt_trace_wants(device, (ompt_callbacks_t)plain))
		return plain;
	return ompcc_ompt_trace_wants(device, (ompt_callbacks_t)emi) ? emi : 0;
}

/* target_id is what the callbacks of the region were given or have set. */
static ompt_id_t target_id(const ompt_region_t *r) {
	if (r->kind == 0)
		return 0;
	return callback(target_emi) ? r->data.value : r->id;
}

static ompt_record_ompt_t start(int type, const ompt_region_t *r, ompt_device_time_t time) {
	return (ompt_record_ompt_t){
		.type = (ompt_callbacks_t)type,
		.time = time,
		.thread_id = ompcc_ompt_thread.id,
		.target_id = target_id(r),
	};
}

/* op_id is the operation's identifier: the tool's, or, when no callback gave it
 * one, a new one. */
static ompt_id_t op_id(ompt_region_t *r, int by_tool) {
	if (!r->op && !by_tool)
		r->op = ompcc_ompt_new_id();
	return r->op;
}

void ompcc_ompt_record_target(ompt_region_t *r, ompt_scope_endpoint_t endpoint) {
	int type = type_of(r->device, ompt_callback_target, ompt_callback_target_emi);
	if (!type)
		return;
	ompt_record_ompt_t record = start(type, r, ompcc_ompt_trace_time());
	record.record.target = (ompt_record_target_t){
		.kind = (ompt_target_t)r->kind,
		.endpoint = endpoint,
		.device_num = r->device,
		.task_id = r->encountering ? r->encountering->value : 0,
		.target_id = record.target_id,
		.codeptr_ra = r->codeptr,
	};
	ompcc_ompt_trace_record(r->device, &record);
}

/* An operation is in the trace of the device that it writes, or, from device to
 * host, of the one that it reads. */
void ompcc_ompt_record_data_op(ompt_region_t *r, const ompt_operation_t *o) {
	int device = o->dstdev == ompcc_initial_device() ? o->srcdev : o->dstdev;
	int type = type_of(device, ompt_callback_target_data_op, ompt_callback_target_data_op_emi);
	if (!type)
		return;
	ompt_record_ompt_t record = start(type, r, r->since);
	record.record.target_data_op = (ompt_record_target_data_op_t){
		.host_op_id = op_id(r, callback(target_data_op_emi) != NULL),
		.optype = (ompt_target_data_op_t)o->optype,
		.src_addr = o->src,
		.src_device_num = o->srcdev,
		.dest_addr = o->dst,
		.dest_device_num = o->dstdev,
		.bytes = o->bytes,
		.end_time = ompcc_ompt_trace_time(),
		.codeptr_ra = r->codeptr,
	};
	ompcc_ompt_trace_record(device, &record);
}

/* A kernel that was measured by the device ended now; else it took the time
 * since it was submitted. */
void ompcc_ompt_record_kernel(ompt_region_t *r, unsigned requested, unsigned granted, uint64_t took) {
	int type = type_of(r->device, ompt_callback_target_submit, ompt_callback_target_submit_emi);
	ompt_device_time_t now = ompcc_ompt_trace_time();
	if (!type)
		return;
	ompt_record_ompt_t record = start(type, r, took && took < now - r->since ? now - took : r->since);
	record.record.target_kernel = (ompt_record_target_kernel_t){
		.host_op_id = op_id(r, callback(target_submit_emi) != NULL),
		.requested_num_teams = requested,
		.granted_num_teams = granted,
		.end_time = now,
	};
	ompcc_ompt_trace_record(r->device, &record);
}

int ompcc_ompt_traces_kernels(int dev) { return type_of(dev, ompt_callback_target_submit, ompt_callback_target_submit_emi) != 0; }

void ompcc_ompt_record_map(ompt_region_t *r, unsigned n, void **host, void **dev, size_t *bytes, unsigned *flags) {
	int type = type_of(r->device, ompt_callback_target_map, ompt_callback_target_map_emi);
	if (!type)
		return;
	ompt_record_ompt_t record = start(type, r, ompcc_ompt_trace_time());
	record.record.target_map = (ompt_record_target_map_t){
		.target_id = record.target_id,
		.nitems = n,
		.host_addr = host,
		.device_addr = dev,
		.bytes = bytes,
		.mapping_flags = flags,
		.codeptr_ra = r->codeptr,
	};
	ompcc_ompt_trace_record(r->device, &record);
}
