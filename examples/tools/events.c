/* The smallest OMPT tool: it prints every device event. Link it into a program
   (ompcc app.c events.c), or build it as a library and name it in
   OMP_TOOL_LIBRARIES. */
#include <inttypes.h>
#include <omp-tools.h>
#include <stdio.h>

static const char *op_name(ompt_target_data_op_t op) {
  switch (op) {
  case ompt_target_data_alloc: return "alloc";
  case ompt_target_data_transfer_to_device: return "to-device";
  case ompt_target_data_transfer_from_device: return "from-device";
  case ompt_target_data_delete: return "delete";
  case ompt_target_data_associate: return "associate";
  case ompt_target_data_disassociate: return "disassociate";
  default: return "other";
  }
}

static const char *kind_name(ompt_target_t kind) {
  switch (kind) {
  case ompt_target: case ompt_target_nowait: return "target";
  case ompt_target_enter_data: case ompt_target_enter_data_nowait: return "enter data";
  case ompt_target_exit_data: case ompt_target_exit_data_nowait: return "exit data";
  case ompt_target_update: case ompt_target_update_nowait: return "update";
  default: return "?";
  }
}

static const char *end_name(ompt_scope_endpoint_t e) {
  return e == ompt_scope_begin ? "begin" : e == ompt_scope_end ? "end" : "begin-end";
}

static void on_device_initialize(int device, const char *type, ompt_device_t *dev, ompt_function_lookup_t lookup,
                                 const char *doc) {
  (void)dev, (void)lookup, (void)doc;
  fprintf(stderr, "[ompt] device %d initialize: %s\n", device, type);
}

static void on_device_finalize(int device) { fprintf(stderr, "[ompt] device %d finalize\n", device); }

static void on_device_load(int device, const char *file, int64_t offset, void *vma, size_t bytes, void *host, void *addr,
                           uint64_t module) {
  (void)file, (void)offset, (void)vma, (void)bytes, (void)host, (void)addr;
  fprintf(stderr, "[ompt] device %d load: module %" PRIu64 "\n", device, module);
}

static ompt_id_t next_id = 1;

static void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t end, int device, ompt_data_t *task,
                          ompt_data_t *target_task, ompt_data_t *target, const void *code) {
  (void)task, (void)target_task, (void)code;
  if (end == ompt_scope_begin)
    target->value = next_id++;
  fprintf(stderr, "[ompt] %s %s: device %d, target id %" PRIu64 "\n", kind_name(kind), end_name(end), device, target->value);
}

static void on_data_op_emi(ompt_scope_endpoint_t end, ompt_data_t *target_task, ompt_data_t *target, ompt_id_t *op_id,
                           ompt_target_data_op_t op, void *src, int src_dev, void *dst, int dst_dev, size_t bytes,
                           const void *code) {
  (void)target_task, (void)op_id, (void)src, (void)dst, (void)code;
  if (end == ompt_scope_begin)
    return;
  fprintf(stderr, "[ompt]   %s %zu bytes, device %d -> %d, target id %" PRIu64 "%s\n", op_name(op), bytes, src_dev, dst_dev,
          target ? target->value : 0, end == ompt_scope_beginend ? " (target-global-data-op or association)" : "");
}

static void on_submit_emi(ompt_scope_endpoint_t end, ompt_data_t *target, ompt_id_t *op_id, unsigned teams) {
  (void)op_id;
  fprintf(stderr, "[ompt]   submit %s: target id %" PRIu64 ", teams %u\n", end_name(end), target->value, teams);
}

static int initialize(ompt_function_lookup_t lookup, int initial_device, ompt_data_t *tool) {
  (void)initial_device, (void)tool;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device_initialize);
  set(ompt_callback_device_finalize, (ompt_callback_t)on_device_finalize);
  set(ompt_callback_device_load, (ompt_callback_t)on_device_load);
  set(ompt_callback_target_emi, (ompt_callback_t)on_target_emi);
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_op_emi);
  set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit_emi);
  return 1;
}

static void finalize(ompt_data_t *tool) { (void)tool; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  fprintf(stderr, "[ompt] tool started by \"%s\" (OpenMP %u)\n", runtime, version);
  return &result;
}
