/* The tool as a library of its own, for OMP_TOOL_LIBRARIES. */
#include "tool.h"
