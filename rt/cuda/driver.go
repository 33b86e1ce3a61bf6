package cuda

import (
	"errors"
	"runtime"
	"strconv"

	"ompcc/rt/device"
)

// Function is a function of the driver interface.
type Function int

// The functions that are used; Symbols has their names in the library.
const (
	Init Function = iota
	DeviceGetCount
	DeviceGet
	DeviceGetName
	DeviceGetUUID
	DeviceGetAttribute
	PrimaryCtxRetain
	PrimaryCtxRelease
	CtxSetCurrent
	CtxGetLimit
	CtxSetLimit
	DeviceCanAccessPeer
	CtxEnablePeerAccess
	MemAlloc
	MemAllocManaged
	MemFree
	MemHostAlloc
	MemFreeHost
	MemcpyHtoDAsync
	MemcpyDtoHAsync
	MemcpyDtoDAsync
	MemcpyPeerAsync
	MemcpyBox
	MemsetD8Async
	ModuleLoadDataEx
	ModuleUnload
	ModuleGetFunction
	ModuleGetGlobal
	FuncGetAttribute
	FuncSetAttribute
	Occupancy
	LaunchKernel
	StreamCreate
	StreamDestroy
	StreamSynchronize
	StreamQuery
	StreamWaitEvent
	EventCreate
	EventDestroy
	EventRecord
	EventSynchronize
	EventElapsedTime
	GetErrorString
	GetErrorName
	numFunctions
)

// Symbols are the functions' names in libcuda.so.1, whose interface has
// versions: those of CUDA 11 and later.
var Symbols = [numFunctions]string{
	"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetUuid", "cuDeviceGetAttribute",
	"cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease_v2", "cuCtxSetCurrent", "cuCtxGetLimit", "cuCtxSetLimit",
	"cuDeviceCanAccessPeer", "cuCtxEnablePeerAccess",
	"cuMemAlloc_v2", "cuMemAllocManaged", "cuMemFree_v2", "cuMemHostAlloc", "cuMemFreeHost",
	"cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemcpyDtoDAsync_v2", "cuMemcpyPeerAsync", "cuMemcpy3DAsync_v2", "cuMemsetD8Async",
	"cuModuleLoadDataEx", "cuModuleUnload", "cuModuleGetFunction", "cuModuleGetGlobal_v2", "cuFuncGetAttribute",
	"cuFuncSetAttribute", "cuOccupancyMaxActiveBlocksPerMultiprocessor", "cuLaunchKernel",
	"cuStreamCreate", "cuStreamDestroy_v2", "cuStreamSynchronize", "cuStreamQuery", "cuStreamWaitEvent",
	"cuEventCreate", "cuEventDestroy_v2", "cuEventRecord", "cuEventSynchronize", "cuEventElapsedTime",
	"cuGetErrorString", "cuGetErrorName",
}

// Driver calls a function; the arguments are passed as integers or pointers as
// the function wants them, and the result is its CUresult.
type Driver func(f Function, args ...uintptr) int

// Results of the driver.
const (
	success        = 0
	invalidValue   = 1
	outOfMemory    = 2
	noPeerAccess   = 217
	newerPTX       = 222
	notFound       = 500
	notReady       = 600
	alreadyEnabled = 704
	tooManyPeers   = 711
)

// Values of CUdevice_attribute and CUfunction_attribute.
const (
	attrMultiprocessors    = 16
	attrMajor              = 75
	attrMinor              = 76
	attrPageableAccess     = 88
	attrMostShared         = 97 // of a block that asks for it
	attrMaxThreadsPerBlock = 0  // of a function
	attrStaticShared       = 1
	attrDynamicShared      = 8 // the most that may be asked for
	limitStack             = 0
	attachGlobal           = 1 // of managed memory
	streamNonBlocking      = 1
	eventDisableTiming     = 2
	jitErrorLogBuffer      = 5
	jitErrorLogBufferBytes = 6
	warp                   = 32
	maxGrid                = 1<<31 - 1
)

// do calls a function and makes its result an error.
func (d Driver) do(f Function, args ...uintptr) error {
	return d.outcome(f, d(f, args...))
}

// outcome makes a function's result an error.
func (d Driver) outcome(f Function, r int) error {
	if r == success {
		return nil
	}
	if r == outOfMemory {
		return device.ErrMemory
	}
	text := Symbols[f] + ": " + d.text(r)
	if r == newerPTX {
		text += ": the driver is older than the program's PTX; update NVIDIA's driver"
	}
	return errors.New(text)
}

// text is what the driver says about a result, with the result's name.
func (d Driver) text(result int) string {
	number := strconv.Itoa(result)
	name, said := d.said(GetErrorName, result), d.said(GetErrorString, result)
	switch {
	case name == "":
		return "error " + number
	case said == "":
		return name + " (" + number + ")"
	}
	return said + " (" + name + ", " + number + ")"
}

func (d Driver) said(f Function, result int) string {
	out := new(uintptr)
	if d(f, uintptr(result), device.Address(out)) != success {
		return ""
	}
	return device.String(*out)
}

// get calls a function whose first parameter is where the answer goes.
func (d Driver) get(f Function, args ...uintptr) (uintptr, error) {
	out := new(uintptr)
	err := d.do(f, append([]uintptr{device.Address(out)}, args...)...)
	runtime.KeepAlive(out)
	return *out, err
}

// number is get for an int.
func (d Driver) number(f Function, args ...uintptr) (int, error) {
	v, err := d.get(f, args...)
	return int(int32(v)), err
}
