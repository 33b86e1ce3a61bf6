#define ADD 10
#define LIBRARY library_two
#include "library.h"
