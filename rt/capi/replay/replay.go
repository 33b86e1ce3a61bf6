// Package replay is the files of recorded launches, in C, and their replay in place of the program. It offers record.h.
package replay

// #cgo CFLAGS: -I${SRCDIR}/../../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
