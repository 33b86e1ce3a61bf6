// Package profile has the counts of kernels on emulated devices: what they are, how accesses of a warp to memory become
// transactions and bank conflicts, and the table and the JSON.
//
// It knows no instructions: devices say what happened at each (Counts.Add). Words are those of CUDA: of an AMD device a
// warp is a wavefront, a block a workgroup.
package profile
