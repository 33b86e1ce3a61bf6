/* env: LIBOMPTARGET_INFO=-1
 * stderr: map 'x': 4 bytes
 * stderr: copy to the device 'x': 4 bytes
 * stderr: launch one (test)
 * stdout: ok
 *
 * The variable of LLVM's runtime does what OMPCC_INFO does. */
#include "info.c"
