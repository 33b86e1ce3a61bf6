/* Tools that were written to the OMPT report of 2016 (ompt/report.c). The report's types
 * have the names of today's: who includes this sees neither. */
#ifndef OMPCC_OMPT_REPORT_H
#define OMPCC_OMPT_REPORT_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* What a tool's ompt_tool returns, as an opaque function. */
typedef void ompcc_report_initializer_t(void);
typedef ompcc_report_initializer_t *ompcc_report_tool_t(void);

/* ompcc_report_start makes today's tool (ompt_start_tool_result_t) of the report's. */
extern void *ompcc_report_start(ompcc_report_initializer_t *initializer, const char *runtime);

/* ompcc_ompt_device_type is the type of a device, as device_initialize says it; before
 * that, what is known without opening the device. It lasts. */
extern const char *ompcc_ompt_device_type(int device);
extern const char *ompcc_ompt_documentation(void);

/* Of the thread's current operation: the host's data that an allocation or deletion is
 * for, and the teams that a kernel gets. */
extern void *ompcc_ompt_host_address(void);
extern uint32_t ompcc_ompt_granted_teams(void);

#pragma GCC visibility pop

#endif
