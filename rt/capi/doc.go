// Package main is the runtime as C programs see it, built as a C archive: the
// host interface of compiled programs (__ompcc_*), the device routines (omp_*),
// and the process-wide state. It is the only package of rt with cgo.
//
// The C side (front.c, shim.c, routines.c …) answers what needs no data
// environment, so that a program that never offloads never starts Go; what is
// left is one call into Go for each directive. front.c alone defines the public
// symbols; they lead to the one runtime of the process, wherever it is linked.
package main
