/* The CPU device's execution is written without knowledge of Go or of the host
 * interface; it is compiled here so that one build makes the whole archive. */
#include "../cpu/pool/pool.c"
