// OpenMP's statements: parallel regions, shared loops, reductions, tasks.

package region

// OpenMP's execution model inside a kernel or device function. Lowering has already turned every clause into
// explicit locals, stores and conditions. Private and firstprivate variables are Locals of the construct's Body,
// initialised by its first statements. Lastprivate is an If on WsLoop.Last. No name of a clause is left here but
// what codegen must decide.
type (
	// Parallel runs Body by a team of threads. Implied barrier at the end.
	// Locals outside Body that Body refers to are shared by its threads.
	Parallel struct {
		At
		NumThreads Expr // nil: as many as the team has
		Extents    Expr // u64: the sizes of a team in several dimensions; nil: one
		If         Expr // bool; nil: true
		Body       *Block
		Reductions []*Reduction
		ProcBind   string
	}
	// WsLoop is a loop nest whose logical iterations are shared out.
	//
	// Levels say among whom: Distribute among the teams' initial threads, For
	// among the threads of the innermost parallel region, both for the composite
	// constructs. Distribute|For implies a parallel region around each team's
	// share (NumThreads/If as for Parallel). Simd alone: executed by the
	// encountering thread, with vector lanes.
	//
	// For each dimension d, Trips[d] is the iteration count (u32 or u64,
	// evaluated once by each thread on entry; depends on enclosing Index temps only when
	// NonRect); Index[d] is the logical iteration number given to Body, of the same type.
	WsLoop struct {
		At
		Levels  Level
		Trips   []Expr
		Index   []*Temp
		NonRect bool
		// Pre runs before Trips are evaluated by each executing thread (may define temps for them).
		Pre *Block
		// Last is true in Body for the sequentially last iteration (nil if unused).
		Last *Temp
		Body *Block
		// Left is not 0 when the thread that executes iterations has left the loop (nil if unused). The thread then
		// executes none of the others, or none of the others in its chunk of DistChunk. At the beginning of a chunk
		// codegen sets Left to 0.
		Left *Local

		Schedule  Schedule // of For
		Chunk     Expr     // nil: none given
		DistChunk Expr     // dist_schedule(static, DistChunk); nil: none
		// DistStatic: dist_schedule(static) without a chunk, so that a team has all of its iterations in a row.
		DistStatic bool
		Ordered    bool // body contains an Ordered region that binds here
		// Scan: the body contains a Scan, and some Reductions are scanned. Levels have For.
		Scan       bool
		NoWait     bool
		NumThreads Expr // for Distribute|For only, as Extents
		Extents    Expr
		If         Expr
		Simdlen    int64
		Safelen    int64
		Concurrent bool // order(concurrent) or loop construct
		Reductions []*Reduction
		// RedLevels says which combining each reduction needs beyond this
		// loop's threads: Distribute set: across teams as well.
		RedLevels Level
	}
	// Reduction combines each participant's *Priv into *Orig when the
	// construct that carries it ends. Priv is a Local of the construct's
	// implied data environment: codegen declares it per participant (thread or
	// team), runs Init, then the body, then combines.
	Reduction struct {
		Name string
		// Op is a predefined operation, or RedCustom with Combine.
		Op   RedOp
		Type Type // element type
		// Count is the number of elements (array sections); nil: 1. Const or
		// evaluated once on entry.
		Count Expr
		Orig  Expr   // address of the original list item (first element)
		Priv  *Local // private copy: Type, or pointer to Count elements when Count is not constant
		// Init sets *Priv (identity or user initialiser).
		Init *Block
		// Combine, for RedCustom, does *Out = *Out ⊕ *In for one element (In, Out: temps of type Ptr).
		Combine *Block
		In, Out *Temp
		// Scanned: the list item of an inscan reduction, scanned by the Scan in the body.
		Scanned bool
	}
	// Barrier is an explicit (or a user-visible implied) barrier of the team's threads.
	Barrier struct {
		At
		Kind BarrierKind
		// Cond, for BarrierLeave, says whether the thread leaves; nil: it does.
		Cond Expr
	}
	// Critical excludes all threads of the device (contention group for same Name).
	Critical struct {
		At
		Name string
		Body *Block
	}
	// Single is executed by one thread of the team; barrier after unless NoWait.
	// Copy lists (private address, size) broadcast to the others (copyprivate).
	Single struct {
		At
		Body   *Block
		NoWait bool
		Copy   []CopyPrivate
	}
	// CopyPrivate broadcasts Type at Addr from the executing thread to all.
	CopyPrivate struct {
		Addr Expr
		Type Type
	}
	// Masked is executed by thread Filter (nil: 0) only; no barrier.
	Masked struct {
		At
		Filter Expr
		Body   *Block
	}
	// Sections shares out the blocks.
	Sections struct {
		At
		Parts      []*Block
		NoWait     bool
		Last       *Temp // true in the lexically last part's thread
		Reductions []*Reduction
	}
	// Ordered runs Body in iteration order of the enclosing WsLoop.
	Ordered struct {
		At
		Body *Block
	}
	// Scan parts the input phase of an iteration from its scan phase, which an
	// exclusive scan has first. It stands in a block directly or indirectly
	// inside of the body of a WsLoop with Scan set, or of the loop of one pass that
	// is the target of continue statements there. With Init it parts what an iteration
	// begins with, which both phases follow (OpenMP 6.0 §7.7.3), from the first one.
	Scan struct {
		At
		Exclusive bool
		Init      bool
	}
	// Flush is a fence.
	Flush struct {
		At
		Order Order
		Scope Scope
	}
	// Task is an undeferred explicit task (data environment already set up); Body just runs.
	// Final says whether it is a final one (nil: as the task around it).
	Task struct {
		At
		Final Expr
		Body  *Block
	}
)

// BarrierKind says which barrier of a region a Barrier is.
type BarrierKind int

// The kinds. A thread may leave a region that can be cancelled (OpenMP 5.2 §16.1): it takes part in the
// meeting that the others come to next, does not wait for them, and joins them at the region's end.
const (
	BarrierAll   BarrierKind = iota
	BarrierMeet              // a barrier of the threads that have not left
	BarrierLeave             // the thread's part in the next one, if it leaves
	BarrierJoin              // the end: a thread that has left waits until the others have met
)

func (k BarrierKind) String() string { return [...]string{"", " meet", " leave", " join"}[k] }

// Level is a set of sharing levels of a WsLoop.
type Level int

// The levels.
const (
	LevelDistribute Level = 1 << iota
	LevelFor
	LevelSimd
)

// Schedule of a For loop.
type Schedule int

// The schedules.
const (
	SchedAuto Schedule = iota // none given, auto: codegen's choice
	SchedStatic
	SchedDynamic
	SchedGuided
	SchedRuntime
)

// RedOp is a reduction operator.
type RedOp int

// The predefined reduction operators.
const (
	RedAdd RedOp = iota
	RedMul
	RedAnd
	RedOr
	RedXor
	RedLAnd
	RedLOr
	RedMin
	RedMax
	RedSub
	RedCustom
)
