package region

// IntrinsicOp names an operation that is neither C arithmetic nor a call.
type IntrinsicOp string

// Execution environment (OpenMP 5.2 §18.2–18.4); results i32.
const (
	OpThreadNum       IntrinsicOp = "thread_num"
	OpNumThreads      IntrinsicOp = "num_threads"
	OpMaxThreads      IntrinsicOp = "max_threads"
	OpTeamNum         IntrinsicOp = "team_num"
	OpHardwareThread  IntrinsicOp = "hardware_thread" // the thread's number in the team at the start of the kernel
	OpNumTeams        IntrinsicOp = "num_teams"
	OpThreadLimit     IntrinsicOp = "thread_limit"
	OpNumProcs        IntrinsicOp = "num_procs"
	OpMaxTeams        IntrinsicOp = "max_teams"          // nteams-var, 0 if nobody has set it
	OpTeamsLimit      IntrinsicOp = "teams_thread_limit" // teams-thread-limit-var, 0 likewise
	OpInParallel      IntrinsicOp = "in_parallel"
	OpLevel           IntrinsicOp = "level"
	OpActiveLevel     IntrinsicOp = "active_level"
	OpAncestorThread  IntrinsicOp = "ancestor_thread_num" // (i32)
	OpTeamSize        IntrinsicOp = "team_size"           // (i32)
	OpDeviceNum       IntrinsicOp = "device_num"
	OpIsInitialDevice IntrinsicOp = "is_initial_device"
	// OpProgressWidth is the number of hardware threads in a progress unit (OpenMP 6.0 §20.1).
	OpProgressWidth IntrinsicOp = "progress_width"
	OpWtime         IntrinsicOp = "wtime" // f64
	OpWtick         IntrinsicOp = "wtick" // f64
)

// ICVs of the encountering task's data environment (OpenMP 5.2 §2.1); i32.
// Who sets one says so in Module.SetsICVs.
const (
	OpSetNumThreads IntrinsicOp = "set_num_threads" // (i32) → void, or a clause's list, which 0 ends
	OpSetSchedule   IntrinsicOp = "set_schedule"    // (kind i32 as omp_sched_t, chunk i32) → void
	OpRunSchedule   IntrinsicOp = "run_schedule"    // as omp_sched_t
	OpRunChunk      IntrinsicOp = "run_chunk"
	OpSetMaxLevels  IntrinsicOp = "set_max_active_levels" // (i32) → void
	OpMaxLevels     IntrinsicOp = "max_active_levels"
	// OpSupportedLevels is how many levels may be active.
	OpSupportedLevels IntrinsicOp = "supported_active_levels"
	OpInTask          IntrinsicOp = "in_explicit_task"
	OpInFinal         IntrinsicOp = "in_final"
	// OpCancelVar is the program's cancel-var, which has global scope: 0 or 1.
	OpCancelVar IntrinsicOp = "cancel_var"
)

// Memory and control.
const (
	OpMemcpy  IntrinsicOp = "memcpy"  // (dst, src, n) → void
	OpMemmove IntrinsicOp = "memmove" // (dst, src, n) → void
	OpMemset  IntrinsicOp = "memset"  // (dst, byte u8, n) → void
	OpCycles  IntrinsicOp = "cycles"  // → u64, of the processor's clock
	// OpTeamMemory is → ptr: the memory of the team that the launch asked for, null on CPUs.
	OpTeamMemory IntrinsicOp = "team_memory"
	// OpTaskCell is → ptr: a word of the thread's own, null when a kernel begins, for the
	// tasks that it keeps (rt/devlib/task.h).
	OpTaskCell IntrinsicOp = "task_cell"
	// OpAllocatorCell is → ptr: a word of the thread's own, 0 when a kernel begins, for its
	// default allocator (rt/devlib/allocator.c).
	OpAllocatorCell IntrinsicOp = "allocator_cell"
	// OpSpace and OpExtents are → u64: Kernel.Space of the league, and Extents of the parallel region, around; 0: one
	// dimension (lower/spatial.go).
	OpSpace   IntrinsicOp = "space"
	OpExtents IntrinsicOp = "extents"
	// OpGroupMemory is → ptr: what describes the team's memory of dyn_groupprivate (rt/devlib/gprivate.h), null: none.
	OpGroupMemory  IntrinsicOp = "group_memory"
	OpTrap         IntrinsicOp = "trap"
	OpUnreach      IntrinsicOp = "unreachable"
	OpExpect       IntrinsicOp = "expect"      // (x, expected) → x
	OpIsConstant   IntrinsicOp = "is_constant" // (x) → i32: what the optimiser knows of x
	OpObjectSize   IntrinsicOp = "object_size" // (ptr, min const, dynamic const) → u64: the rest of the object that the optimiser sees
	OpAssume       IntrinsicOp = "assume"      // (bool)
	OpPrefetch     IntrinsicOp = "prefetch"    // (ptr, rw, locality)
	OpFrame        IntrinsicOp = "frame_address"
	OpRetAddr      IntrinsicOp = "return_address"
	OpStackSave    IntrinsicOp = "stacksave"    // → ptr
	OpStackRestore IntrinsicOp = "stackrestore" // (ptr)
	OpAlloca       IntrinsicOp = "alloca"       // (bytes u64, align const) → ptr: VLAs, __builtin_alloca
	// OpSetjmp is (ptr to five words) → i32, 0 or what it is after OpLongjmp of the same words.
	OpSetjmp  IntrinsicOp = "setjmp"
	OpLongjmp IntrinsicOp = "longjmp"
	// OpJumpTarget is (ptr to JumpRecord bytes, ptr to the addresses of variables) → i32: 0, or what it is after
	// OpJumpOut of the same record, when the variables have the values that they had there.
	OpJumpTarget IntrinsicOp = "jump_target"
	OpJumpOut    IntrinsicOp = "jump_out" // (ptr record, i32 not 0)
	// OpTrampoline is (function, ptr frame, ptr storage) → ptr: code in storage that calls
	// the function with the frame as its first argument.
	OpTrampoline IntrinsicOp = "trampoline"
	OpFence      IntrinsicOp = "fence" // seq_cst, device scope; see Flush for orders
)

// JumpRecord is the size of what OpJumpTarget fills in: the C library's jmp_buf is smaller everywhere.
const JumpRecord = 512

// Bits and arithmetic; the type is that of the first argument unless said otherwise.
const (
	OpCtz      IntrinsicOp = "ctz"
	OpClz      IntrinsicOp = "clz"
	OpPopcount IntrinsicOp = "popcount"
	OpBswap    IntrinsicOp = "bswap"
	OpRotl     IntrinsicOp = "rotl" // (x, n)
	OpRotr     IntrinsicOp = "rotr"
	OpSqrt     IntrinsicOp = "sqrt"
	OpFabs     IntrinsicOp = "fabs"
	OpFma      IntrinsicOp = "fma"
	OpFloor    IntrinsicOp = "floor"
	OpCeil     IntrinsicOp = "ceil"
	OpTrunc    IntrinsicOp = "trunc"
	OpRint     IntrinsicOp = "rint"
	OpRound    IntrinsicOp = "round"
	OpCopysign IntrinsicOp = "copysign"
	OpFmin     IntrinsicOp = "fmin"
	OpFmax     IntrinsicOp = "fmax"
	OpSignbit  IntrinsicOp = "signbit" // → bool
	// Checked arithmetic: (x, y, ptr result) → bool overflow; the type is the result cell's.
	OpAddOverflow IntrinsicOp = "add_overflow"
	OpSubOverflow IntrinsicOp = "sub_overflow"
	OpMulOverflow IntrinsicOp = "mul_overflow"
)

// OpVarArgs is the address of the argument buffer of the enclosing variadic
// function (see Function); type ptr.
const OpVarArgs IntrinsicOp = "varargs"
