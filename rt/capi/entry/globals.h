/* The variables of CPU images when there are several CPU devices. */
#ifndef OMPCC_GLOBALS_H
#define OMPCC_GLOBALS_H

#include "../host/shim.h"

#pragma GCC visibility push(hidden)

extern void ompcc_globals_add(const __ompcc_module_t *);
extern void ompcc_globals_remove(const __ompcc_module_t *);

/* Between enter and leave the images' variables are those of the CPU device
 * with that number among the CPU devices. enter's result is for leave. */
extern int ompcc_globals_enter(int device);
extern void ompcc_globals_leave(int entered);
extern int ompcc_globals_used; /* some image's variables exist once for each device */

/* hold is enter if any of [addr, addr+size) is an image's variable. */
extern int ompcc_globals_hold(int device, uintptr_t addr, size_t size);

#pragma GCC visibility pop

#endif
