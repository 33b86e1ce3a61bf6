package hsa

import (
	"errors"
	"runtime"
	"strconv"
	"strings"

	"ompcc/rt/device"
)

// Function is a function of the HSA runtime.
type Function int

// The functions that are used; Symbols has their names.
const (
	Init Function = iota
	ShutDown
	StatusString
	AgentGetInfo
	SystemGetInfo
	IsaGetInfo
	PoolGetInfo
	PoolAccess
	PoolAllocate
	PoolFree
	AllowAccess
	AsyncCopy
	Fill
	SignalCreate
	SignalDestroy
	SignalStore
	SignalWait
	QueueCreate
	QueueDestroy
	QueueAddWriteIndex
	QueueLoadReadIndex
	ReaderCreate
	ReaderDestroy
	ExecutableCreate
	ExecutableLoad
	ExecutableFreeze
	ExecutableDestroy
	GetSymbol
	SymbolGetInfo
	ProfilingEnable
	ProfilingTime
	numFunctions
)

// Symbols are the functions' names in libhsa-runtime64.so.1.
var Symbols = [numFunctions]string{
	"hsa_init", "hsa_shut_down", "hsa_status_string", "hsa_agent_get_info", "hsa_system_get_info",
	"hsa_isa_get_info_alt",
	"hsa_amd_memory_pool_get_info", "hsa_amd_agent_memory_pool_get_info",
	"hsa_amd_memory_pool_allocate", "hsa_amd_memory_pool_free", "hsa_amd_agents_allow_access",
	"hsa_amd_memory_async_copy",
	"hsa_amd_memory_fill", "hsa_signal_create", "hsa_signal_destroy", "hsa_signal_store_screlease",
	"hsa_signal_wait_scacquire",
	"hsa_queue_create", "hsa_queue_destroy", "hsa_queue_add_write_index_screlease",
	"hsa_queue_load_read_index_scacquire",
	"hsa_code_object_reader_create_from_memory", "hsa_code_object_reader_destroy", "hsa_executable_create_alt",
	"hsa_executable_load_agent_code_object", "hsa_executable_freeze", "hsa_executable_destroy",
	"hsa_executable_get_symbol_by_name", "hsa_executable_symbol_get_info", "hsa_amd_profiling_set_profiler_enabled",
	"hsa_amd_profiling_get_dispatch_time",
}

// Driver is the HSA runtime.
type Driver struct {
	// Call calls a function; handles, integers and pointers are passed alike.
	Call func(f Function, args ...uintptr) uintptr
	// Agents and Pools list what the runtime iterates over by a C callback.
	Agents func() []uintptr
	Pools  func(agent uintptr) []uintptr
	// OnError is a C function for hsa_queue_create that stores the status of a
	// failed queue in the uint32 that its data points to.
	OnError uintptr
	// Counts is what an emulated device has counted for the kernel that has ended with a signal: a JSON object, or nil.
	// It is nil for other devices.
	Counts func(signal uintptr) []byte
	// MarkStale and StaleReads are those of an emulated device (device.Watcher), nil for other devices. StaleReads
	// returns text for device.ReadStaleReads.
	MarkStale  func(at device.Addr, mask []byte)
	StaleReads func() string
}

// Constants of hsa.h and hsa_ext_amd.h.
const (
	statusOutOfMemory  = 0x1008
	statusNoSymbol     = 0x1013
	agentName          = 0
	agentWavefront     = 6
	agentISA           = 19
	agentDevice        = 17
	agentComputeUnits  = 0xA002
	agentProductName   = 0xA009
	agentMaxWaves      = 0xA00A // of a compute unit
	agentSIMDs         = 0xA00B // of a compute unit
	agentUUID          = 0xA011
	deviceCPU          = 0
	deviceGPU          = 1
	systemFrequency    = 3 // of the clock, a second
	systemSVMByDefault = 0x202
	isaName            = 1
	poolNeverAccess    = 0
	poolSegment        = 0
	poolFlags          = 1
	poolMayAllocate    = 5
	segmentGlobal      = 0
	flagKernarg        = 1
	flagFine           = 2
	flagCoarse         = 4
	symbolVariableSize = 9
	symbolKernargSize  = 11
	symbolGroupSize    = 13
	symbolPrivateSize  = 14
	symbolDynamicStack = 15
	symbolVariable     = 21
	symbolKernel       = 22
	waitLess           = 2
	waitBlocked        = 0
	profileFull        = 1
)

func (d *Driver) do(f Function, args ...uintptr) error {
	r := uint32(d.Call(f, args...))
	if r == 0 {
		return nil
	}
	if r == statusOutOfMemory {
		return device.ErrMemory
	}
	return errors.New(Symbols[f] + ": " + d.text(r))
}

func (d *Driver) text(status uint32) string {
	out := new(uintptr)
	if d.Call(StatusString, uintptr(status), device.Address(out)) != 0 || *out == 0 {
		return "status 0x" + strconv.FormatUint(uint64(status), 16)
	}
	return device.String(*out)
}

// signal is a new signal with the value 1.
func (d *Driver) signal() (uintptr, error) {
	out := new(uintptr)
	err := d.do(SignalCreate, 1, 0, 0, device.Address(out))
	return *out, err
}

// info asks for one number of an agent, a pool or a symbol.
func (d *Driver) info(f Function, object uintptr, attribute int) (uintptr, error) {
	out := new(uintptr)
	err := d.do(f, object, uintptr(attribute), device.Address(out))
	runtime.KeepAlive(out)
	return *out, err
}

// words is info for text.
func (d *Driver) words(f Function, object uintptr, attribute int) (string, error) {
	out := make([]byte, 128)
	err := d.do(f, object, uintptr(attribute), device.Address(&out[0]))
	text, _, _ := strings.Cut(string(out), "\x00")
	return text, err
}
