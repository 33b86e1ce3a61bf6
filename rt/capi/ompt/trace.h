/* Device tracing (OpenMP 5.2 §19.6.2): records of what happened on a device,
 * delivered in the tool's buffers by a thread of the runtime's own. */
#ifndef OMPCC_OMPT_TRACE_H
#define OMPCC_OMPT_TRACE_H

#include "state.h"

#pragma GCC visibility push(hidden)

/* ompcc_ompt_tracing is the number of devices that are being traced. */
extern _Atomic int ompcc_ompt_tracing;

/* ompcc_ompt_trace_device is the handle of device n for the tool. */
extern ompt_device_t *ompcc_ompt_trace_device(int n);
extern ompt_interface_fn_t ompcc_ompt_trace_lookup(const char *name);

/* ompcc_ompt_trace_wants tells whether events of the type are recorded now. */
extern int ompcc_ompt_trace_wants(int device, ompt_callbacks_t type);
extern ompt_device_time_t ompcc_ompt_trace_time(void);
/* ompcc_ompt_trace_record keeps a copy of the record, and of what a record of a
 * map points to. */
extern void ompcc_ompt_trace_record(int device, const ompt_record_ompt_t *);
/* ompcc_ompt_trace_end stops tracing and returns when all is delivered. */
extern void ompcc_ompt_trace_end(int device);

#pragma GCC visibility pop

#endif
