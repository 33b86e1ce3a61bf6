package abi

// Suffixes of a kernel's name: what else an image has of the kernel.
const (
	// OnceSuffix is that of a second entry point on GPUs, which kernels have whose whole work is one loop. It executes
	// at most one iteration per thread (or EachSuffix), or per team where the loop is distributed among teams alone. So a launch needs
	// at least as many threads or teams as there are iterations. Its teams have exactly the kernel's launch bound: the
	// target's default of 256 unless thread_limit or num_threads is a constant. The first entry point works for every
	// grid.
	OnceSuffix = "__once"
	// WideSuffix is that of a third entry point, which kernels have whose loop streams through memory. It is as the second
	// one, but its threads execute EachSuffix iterations each, by wide accesses to memory. Its teams are exactly as many as
	// that needs.
	WideSuffix = "__wide"
	// NestedSuffix is that of an entry point on GPUs in which nested parallel regions are active. A launch takes it if
	// max-active-levels-var is more than one. NestingSuffix is that of one which sets that ICV itself: each launch takes
	// it. These entry points read nthreads-var: a launch does not limit their threads by it.
	NestedSuffix  = "__nested"
	NestingSuffix = "__nesting"
	// ScratchSuffix is that of a variable whose size is the number of bytes that the kernel wants of scratch memory for
	// each team. Such a kernel has one parameter more than its region: the address of ScratchHeader bytes that were
	// zero when they were allocated. Behind them are that many bytes for each team, for this launch alone while it
	// lasts.
	ScratchSuffix = "__scratch"
	// EachSuffix is that of a variable whose size is the number of iterations that a thread of the kernel takes at a time,
	// if these are several: in tiles of a scan, or in the wide entry point. A launch then needs fewer threads than there
	// are iterations.
	EachSuffix = "__each"
	// SharedSuffix is that of a variable whose size is what the kernel takes of a team's dynamic shared memory.
	SharedSuffix = "__shared"
)

// NestedLevels is how many levels of parallel regions may be active on GPUs.
const NestedLevels = 8

// The counters in front of a kernel's scratch memory, which are 0 between launches.
const (
	// ScratchPasses is the size of the counters of reductions, 4 bytes for each pass.
	ScratchPasses = 64
	// ScratchScans is the number of scans that a kernel has across its teams, and ScanSpan the most tiles of a
	// generation of such a scan. ScanHeader is the size of its counters: the next tile (8 bytes), the finished
	// teams (4), 4 unused bytes, then 4 bytes each for the finished tiles of 4 generations and the states of the
	// tiles of 3 generations.
	ScratchScans = 4
	ScanSpan     = 1024
	ScanHeader   = 32 + 3*ScanSpan*4
	// ScratchHeader is the size of all counters.
	ScratchHeader = ScratchPasses + ScratchScans*ScanHeader
)

// Variables of a GPU's image that the runtime writes, reads or measures.
const (
	// StackName is a variable of images on NVIDIA GPUs whose size is what their code wants of stack for each thread.
	StackName = "__ompcc_stack"
	// StdioName is the buffer that output on AMD GPUs goes to: bytes used, a reserved word, text.
	StdioName = "__ompcc_stdio"
	// StreamsName is what the host has in stdin, stdout and stderr, so that a stream is the same one wherever a kernel
	// has it from.
	StreamsName = "__ompcc_streams"
	// StderrName is the buffer of what kernels write to stderr: bytes used, bytes dropped, text.
	StderrName = "__ompcc_stderr"
	// FunctionsName leads code to the device addresses of host functions.
	FunctionsName = "__ompcc_functions"
	// IndirectPrefix starts the names of the variables that hold the addresses of functions that
	// the host may name (declare target indirect, OpenMP 5.2 §7.8.2).
	IndirectPrefix = "__ompcc_fn_"

	DeviceNumName        = "__ompcc_device_num"
	CancellationName     = "__ompcc_cancellation"
	RunScheduleName      = "__ompcc_run_schedule"
	RunChunkName         = "__ompcc_run_chunk"
	MaxLevelsName        = "__ompcc_max_active_levels_var"
	ThreadsName          = "__ompcc_nthreads_var" // 16 bits for each level
	TeamsName            = "__ompcc_nteams_var"
	TeamsThreadLimitName = "__ompcc_teams_thread_limit_var"
)
