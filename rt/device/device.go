package device

// Addr is an address in a device's memory. For devices that share the host's
// address space it may be used as a host address; nobody but the plugin may
// assume so.
type Addr uintptr

// Host is an address in the host's memory.
type Host uintptr

// Info describes a device to people and tools.
type Info struct {
	// Type is OMPT's device type: "vendor;model;architecture".
	Type string
	// Name is what messages call the device, for example "cpu" or "NVIDIA H200".
	Name string
	// UID identifies the device across runs (omp_get_uid_from_device).
	UID string
	// Target and Arch say which images the device takes (abi's image table),
	// for example "nvptx64" and "sm_90"; empty for HostLaunch.
	Target, Arch string
	// Procs is the number of processors (omp_get_num_procs on the device).
	Procs int
	// TeamMemory is how many bytes of fast memory of its own a team may have.
	TeamMemory uintptr
	// SharesHost says that kernels can read and write host memory at its host
	// address (requires unified_shared_memory).
	SharesHost bool
	// PlainMemory says that device memory is memory of this process and that a
	// copy is no more than moving bytes: others may do it in the device's place.
	PlainMemory bool
	// CPUImage says that the device takes the entries of CPU images, and calls functions at their addresses.
	CPUImage bool
	// HostLaunch says that the C shim launches kernels itself: a Kernel is the
	// address of the entry point in this process.
	HostLaunch bool
}

// Plugin finds the devices of one kind.
type Plugin interface {
	// Name is "cpu", "cuda" or "hsa".
	Name() string
	// Open returns the devices that exist, none without a driver. It is called
	// once, before any of the devices is used.
	Open() ([]Device, error)
}

// Device is one device. Methods may be called by many threads at once; none is
// called before Init has returned nil, none after Close. A goroutine that calls
// them is locked to its thread, as those are that C calls: drivers keep state by
// thread.
type Device interface {
	Info() Info
	// Init makes the device usable. Called once, at first use.
	Init() error
	// Close releases everything. Called once, at exit.
	Close() error

	// Alloc returns size bytes, contents undefined, aligned to 64 or, if less is
	// wanted, to the next power of two from 16 on. A
	// size of 0 is treated as 1: every allocation has an address of its own.
	Alloc(size uintptr) (Addr, error)
	// Free releases what Alloc returned.
	Free(Addr) error

	// The copies return when the data has arrived. The sides of CopyOn may
	// overlap.
	CopyTo(dst Addr, src Host, size uintptr) error
	CopyFrom(dst Host, src Addr, size uintptr) error
	CopyOn(dst, src Addr, size uintptr) error
	// Set fills size bytes with value.
	Set(dst Addr, value byte, size uintptr) error

	// Load makes an image's kernels and variables available.
	Load(*Image) (Module, error)
	// Launch runs a kernel and returns when it has ended. Devices with
	// Info.HostLaunch never see it.
	Launch(*Launch) error
	// Queue returns a new queue for work that overlaps with other work.
	Queue() (Queue, error)
}

// Queue executes what is given to it in order, apart from other queues. Host
// memory that is handed over must not be changed until Sync has returned.
type Queue interface {
	CopyTo(dst Addr, src Host, size uintptr) error
	CopyFrom(dst Host, src Addr, size uintptr) error
	CopyOn(dst, src Addr, size uintptr) error
	Set(dst Addr, value byte, size uintptr) error
	Launch(*Launch) error
	// Sync returns when all is done, with the first error.
	Sync() error
	Close() error
}

// Image is a device image of one loaded host module. For the CPU device, which
// finds its code linked into the host module, Entries is set and Data is not.
type Image struct {
	Target, Arch, Format string
	Data                 []byte
	Entries              []Entry
	// ID is unique in the process and not 0 (OMPT's module_id).
	ID uint64
	// Stack is how many bytes of stack recursive or indirect calls of a GPU's thread may take, 0: the plugin's default.
	Stack uintptr
}

// DeepStack is the default of Stack on GPUs (codegen.deepStack).
const DeepStack = 16 << 10

// Entry is a kernel or variable of a CPU image.
type Entry struct {
	Name string
	Addr Addr
	Size uintptr
	// Kind is one of abi.GlobalEnter and so on.
	Kind, Flags uint32
}

// Module is a loaded image.
type Module interface {
	// Kernel returns the kernel of that name; 0 when there is none.
	Kernel(name string) (Kernel, error)
	// Global returns address and size of a device variable or function; 0
	// when there is none.
	Global(name string) (Addr, uintptr, error)
	// Unload is called when the host module goes away (dlclose) or at exit.
	Unload() error
}

// Kernel is a plugin's handle of a kernel: not 0, fits a pointer.
type Kernel uintptr

// Launch is one kernel launch.
type Launch struct {
	Kernel Kernel
	Name   string
	// Args is the host address of an array of NumArgs pointers to the
	// parameters' values, whose sizes are at Sizes (uint32 each).
	Args    Host
	Sizes   Host
	NumArgs uint32
	Flags   uint32 // abi.KernelSPMD and so on
	// Requested by clauses or environment; 0: the plugin chooses.
	NumTeams, ThreadLimit, NumThreads uint32
	Trip                              uint64 // iterations of the distributed loop, if HasTrip
	HasTrip                           bool
	// Shared is how many bytes of a team's memory the program asks for.
	Shared uint32
	// Each is set by Launch: how many iterations a thread takes at a time; 0: one.
	Each uint32
	// Granted is set by Launch: the number of teams that ran.
	Granted uint32
	// Counts is set by Launch where an emulated device counts what kernels execute and somebody wants to know: a JSON
	// object, whose members the device chooses (rt/emu/profile).
	Counts []byte
}
