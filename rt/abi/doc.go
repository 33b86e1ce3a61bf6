// Package abi is what the compiler and the runtime share: the constants and the
// C declarations of the host interface (__ompcc_*), the module descriptor that
// the link step generates, and the interface between CPU images and the CPU
// device. It is data (and one spelling of names), imports nothing of ours, and is the only package of rt that
// the compiler imports.
package abi
