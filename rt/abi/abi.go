package abi

// Version is the version of the interface between compiled programs and the
// runtime. It stands in every construct descriptor; the runtime refuses others.
const Version = 1

// Construct kinds (the first four are OMPT's ompt_target_t values).
const (
	KindTarget    = 1
	KindEnterData = 2
	KindExitData  = 3
	KindUpdate    = 4
	KindData      = 5 // target data: __ompcc_data_begin / __ompcc_data_end
	KindInterop   = 7 // interop: __ompcc_interop_init / _use / _destroy
)

// Item kinds: what an item of a construct asks for.
const (
	// ItemMap maps storage [begin, begin+size). As a kernel parameter it
	// yields dev(begin) + (base - begin).
	ItemMap = 0
	// ItemAttach attaches the pointer stored at host address base, itself in
	// mapped storage, to the mapped storage at begin: the device copy becomes
	// dev(begin) + (*base - begin). No effect when either is absent.
	ItemAttach = 1
	// ItemValue passes size bytes at host address begin by value.
	ItemValue = 2
	// ItemPointer is a firstprivate pointer with value base (OpenMP 5.2 §5.8.6):
	// as a parameter it yields the device address of what base points into,
	// if that is mapped, else base unchanged (FlagNullIfAbsent: NULL).
	ItemPointer = 3
	// ItemDevicePtr passes base unchanged (is_device_ptr, has_device_addr).
	ItemDevicePtr = 4
	// ItemUseDevicePtr and ItemUseDeviceAddr (target data): the runtime
	// replaces args[i].base by the device address of what base points to (or of
	// the storage at begin); left unchanged if not mapped.
	ItemUseDevicePtr  = 5
	ItemUseDeviceAddr = 6
	// ItemCopy gives each launch its own device copy of size bytes at begin
	// (firstprivate aggregates); as a parameter it yields its device address.
	ItemCopy = 7
)

// Flags of an item.
const (
	FlagTo           = 1 << 0 // map-type to, motion clause to
	FlagFrom         = 1 << 1 // map-type from, motion clause from
	FlagAlways       = 1 << 2
	FlagDelete       = 1 << 3
	FlagRelease      = 1 << 4
	FlagClose        = 1 << 5
	FlagPresent      = 1 << 6
	FlagSelf         = 1 << 7
	FlagImplicit     = 1 << 8  // the item comes from an implicit rule
	FlagParam        = 1 << 9  // the item is the kernel's next parameter
	FlagSpan         = 1 << 10 // storage of a structure of which members are mapped: allocate [begin,size), move nothing
	FlagMember       = 1 << 11 // lies inside the span of item parent: moves data, owns no storage and no count
	FlagNullIfAbsent = 1 << 12
	FlagHold         = 1 << 13 // ompx_hold
	FlagStrided      = 1 << 14 // begin points to a __ompcc_rect_t (target update, non-contiguous)
	FlagSection      = 1 << 15 // the item was written as an array section
	FlagZeroLen      = 1 << 16 // zero-length section allowed: absent is no error
	FlagMapper       = 1 << 17 // args[i].size is a count; the item's mapper makes the component items
	// The bits of FlagAlignMask are n where the type of the storage asks for an alignment of 16<<n.
	// Devices give no more than MaxAlign.
	FlagAlignShift = 24
	FlagAlignMask  = 15 << FlagAlignShift
	MaxAlign       = 16 << 10
	FlagIfPresent  = 1 << 18 // counts what is mapped, maps nothing; data_begin sets the size of what is absent to 0
	// What the region IR shows of the storage that a kernel's parameter leads to, for the advisor (OMPCC_ADVISE).
	FlagReadOnly = 1 << 19 // the kernel never writes there
	FlagUnread   = 1 << 20 // the kernel never reads there
	// What LLVM's runtime treats apart, for its tools (OMPCC_OMPT_COMPAT).
	FlagPart    = 1 << 21 // a section of a structure's member
	FlagPointer = 1 << 22 // a structure variable's member that is only the base pointer of a list item
	FlagMapped  = 1 << 23 // a mapper made the item

	FlagsMotion   = FlagTo | FlagFrom
	FlagsModifier = FlagAlways | FlagDelete | FlagRelease | FlagClose | FlagPresent | FlagImplicit | FlagHold
)

// Device numbers in a launch that are not device numbers.
const (
	DeviceDefault = -1 << 31   // no device clause: the default-device ICV
	DeviceHost    = -1<<31 + 1 // if clause false
)

// Launch flags.
const (
	LaunchNoWait        = 1 << 0
	LaunchHasTeams      = 1 << 1 // the construct is a teams construct
	LaunchHasTrip       = 1 << 2 // Trip is valid
	LaunchStrictThreads = 1 << 3
	LaunchTask          = 1 << 4 // the construct is a task of the host; Task is valid
	LaunchDepend        = 1 << 5 // with a depend clause
	LaunchDeferred      = 1 << 6 // any thread may execute the task, later
)

// Flags of a unit behind the bits of its requires directives.
const (
	UnitMandatory = 1 << 16 // -fopenmp-offload-mandatory: the host executes no region for want of a device
)

// Flags of a device variable's entry.
const (
	GlobalEnter  = 0
	GlobalLink   = 1
	GlobalKernel = 2
	GlobalFunc   = 3 // indirect function
	GlobalNoHost = 4
	// GlobalHostFunc is a function of the host alone whose address is taken.
	GlobalHostFunc = 5
	// GlobalHostAddr is a variable of the image that is to hold the host's address.
	GlobalHostAddr = 6
)

// PatchTable begins the names of an image's tables of addresses that the runtime writes when
// it has loaded the image: pairs of the place of a pointer and its value.
const PatchTable = "__ompcc_patches_"

// Kernel flags.
const (
	// KernelSPMD: every thread of the grid runs the kernel's body (GPU).
	KernelSPMD = 1 << 0
	// KernelTeams: the league may have more than one team.
	KernelTeams = 1 << 1
	// KernelLoop: the whole kernel is one distribute-parallel loop; on the CPU
	// its teams are chunks of the iteration space and need no threads inside.
	KernelLoop = 1 << 2
	// KernelParallel: contains parallel regions (the CPU device gives the team threads on demand).
	KernelParallel = 1 << 3
	// KernelReduces: the loop's reductions are combined across teams, each of
	// which therefore costs more than its iterations.
	KernelReduces = 1 << 4
	// KernelBare: a team has exactly as many threads as thread_limit says (GPU).
	KernelBare = 1 << 5
	// KernelDistribute: the whole kernel is one distribute loop, which a league of
	// as many teams as iterations executes in one step each (GPU).
	KernelDistribute = 1 << 6
	// KernelFallsBack: if a team cannot have the memory that the launch asks for, the kernel goes on without.
	KernelFallsBack = 1 << 7
)
