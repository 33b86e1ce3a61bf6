#define ADD 1
#define LIBRARY library_one
#include "library.h"
