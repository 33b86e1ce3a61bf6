#include "ompt.h"

int ompcc_ompt_enabled;

void ompcc_ompt_init(void) {}
void ompcc_ompt_fini(void) {}
void ompcc_ompt_set_codeptr(const void *codeptr) {}
void ompcc_ompt_target_begin(int kind, int device, const void *codeptr) {}
void ompcc_ompt_target_end(void) {}
void ompcc_ompt_routine_begin(const void *codeptr) {}
void ompcc_ompt_routine_end(void) {}
void ompcc_ompt_map(unsigned n, void **host, void **dev, size_t *bytes, unsigned *flags) {}
void ompcc_ompt_data_op_begin(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {}
void ompcc_ompt_data_op_end(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {}
void ompcc_ompt_data_op_once(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {}
void ompcc_ompt_submit_begin(unsigned teams) {}
void ompcc_ompt_submit_end(unsigned teams) {}
void ompcc_ompt_device_init(int dev, const char *type) {}
void ompcc_ompt_device_load(int dev, const char *file, const void *host_addr, size_t bytes, uint64_t module_id) {}
void ompcc_ompt_global(int dev, void *host, void *devaddr, size_t bytes) {}
void ompcc_ompt_device_unload(int dev, uint64_t module_id) {}
void ompcc_ompt_device_fini(int dev) {}
