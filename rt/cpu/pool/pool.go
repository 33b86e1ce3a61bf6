// Package pool is the execution of kernels on the CPU device in C: leagues, teams, fibers, loops. It knows neither Go nor the
// host interface. The runtime (rt/capi) links it.
package pool

// #cgo CFLAGS: -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
// #cgo LDFLAGS: -lpthread
import "C"
