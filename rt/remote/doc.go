// Package remote makes the devices of other processes, on other nodes, devices of this one. New gives
// the plugin, which turns the calls of rt/device into messages. Serve executes them on the devices that another rank
// has. Both see a Transport, which rt/capi gets from a library that is loaded at run time (rt/remote/mpi).
//
// It must know neither maps nor tools, and holds no cgo. It does not know MPI.
package remote
