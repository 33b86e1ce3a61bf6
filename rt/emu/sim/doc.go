// Package sim executes PTX kernels on a simulated NVIDIA device and checks
// every access to memory.
//
// It takes modules of package ptx and launches, and gives what the kernels
// leave in the device's memory, the first fault with its place, and exact
// counts. A warp's 32 threads execute each instruction as one vector
// operation; divergent ones come together again at the immediate
// post-dominator. It must not know OpenMP or how programs talk to the device.
package sim
