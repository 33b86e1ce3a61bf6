// Package devlink makes the device code of a program's objects into images.
//
//	record.go   how device code travels in an object file
//	archive.go  device code of static libraries
//	linker.go   device code of all objects → the object that carries the images
//	cache.go    what LLVM's programs made in earlier commands (OMPCC_CACHE)
//	image.go    IR of one target → PTX, code object or object file
//
// It sees records, LLVM IR and targets; it knows neither C nor OpenMP.
package devlink
