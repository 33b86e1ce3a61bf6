package diag

// Code names a kind of diagnostic: the text in brackets behind the message, which -W options take if it is a
// warning. It is no string, so that a code in the compiler is one of those below, with its documentation.
type Code struct{ name string }

// NoCode is the zero value, of notes and of text that other programs wrote.
var NoCode Code

func (c Code) String() string { return c.name }

// HostCode is the code of what the host compiler reports: the option that its message names.
func HostCode(option string) Code { return Code{option} }

// The warnings about doubtful programs. docs/diagnostics.md has their comments.
var (
	// A pointer to memory that the function allocated is dereferenced in a target
	// region, but no clause of the file maps what it points to. The pointer is
	// firstprivate and keeps its host value (5.2 §5.8.6): on a device with a memory of
	// its own the access faults.
	//
	//	double *a = malloc(n * sizeof *a);
	//	#pragma omp target            // write map(tofrom: a[0:n])
	//	a[0] = 1;
	//
	// The same holds for a pointer to a host variable or to a string literal, for `*(a + i)` and `((int *)a)[i]`, for a
	// local pointer of the region that is set to `a + i`, and for `firstprivate(a)`. `map(tofrom: a)` maps the pointer
	// alone and causes the warning, too. So do rows that are allocated one by one:
	//
	//	double **a = malloc(n * sizeof *a);
	//	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	//	#pragma omp target map(tofrom: a[0:n])   // maps the pointers of the host, not the rows
	//	a[1][2] = 1;
	OmpUnmappedPointer = Code{"omp-unmapped-pointer"}

	// A structure is mapped, its pointer member is dereferenced in the region, but
	// nothing maps what the member points to, so it is not attached (5.2 §5.8.3).
	//
	//	#pragma omp target map(tofrom: v)   // add map(tofrom: v.data[0:v.n])
	//	v.data[0] = 1;
	//
	// The same holds for a list that the region walks:
	//
	//	#pragma omp target map(to: head[0:1]) map(tofrom: s)   // maps the first element alone
	//	for (node *p = head; p; p = p->next) s += p->v;
	OmpUnattachedMember = Code{"omp-unattached-member"}

	// The region uses a member of a structure of which only other members are mapped (5.2 §5.8.3). The storage of the
	// member is then not on the device.
	//
	//	#pragma omp target map(tofrom: l.a)   // add map(tofrom: l.b)
	//	l.a += l.b;
	OmpUnmappedMember = Code{"omp-unmapped-member"}

	// The region writes a scalar that is firstprivate, or mapped to the device only,
	// and the host then reads the variable: it still has its old value (5.2 §5.8.1).
	//
	//	int found = 0;
	//	#pragma omp target            // write map(tofrom: found)
	//	found = 1;
	//	printf("%d\n", found);        // prints 0
	//
	// The same holds for the result of a reduction in the region:
	//
	//	#pragma omp target                           // write map(tofrom: sum)
	//	#pragma omp parallel for reduction(+: sum)
	//	for (int i = 0; i < n; i++) sum += a[i];
	//
	// It also holds for a scalar that is already on the device: the end of the construct then copies nothing back.
	//
	//	#pragma omp target data map(to: x)
	//	{
	//	#pragma omp target map(tofrom: x)   // write map(always, tofrom: x), or target update from(x) behind it
	//	  x = 2;
	//	}
	//	printf("%d\n", x);
	//
	// It also holds for elements of an array, or of memory that the function has allocated, if no clause of the file
	// copies them back:
	//
	//	#pragma omp target enter data map(to: a)
	//	#pragma omp target teams distribute parallel for
	//	for (int i = 0; i < n; i++) a[i] *= 2;
	//	#pragma omp target exit data map(release: a)   // write map(from: a)
	//	printf("%g\n", a[0]);
	//
	// And it holds for a member of a structure that is mapped to the device only.
	OmpLostWrite = Code{"omp-lost-write"}

	// The region's first use of an element reads it, but the device storage is uninitialised: `map(from:)`
	// copies only back, `map(alloc:)` copies nothing (5.2 §5.8.3). The warning covers scalars and members of
	// structures, too.
	//
	//	#pragma omp target teams distribute parallel for map(from: a)   // write map(tofrom: a)
	//	for (int i = 0; i < n; i++) a[i] += 1;
	OmpUnsetFrom = Code{"omp-unset-from"}

	// `map(from: a)` copies all of `a` back, but the region sets only some elements, or members of a
	// structure, and the host then may read another; the others come back with indeterminate values.
	//
	//	int out[8];
	//	#pragma omp target map(from: out)   // write map(tofrom: out) or map(from: out[0:1])
	//	out[0] = 1;
	//	printf("%d %d\n", out[0], out[1]);
	//
	// The same holds for a variable that the region sets conditionally, where the host gave it a value before:
	//
	//	int found = -1;
	//	#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: found)   // write map(tofrom: found)
	//	for (int i = 0; i < n; i++)
	//	  if (a[i] == x) found = i;
	OmpPartialFrom = Code{"omp-partial-from"}

	// A reduction's list item is mapped without `from`, so its result stays on the device. Or it is mapped without
	// `to`, so the reduction adds to an uninitialised value (5.2 §5.5.5).
	//
	//	#pragma omp target teams distribute parallel for reduction(+: s) map(to: s)
	OmpReductionMap = Code{"omp-reduction-map"}

	// Each team of a league finishes the reduction into a variable that the teams share, without an order between them
	// (5.2 §5.5.8).
	//
	//	#pragma omp target teams map(tofrom: s)          // write reduction(+: s) here, too
	//	#pragma omp distribute parallel for reduction(+: s)
	OmpReductionTeams = Code{"omp-reduction-teams"}

	// An inscan reduction is on a construct that distributes iterations to teams. OpenMP does not allow it (5.2 §5.5.8).
	// As an extension, all teams scan together.
	//
	//	#pragma omp target teams distribute parallel for reduction(inscan, +: s)   // other compilers: target parallel for
	OmpInscanDistribute = Code{"omp-inscan-distribute"}

	// The first use of a private or lastprivate variable, of its elements or of one of its members reads it, although
	// it has no value yet (5.2 §5.4.3). In a file with device constructs the warning covers host constructs, too.
	//
	//	#pragma omp target teams distribute parallel for private(t)   // write firstprivate(t)
	//	for (int i = 0; i < n; i++) a[i] += t;
	OmpPrivateUninitialized = Code{"omp-private-uninitialized"}

	// A loop of a `target` region without any parallelism runs on one thread of the
	// device, though each iteration writes elements of its own, or adds one to a sum.
	//
	//	#pragma omp target                    // write target teams distribute parallel for
	//	for (int i = 0; i < n; i++) a[i] = 0;
	//
	// The same holds where every team of `target teams`, or every thread of `target parallel`, executes the whole loop,
	// because nothing distributes it.
	OmpSerialTarget = Code{"omp-serial-target"}

	// The region calls through a pointer that the host set, and the file declares no
	// function as `indirect` (5.2 §7.8.2).
	//
	//	int (*f)(int) = twice;
	//	#pragma omp target
	//	r = f(3);
	//
	// The same holds for a table or a structure that the host fills with addresses of functions, and for a pointer that
	// the region passes to a function of the file that calls it.
	OmpHostFunctionPointer = Code{"omp-host-function-pointer"}

	// Iterations that several threads or teams execute at the same time update a variable that they share, or read
	// elements that others write (5.2 §1.4.1). The warning is silent in files that take locks, and under conditions
	// that may select one iteration.
	//
	//	#pragma omp target teams distribute parallel for map(tofrom: sum)   // write reduction(+: sum)
	//	for (int i = 0; i < n; i++) sum += a[i];
	OmpDataRace = Code{"omp-data-race"}

	// The region uses elements that are not in the only mapped section: by constant subscripts, or in loops between
	// constants. The warning also finds a section whose length, which counts elements, is multiplied by their size. And
	// it finds a construct that maps several sections of one array, because these have separate storage.
	//
	//	#pragma omp target teams distribute parallel for map(tofrom: a[0:n * sizeof(int)])   // write a[0:n]
	OmpSectionExtent = Code{"omp-section-extent"}

	// A variable that a construct with `nowait` copies back is used after it, before anything waits (5.2 §15.6).
	//
	//	#pragma omp target map(tofrom: x) nowait
	//	x = 1;
	//	printf("%d\n", x);      // write '#pragma omp taskwait' before it
	OmpUnfinished = Code{"omp-unfinished"}

	// Directly in a teams region, outside of distribute and parallel regions, only
	// `omp_get_num_teams` and `omp_get_team_num` can be called (5.2 §10.2); gcc rejects other
	// routines there.
	//
	//	#pragma omp target teams map(from: n)
	//	n = omp_get_max_threads();    // call it before, or in a parallel region
	OmpRoutineInTeams = Code{"omp-routine-in-teams"}

	// The bounds of a worksharing loop depend on the thread number, or only some threads of the team
	// encounter a worksharing or barrier region (5.2 §11).
	//
	//	#pragma omp parallel
	//	{
	//	  int me = omp_get_thread_num();
	//	#pragma omp for                                    // remove it, or begin with 0
	//	  for (int i = me; i < n; i += omp_get_num_threads()) a[i] = 0;
	//	  if (me == 0) {
	//	#pragma omp barrier                                // the others never come
	//	  }
	//	}
	OmpDivergentRegion = Code{"omp-divergent-region"}

	// Lanes of one wave contend for a lock, and the one that has it cannot release it while the others wait: on AMD
	// GPUs, and on NVIDIA GPUs before sm_70, they execute in lockstep. Between `omp_set_lock` and `omp_unset_lock` in
	// one compound statement without jumps the lanes take turns, and there is no warning.
	//
	//	#pragma omp parallel
	//	{
	//	  while (!omp_test_lock(&lock))   // write a critical construct
	//	    ;
	//	  n++;
	//	  omp_unset_lock(&lock);
	//	}
	OmpLockstepLock = Code{"omp-lockstep-lock"}

	// A runtime routine is called where the specification gives it no effect (5.2 §18): routines about devices
	// and their memory in a target region, `omp_set_affinity_format` in a parallel region. A call in a function
	// that the region certainly calls counts, too.
	//
	//	#pragma omp target map(from: n)
	//	n = omp_get_num_devices();    // call it before the construct
	OmpRoutineInRegion = Code{"omp-routine-in-region"}

	// A runtime routine gets a constant argument that the specification does not allow (5.2 §18).
	//
	//	double *p = omp_target_alloc(n * sizeof *p, -3);    // -3 is no device's number
	//	omp_set_num_threads(0);                             // write a number from 1 on
	OmpRoutineArgument = Code{"omp-routine-argument"}

	// A local pointer that always points to device memory is dereferenced, mapped or freed as a host pointer, or
	// host memory is declared to be device memory (5.2 §5.4.7, §13.8, §18.8).
	//
	//	double *p = omp_target_alloc(n * sizeof *p, omp_get_default_device());
	//	p[0] = 1;       // copy it with omp_target_memcpy
	//	free(p);        // write omp_target_free(p, device)
	OmpDevicePointer = Code{"omp-device-pointer"}

	// A firstprivate scalar is uninitialised: nothing in the function sets it (5.2 §5.4.4).
	//
	//	int seed;
	//	#pragma omp target firstprivate(seed) map(from: r)   // set it before
	//	r = seed;
	OmpFirstprivateUninitialized = Code{"omp-firstprivate-uninitialized"}

	// A lock, a depend object or an interoperability object that nothing initialises is used (5.2 §14.1.3, §15.9.4,
	// §18.9).
	//
	//	omp_lock_t lock;       // call omp_init_lock(&lock)
	//	#pragma omp parallel
	//	omp_set_lock(&lock);
	OmpUninitializedObject = Code{"omp-uninitialized-object"}

	// The memory of `omp_thread_mem_alloc` is that of one thread, but nobody knows which thread executes a task or
	// a target region (5.2 §6.6).
	//
	//	#pragma omp target firstprivate(x) allocate(omp_thread_mem_alloc: x)   // write omp_default_mem_alloc
	OmpThreadAllocator = Code{"omp-thread-allocator"}

	// A call precedes the directive that declares a variant of its function. The variant is no
	// candidate there (5.2 §7.5), so the call reaches the function itself.
	//
	//	int r = f(1);
	//	#pragma omp declare variant(g) match(construct={parallel})   // move it before the call
	//	int f(int);
	OmpLateVariant = Code{"omp-late-variant"}

	// The comma in a list item's subscript is C's operator: the item is one element.
	//
	//	#pragma omp target map(tofrom: a[0,10])    // write a[0:10]
	OmpCommaSubscript = Code{"omp-comma-subscript"}

	// A clause has a value that would be an error, in code that control never reaches: behind a jump, or in the branch
	// that a constant condition excludes.
	//
	//	if (sizeof(long) == 4) {
	//	#pragma omp parallel num_threads(THREADS - 4)   // THREADS is 2 here
	OmpDeadArgument = Code{"omp-dead-argument"}

	// The step of an associated loop leads away from its bound, which the start does not pass either: no iteration is
	// executed (5.2 §4.4.1).
	//
	//	#pragma omp parallel for
	//	for (int i = 0; i > 10; i++)   // write i < 10
	OmpEmptyLoop = Code{"omp-empty-loop"}

	// An array section has gaps unless a length that is known at run time alone is 1; what is mapped or reduced must be
	// contiguous (5.2 §5.8.3).
	//
	//	#pragma omp target map(m[0:n][1:])   // name whole rows: m[0:n][0:13]
	OmpSectionGaps = Code{"omp-section-gaps"}

	// The compiler ignores a pragma whose name is probably a misspelt omp: the name of a directive follows it.
	//
	//	#pragma opm parallel for      // write #pragma omp parallel for
	OmpMisspeltPragma = Code{"omp-misspelt-pragma"}

	// An atomic construct captures a value in a variable that the same statement reads for something else
	// (5.2 §15.8.4).
	//
	//	#pragma omp atomic capture
	//	{ sum += add; add = sum; }    // capture it in another variable
	OmpAtomicOperand = Code{"omp-atomic-operand"}

	// `prefer_type` names a foreign runtime that no device has, but nearly one that some have (5.2 §14.1.2).
	//
	//	#pragma omp interop init(prefer_type("cuba"), targetsync: obj)   // write "cuda"
	OmpForeignRuntime = Code{"omp-foreign-runtime"}

	// An error directive with at(compilation) and severity(warning) stands here (5.2 §8.5).
	OmpErrorDirective = Code{"omp-error-directive"}

	// A region of a C++ file that `ompcc++` compiles runs on the host, because ompcc compiles device code only from C.
	// `ompcc` refuses the region.
	OmpHostLanguage = Code{"omp-host-language"}

	// A device routine has a target construct, at which a target region that encounters it ends with an error (5.2
	// §13.8).
	OmpNestedTarget = Code{"omp-nested-target"}

	// The host ignores the numbers of threads that num_threads gives for nested regions (6.0 §12.1.2).
	OmpNestedThreads = Code{"omp-nested-threads"}

	// A function with SIMD versions has a construct that it must not have (5.2 §7.7).
	OmpSimdFunction = Code{"omp-simd-function"}

	// The host may give a region fewer threads than num_threads with strict asks for (6.0 §12.1.2).
	OmpStrictThreads = Code{"omp-strict-threads"}

	// An assumption of a vendor is not known, and has no effect (5.2 §8.3.2).
	OmpUnknownAssumption = Code{"omp-unknown-assumption"}
)

// Warnings are the warnings about doubtful programs, each of which -Wno-NAME turns off.
var Warnings = []Code{
	OmpUnmappedPointer, OmpUnattachedMember, OmpUnmappedMember, OmpLostWrite,
	OmpUnsetFrom, OmpPartialFrom, OmpReductionMap, OmpReductionTeams, OmpInscanDistribute,
	OmpPrivateUninitialized, OmpSerialTarget, OmpHostFunctionPointer, OmpDataRace,
	OmpSectionExtent, OmpUnfinished, OmpRoutineInTeams, OmpDivergentRegion,
	OmpLockstepLock, OmpRoutineInRegion, OmpRoutineArgument, OmpDevicePointer,
	OmpFirstprivateUninitialized, OmpUninitializedObject, OmpThreadAllocator, OmpLateVariant,
	OmpCommaSubscript, OmpDeadArgument, OmpEmptyLoop, OmpSectionGaps,
	OmpMisspeltPragma, OmpAtomicOperand, OmpForeignRuntime,
	OmpErrorDirective, OmpHostLanguage, OmpNestedTarget, OmpNestedThreads,
	OmpSimdFunction, OmpStrictThreads, OmpUnknownAssumption,
}

// The errors, and the warnings that are not about what a program does. docs/diagnostics.md has their comments, with an
// example of tests/cases/diagnostics.
var (
	// A list item of an allocate clause needs a private copy, so a clause of the same construct must privatize it (5.2
	// §6.6).
	AllocateNotPrivate = Code{"allocate-not-private"}
	// A variant with append_args is called in device code, where no interoperability object can exist (5.2 §7.5.3).
	AppendArgsOnDevice = Code{"append-args-on-device"}
	// An attribute has too many or too few arguments.
	ArgumentCount = Code{"argument-count"}
	// Device code has an asm goto statement, for which no GPU target has code.
	AsmGoto = Code{"asm-goto"}
	// An operand or constraint of an asm statement in device code is not of a form that it can have.
	AsmOperand = Code{"asm-operand"}
	// Device code for a GPU has an asm statement in another processor's instructions.
	AsmTarget = Code{"asm-target"}
	// The program contradicts an assumption that it states (5.2 §8.3.1).
	Assumption = Code{"assumption"}
	// The statement of an atomic construct has none of the forms that its clauses ask for (5.2 §15.8.4).
	AtomicForm = Code{"atomic-form"}
	// Device code has atomic operations on a type for which the target has none.
	AtomicType = Code{"atomic-type"}
	// Atomic accesses to one storage location use different types (5.2 §15.8.4).
	AtomicTypes = Code{"atomic-types"}
	// Device code does not support an attribute, or not in this form.
	Attribute = Code{"attribute"}
	// An adjust_args clause asks for an adjustment that no parameter of a C function can have (5.2 §7.5.2).
	BadAdjustment = Code{"bad-adjustment"}
	// An alignment is no power of two (5.2 §6.3, §5.11).
	BadAlignment = Code{"bad-alignment"}
	// A uses_allocators or allocate clause names an allocator in a way that its rules exclude (5.2 §6.6, §6.8).
	BadAllocator = Code{"bad-allocator"}
	// A device clause with the modifier ancestor has another argument than 1, or stands on another directive than
	// target (5.2 §13.2).
	BadAncestor = Code{"bad-ancestor"}
	// An apply clause names loops or directives that the transformation cannot have (6.0 §11.1).
	BadApply = Code{"bad-apply"}
	// A static library is damaged, or a member of a thin one cannot be read.
	BadArchive = Code{"bad-archive"}
	// The leafs of a compound directive do not combine in this order, or its name is spelled wrong (6.0 §19.1).
	BadCompoundName = Code{"bad-compound-name"}
	// The counts of a split directive are not numbers with exactly one omp_fill (6.0 §11.6.1).
	BadCounts = Code{"bad-counts"}
	// A depend clause or depend object has a dependence type or list item that its directive excludes (5.2 §15.9.5).
	BadDepend = Code{"bad-depend"}
	// A device number is neither that of a device nor omp_initial_device (5.2 §13.2).
	BadDevice = Code{"bad-device"}
	// The statement of a dispatch construct is no call, and no assignment of a call (5.2 §7.6).
	BadDispatch = Code{"bad-dispatch"}
	// Options of the command exclude each other, or are of no use to ompcc.
	BadFlags = Code{"bad-flags"}
	// A hint has no meaning on its construct, or contradicts itself (5.2 §15.1).
	BadHint = Code{"bad-hint"}
	// The initializer of a declare reduction or declare induction does not initialise omp_priv (5.2 §5.5.6).
	BadInitializer = Code{"bad-initializer"}
	// An iterator has a type or a step that is not allowed (5.2 §3.2.6).
	BadIterator = Code{"bad-iterator"}
	// The kind selector of a context combines properties that exclude each other (5.2 §7.1).
	BadKind = Code{"bad-kind"}
	// A looprange clause selects loops that the sequence does not have (6.0 §6.4.7).
	BadLooprange = Code{"bad-looprange"}
	// A modifier of a map clause is not allowed on its directive (5.2 §5.8.3).
	BadMapModifier = Code{"bad-map-modifier"}
	// A map type is not allowed on its directive (5.2 §5.8.3).
	BadMapType = Code{"bad-map-type"}
	// An atomic construct has a memory order that its kind of access cannot have (5.2 §15.8.4).
	BadMemoryOrder = Code{"bad-memory-order"}
	// A modifier is for another language or for another construct.
	BadModifier = Code{"bad-modifier"}
	// A directive or clause names something that it cannot name.
	BadName = Code{"bad-name"}
	// A region is nested in a region that it must not be nested in (5.2 §17.1).
	BadNesting = Code{"bad-nesting"}
	// The device code of an object or library is damaged, or of another version of ompcc or another compiler.
	BadObject = Code{"bad-object"}
	// A list of parameters by number or range names none of the function's (6.0 §9.6.2).
	BadParameter = Code{"bad-parameter"}
	// The numbers of a permutation clause do not name each loop once (6.0 §11.4.1).
	BadPermutation = Code{"bad-permutation"}
	// A directive stands where it must not stand: in another scope, behind a use of what it declares, or outside its
	// construct.
	BadPlacement = Code{"bad-placement"}
	// The first number of a range exceeds the last one.
	BadRange = Code{"bad-range"}
	// A clause or directive has an identifier that is no reduction or induction identifier (5.2 §5.5.1).
	BadReductionIdentifier = Code{"bad-reduction-identifier"}
	// A reduction modifier is not allowed on its construct (5.2 §5.5.8).
	BadReductionModifier = Code{"bad-reduction-modifier"}
	// A selector that cannot have a score has one, or the score is negative (5.2 §7.1).
	BadScore = Code{"bad-score"}
	// An array section is out of bounds, or of something that has no elements (5.2 §3.2.5).
	BadSection = Code{"bad-section"}
	// A context selector has a trait that its directive excludes (5.2 §7.5.5).
	BadSelector = Code{"bad-selector"}
	// The step of a linear clause is not of a form that its directive allows (5.2 §5.4.6).
	BadStep = Code{"bad-step"}
	// An operand, a list item or a parameter has another type than its clause or construct asks for.
	BadType = Code{"bad-type"}
	// The value of an option or an environment variable is not one of those that it can have.
	BadValue = Code{"bad-value"}
	// A variant is no function, or its declarations contradict each other (5.2 §7.5).
	BadVariant = Code{"bad-variant"}
	// A target teams construct with ompx_bare does not say its number of teams and threads.
	BareWithoutGrid = Code{"bare-without-grid"}
	// A source file holds no text.
	BinaryFile = Code{"binary-file"}
	// A bit-field, which has no address, is a list item (5.2 §5.8.3).
	BitField = Code{"bit-field"}
	// The block of a directive begins on the line of the directive (5.2 §3.1).
	BlockOnLine = Code{"block-on-line"}
	// A branch or label leads into a structured block from outside (5.2 §4.1.2).
	BranchIn = Code{"branch-in"}
	// A branch leads out of a structured block (5.2 §4.1.2).
	BranchOut = Code{"branch-out"}
	// The C of the file is wrong; the message is that of the C front end.
	C = Code{"c"}
	// A construct that may be cancelled has a clause that forbids this (5.2 §16.1).
	CancelConflict = Code{"cancel-conflict"}
	// The clause is defined, but not for its directive.
	ClauseNotAllowed = Code{"clause-not-allowed"}
	// The clause otherwise is not the last one of a metadirective (5.2 §7.4.2).
	ClauseOrder = Code{"clause-order"}
	// A const object is modified, or listed in a clause that modifies it.
	ConstItem = Code{"const-item"}
	// A clause names one constituent of a compound directive whose loops another one shares (6.0 §19.2).
	ConstituentSplit = Code{"constituent-split"}
	// Device code has a value of a decimal floating type.
	Decimal = Code{"decimal"}
	// A reduction, induction, mapper or allocator is declared twice in one scope (5.2 §5.5.11, §5.8.8).
	DeclaredTwice = Code{"declared-twice"}
	// A variable at file scope has no explicit data-sharing attribute where the default clause asks for one (5.2
	// §5.4.1).
	DefaultGlobal = Code{"default-global"}
	// A variable has no explicit data-sharing attribute under default(none) (5.2 §5.4.1).
	DefaultNone = Code{"default-none"}
	// A variable has no explicit data attribute under defaultmap(none) (5.2 §5.8.7).
	DefaultmapNone = Code{"defaultmap-none"}
	// The form is deprecated in the version of OpenMP that the command asks for.
	DeprecatedOpenmp = Code{"deprecated-openmp"}
	// A reduction across teams is to be deterministic, but stands where only one order is possible to few.
	DeterministicReduction = Code{"deterministic-reduction"}
	// The initial value of a device variable is an address that the device does not know when it is loaded (5.2 §7.8).
	DeviceInitializer = Code{"device-initializer"}
	// A source file is not in C, so its target regions cannot be compiled for a device. `ompcc++` compiles those of C++ for
	// the host and warns of them. Compile Fortran with gfortran, and link its objects with ompcc.
	DeviceLanguage = Code{"device-language"}
	// A selector asks for a device number in device code, which knows none (5.2 §7.1).
	DeviceNumOnDevice = Code{"device-num-on-device"}
	// A clause with the modifier dims does not list as many sizes as the modifier says, or too many (OpenMP 6.1).
	DimsCount = Code{"dims-count"}
	// An iteration waits for one that is executed later, or for itself (5.2 §15.9.6).
	DoacrossLater = Code{"doacross-later"}
	// Iterations wait, but none of the nest signals (5.2 §15.9.6).
	DoacrossSource = Code{"doacross-source"}
	// An iteration vector has the wrong length or form (5.2 §15.9.6).
	DoacrossVector = Code{"doacross-vector"}
	// Two iterators of one modifier have the same name (5.2 §3.2.6).
	DuplicateIterator = Code{"duplicate-iterator"}
	// A clause or directive has no list item.
	EmptyList = Code{"empty-list"}
	// An error directive with at(compilation) stands here (5.2 §8.5).
	ErrorDirective = Code{"error-directive"}
	// Two clauses, or a clause and a modifier, exclude each other.
	ExclusiveClauses = Code{"exclusive-clauses"}
	// A flush directive has both a memory order and a list (5.2 §15.8.5).
	FlushList = Code{"flush-list"}
	// A CPU image is for another processor than the program.
	ForeignCpu = Code{"foreign-cpu"}
	// A combiner, initializer or mapper uses a variable that it cannot use (5.2 §5.5.11, §5.8.8).
	ForeignVariable = Code{"foreign-variable"}
	// The directive exists for Fortran only.
	FortranDirective = Code{"fortran-directive"}
	// A groupprivate variable is in a list that cannot have one (6.0 §7.13).
	GroupprivateItem = Code{"groupprivate-item"}
	// A groupprivate variable has an initial value (6.0 §7.13).
	HasInitializer = Code{"has-initializer"}
	// The host compiler reports an error of its own.
	Host = Code{"host"}
	// The host compiler cannot be started.
	HostCompiler = Code{"host-compiler"}
	// An option changes types or calling conventions in host code only.
	HostFlag = Code{"host-flag"}
	// An option has no effect in device code.
	HostFlagOnly = Code{"host-flag-only"}
	// Device code calls a function that exists on the host only (5.2 §13.1).
	HostOnlyFunction = Code{"host-only-function"}
	// The host compiler does not know a construct that the host's version of the program needs.
	HostUnknown = Code{"host-unknown"}
	// Device code names a variable of the host's function that no clause brings to the device.
	HostVariable = Code{"host-variable"}
	// An in_reduction clause finds no task reduction of its list item that it can take part in (5.2 §5.5.10).
	InReduction = Code{"in-reduction"}
	// A list item has an incomplete type.
	IncompleteType = Code{"incomplete-type"}
	// The initial value of a static object in device code has too many elements.
	InitialiserTooLarge = Code{"initialiser-too-large"}
	// A reduction with the modifier inscan, or the loop that it is for, has a form that scans cannot have (5.2 §5.6).
	Inscan = Code{"inscan"}
	// A GPU cannot call the functions that -finstrument-functions names.
	InstrumentTarget = Code{"instrument-target"}
	// ompcc has a defect. Please report it.
	Internal = Code{"internal"}
	// A dispatch construct passes more interoperability objects than the variant takes (6.0 §9.7.1).
	InteropCount = Code{"interop-count"}
	// An interop directive stands in device code (5.2 §14.1).
	InteropInTarget = Code{"interop-in-target"}
	// A directive stands between the loops of a nest, where it must not be executed (5.2 §4.4.1).
	InterveningCode = Code{"intervening-code"}
	// A list item is in two clauses that exclude each other.
	ItemInTwoClauses = Code{"item-in-two-clauses"}
	// Two directives declare contradictory things about one variable or function.
	ItemInTwoDirectives = Code{"item-in-two-directives"}
	// A list item is listed twice where only once is allowed.
	ItemTwice = Code{"item-twice"}
	// SIMD code calls setjmp or longjmp (5.2 §10.4).
	JumpInSimd = Code{"jump-in-simd"}
	// A clause lists a directive that it cannot list (5.2 §8.3.1).
	ListedDirective = Code{"listed-directive"}
	// LLVM ended abnormally while it compiled device code.
	LlvmCrash = Code{"llvm-crash"}
	// A device-local variable is in a map clause (6.0 §7.14).
	LocalItem = Code{"local-item"}
	// Device code for a GPU computes with long double, which GPUs do not have.
	LongDoubleGpu = Code{"long-double-gpu"}
	// The variable of an associated loop is in a clause that excludes it, or is threadprivate (5.2 §5.1.1).
	LoopVariable = Code{"loop-variable"}
	// A declare mapper does not map its own variable (5.2 §5.8.8).
	MapperWithoutVariable = Code{"mapper-without-variable"}
	// A condition of run time stands beside extension(match_none) (5.2 §7.1).
	MatchNoneCondition = Code{"match-none-condition"}
	// A directive stands where C allows neither a statement nor a declaration.
	MisplacedDirective = Code{"misplaced-directive"}
	// A clause, modifier or directive lacks an argument.
	MissingArgument = Code{"missing-argument"}
	// A directive lacks a clause that it needs.
	MissingClause = Code{"missing-clause"}
	// A directive for a function stands before something else.
	MissingDeclaration = Code{"missing-declaration"}
	// A pragma omp has no directive name.
	MissingDirective = Code{"missing-directive"}
	// A loop-associated directive finds fewer nested loops than it needs (5.2 §4.4.1).
	MissingLoop = Code{"missing-loop"}
	// A clause lacks a modifier that it needs.
	MissingModifier = Code{"missing-modifier"}
	// A directive for a statement stands at the end of a block.
	MissingStatement = Code{"missing-statement"}
	// Two modifiers of a clause exclude each other.
	ModifierConflict = Code{"modifier-conflict"}
	// A modifier that must be the last one of its clause is not (5.2 §3.2.1).
	ModifierOrder = Code{"modifier-order"}
	// A declare variant with adjust_args or append_args lacks the selector construct={dispatch} (5.2 §7.5.4).
	NeedsDispatch = Code{"needs-dispatch"}
	// An interop construct has a depend clause, but no object of the type targetsync (5.2 §14.1).
	NeedsTargetsync = Code{"needs-targetsync"}
	// Device code, or the host compiler, does not support this use of a nested function.
	NestedFunction = Code{"nested-function"}
	// A nested function in device code for a GPU jumps into the function around it.
	NestedJump = Code{"nested-jump"}
	// A target construct stands in a target region or device routine (5.2 §13.8).
	NestedTarget = Code{"nested-target"}
	// Parentheses, blocks or expressions are nested too deeply.
	Nesting = Code{"nesting"}
	// A file that is given as device code has none.
	NoDeviceCode = Code{"no-device-code"}
	// The library of mathematical functions for a GPU is not installed.
	NoDeviceLibrary = Code{"no-device-library"}
	// A loop transformation generates no single loop where the construct around it needs one (5.2 §9).
	NoGeneratedLoop = Code{"no-generated-loop"}
	// The command names no file to compile or link.
	NoInput = Code{"no-input"}
	// No LLVM was found that ompcc can use.
	NoLlvm = Code{"no-llvm"}
	// A loop transformation leaves no loop for the construct around it (5.2 §9.2).
	NoLoopLeft = Code{"no-loop-left"}
	// The machine has no GPU whose architecture -march=native or --offload-arch=native could name.
	NoNative = Code{"no-native"}
	// The address that ompcc view is to serve its page at is not free.
	NoPort = Code{"no-port"}
	// The runtime library for the program's processor or of the kind asked for is not there, or there is none for its C library.
	NoRuntime = Code{"no-runtime"}
	// A static program needs a static OpenMP library of the host compiler, and there is none.
	NoStaticOpenmp = Code{"no-static-openmp"}
	// A file of the command does not exist.
	NoSuchFile = Code{"no-such-file"}
	// A program that ompcc needs cannot be started.
	NoTool = Code{"no-tool"}
	// A clause needs a rectangular loop nest, but a bound depends on an outer loop variable (5.2 §4.4.2).
	NonRectangular = Code{"non-rectangular"}
	// A clause for functions lists a variable.
	NotAFunction = Code{"not-a-function"}
	// The message of an error directive at compilation is no string literal (5.2 §8.5.2).
	NotALiteral = Code{"not-a-literal"}
	// A loop-associated directive stands before something else than a for loop (5.2 §4.4.1).
	NotALoop = Code{"not-a-loop"}
	// A clause that takes loop variables only lists another variable.
	NotALoopVariable = Code{"not-a-loop-variable"}
	// A clause of a directive for functions lists something else than a parameter.
	NotAParameter = Code{"not-a-parameter"}
	// A clause that takes pointers lists something else.
	NotAPointer = Code{"not-a-pointer"}
	// A list item is no variable, or not of a form that the clause takes.
	NotAVariable = Code{"not-a-variable"}
	// A list item has more subscripts than its variable has dimensions.
	NotAnArray = Code{"not-an-array"}
	// A loop is not in the canonical form (5.2 §4.4.1).
	NotCanonical = Code{"not-canonical"}
	// A clause that the host evaluates depends on a variable that has another value in the region (5.2 §13.8).
	NotConsistent = Code{"not-consistent"}
	// An argument that must be constant is not.
	NotConstant = Code{"not-constant"}
	// An array section has gaps where the clause needs contiguous storage (5.2 §5.8.3).
	NotContiguous = Code{"not-contiguous"}
	// Device code uses a variable that exists on the host only (5.2 §7.8).
	NotDeclareTarget = Code{"not-declare-target"}
	// An argument that must be an integer is not.
	NotInteger = Code{"not-integer"}
	// A step or bound changes in the region (5.2 §4.4.1).
	NotInvariant = Code{"not-invariant"}
	// A clause or directive needs perfectly nested loops, but there is code between them (5.2 §4.4.1).
	NotPerfectlyNested = Code{"not-perfectly-nested"}
	// An argument that must be positive is not.
	NotPositive = Code{"not-positive"}
	// A copyprivate clause lists a shared variable (5.2 §5.7.2).
	NotPrivate = Code{"not-private"}
	// A loop transformation or clause needs rectangular loops (5.2 §4.4.2).
	NotRectangular = Code{"not-rectangular"}
	// A taskgraph construct records a construct that cannot be replayed (6.0 §14.3).
	NotReplayable = Code{"not-replayable"}
	// A copyin clause lists a variable that is not threadprivate (5.2 §5.7.1).
	NotThreadprivate = Code{"not-threadprivate"}
	// The lower bound of num_teams exceeds the upper one (5.2 §10.2.1).
	NumTeamsBounds = Code{"num-teams-bounds"}
	// An object in device code exceeds the size that LLVM can address.
	ObjectTooLarge = Code{"object-too-large"}
	// The LLVM in use is too old for the target.
	OldLlvm = Code{"old-llvm"}
	// The form belongs to a version of OpenMP after the one that the command asks for.
	OpenmpExtension = Code{"openmp-extension"}
	// An ordered construct with a block stands in a loop nest with doacross dependences (5.2 §15.10).
	OrderedBlock = Code{"ordered-block"}
	// The argument of ordered is less than that of collapse (5.2 §4.4.4).
	OrderedCollapse = Code{"ordered-collapse"}
	// An iteration executes two ordered regions (5.2 §15.10).
	OrderedTwice = Code{"ordered-twice"}
	// An ordered construct has no loop around it with an ordered clause that fits (5.2 §15.10).
	OrderedWithoutClause = Code{"ordered-without-clause"}
	// A section of an array of which another section is mapped is mapped, too (5.2 §5.8.3).
	PartlyMapped = Code{"partly-mapped"}
	// A reduction lists a variable that is private in the region around it (5.2 §5.5.8).
	PrivateInRegion = Code{"private-in-region"}
	// A variable that the construct around reduces is firstprivate (5.2 §5.4.4).
	ReducedAround = Code{"reduced-around"}
	// A list item of a reduction is not of a form that reductions take (5.2 §5.5.5).
	ReductionItem = Code{"reduction-item"}
	// A file of region IR is given to a stage of host code.
	RegionHost = Code{"region-host"}
	// A file of region IR breaks a rule of its form.
	RegionRule = Code{"region-rule"}
	// A file of region IR cannot be read.
	RegionSyntax = Code{"region-syntax"}
	// A clause that may appear once appears twice.
	RepeatedClause = Code{"repeated-clause"}
	// A context selector names a trait set twice (5.2 §7.1).
	RepeatedTraitSet = Code{"repeated-trait-set"}
	// A region for the ancestor device stands in a program without the requirement reverse_offload (5.2 §13.2).
	RequiresReverseOffload = Code{"requires-reverse-offload"}
	// A response file cannot be read as one.
	ResponseFile = Code{"response-file"}
	// A region with order(concurrent) calls an OpenMP routine (5.2 §10.3).
	RoutineInConcurrent = Code{"routine-in-concurrent"}
	// A routine is called in a region where it must not be called.
	RoutineInRegion = Code{"routine-in-region"}
	// An object without -fsanitize=offload is linked into a checked program.
	SanitizeMixed = Code{"sanitize-mixed"}
	// -fsanitize=offload is given for a target whose code it does not check.
	SanitizeTarget = Code{"sanitize-target"}
	// A variable crosses a scan directive in a way that its phases exclude (5.2 §5.6).
	ScanPhases = Code{"scan-phases"}
	// A scan directive stands in a loop without a reduction with the modifier inscan (5.2 §5.6).
	ScanWithoutInscan = Code{"scan-without-inscan"}
	// The length of an array section is not known (5.2 §3.2.5).
	SectionLength = Code{"section-length"}
	// A member or subscript follows an array section (5.2 §3.2.5).
	SectionNotLast = Code{"section-not-last"}
	// A sections construct has no block (5.2 §11.3).
	SectionsBlock = Code{"sections-block"}
	// An expression with side effects is an argument of a call whose variant is chosen by a condition.
	SelectorArgument = Code{"selector-argument"}
	// A directive for one function stands before a declaration of several.
	SeveralDeclarations = Code{"several-declarations"}
	// The argument of simdlen exceeds that of safelen (5.2 §10.4).
	SimdlenSafelen = Code{"simdlen-safelen"}
	// The target has code for few forms of kernels only, and no device.
	SkeletonTarget = Code{"skeleton-target"}
	// A region or function needs more stack than a thread of the target has.
	StackFrame = Code{"stack-frame"}
	// A static variable is declared in a metadirective whose alternative a run-time condition chooses (5.2 §7.4).
	StaticInMetadirective = Code{"static-in-metadirective"}
	// Two list items of one construct share storage (5.2 §5.8.3, §13.9).
	StorageShared = Code{"storage-shared"}
	// A backslash makes a line of C a part of the directive before it.
	SwallowedLine = Code{"swallowed-line"}
	// The text of a directive cannot be read.
	Syntax = Code{"syntax"}
	// A target construct has a teams construct and other statements (5.2 §10.2).
	TargetNotOnlyTeams = Code{"target-not-only-teams"}
	// Device code waits inline for tasks with detach clauses, and may wait for itself.
	TaskEvents = Code{"task-events"}
	// A condition on which teams depend is not known before the target region begins (5.2 §10.2).
	TeamsCondition = Code{"teams-condition"}
	// A teams construct in device code is not strictly nested in a target construct (5.2 §10.2).
	TeamsNesting = Code{"teams-nesting"}
	// Device code uses a threadprivate variable (5.2 §5.2).
	Threadprivate = Code{"threadprivate"}
	// A clause or directive has more arguments than it takes.
	TooManyArguments = Code{"too-many-arguments"}
	// The program defines an OMPT tool that nothing starts.
	ToolWithoutInterface = Code{"tool-without-interface"}
	// Text follows a directive or declaration that is complete.
	TrailingText = Code{"trailing-text"}
	// A trait set names a selector twice (5.2 §7.1).
	TraitTwice = Code{"trait-twice"}
	// A list item is in two lists of one clause.
	TwoClauses = Code{"two-clauses"}
	// A parenthesis, bracket or brace has no partner.
	Unbalanced = Code{"unbalanced"}
	// An identifier is not declared.
	Undeclared = Code{"undeclared"}
	// No file of the program defines a function or variable that device code uses.
	UndefinedDeviceSymbol = Code{"undefined-device-symbol"}
	// A clause or directive has an argument that it does not take.
	UnexpectedArgument = Code{"unexpected-argument"}
	// LLVM, or the target, does not know the architecture.
	UnknownArch = Code{"unknown-arch"}
	// An attribute of the omp namespace holds no directive (5.2 §3.1).
	UnknownAttribute = Code{"unknown-attribute"}
	// No clause has this name.
	UnknownClause = Code{"unknown-clause"}
	// No directive has this name.
	UnknownDirective = Code{"unknown-directive"}
	// No induction with the identifier is declared for the type (6.0 §7.6.17).
	UnknownInduction = Code{"unknown-induction"}
	// A clause has a keyword that it does not know.
	UnknownKeyword = Code{"unknown-keyword"}
	// No mapper with the name is visible (5.2 §5.8.8).
	UnknownMapper = Code{"unknown-mapper"}
	// A clause has a modifier that it does not know, or that has no meaning here.
	UnknownModifier = Code{"unknown-modifier"}
	// A list item is not declared here.
	UnknownName = Code{"unknown-name"}
	// No reduction with the identifier is declared for the type (5.2 §5.5.11).
	UnknownReduction = Code{"unknown-reduction"}
	// No target has this name.
	UnknownTarget = Code{"unknown-target"}
	// The trait set has no such selector (5.2 §7.1).
	UnknownTrait = Code{"unknown-trait"}
	// No trait set has this name (5.2 §7.1).
	UnknownTraitSet = Code{"unknown-trait-set"}
	// ompcc has no warning of this name.
	UnknownWarningOption = Code{"unknown-warning-option"}
	// A begin directive has no end directive.
	UnmatchedBegin = Code{"unmatched-begin"}
	// An end directive has no begin directive.
	UnmatchedEnd = Code{"unmatched-end"}
	// A file cannot be read.
	Unreadable = Code{"unreadable"}
	// ompcc does not support the construct in this place.
	Unsupported = Code{"unsupported"}
	// Device code has an atomic access to an object for which no target has one.
	UnsupportedAtomic = Code{"unsupported-atomic"}
	// Device code calls a builtin that the target does not have.
	UnsupportedBuiltin = Code{"unsupported-builtin"}
	// A string or character constant has no end.
	UnterminatedLiteral = Code{"unterminated-literal"}
	// The folder that OMPCC_CACHE names cannot be written.
	UnwritableCache = Code{"unwritable-cache"}
	// The output file cannot be written.
	UnwritableOutput = Code{"unwritable-output"}
	// There is no folder for temporary files.
	UnwritableTemporary = Code{"unwritable-temporary"}
	// A structure in device code has a member of variable size.
	VariableMember = Code{"variable-member"}
	// A variant has another type than its base function (5.2 §7.5).
	VariantType = Code{"variant-type"}
	// A vector in device code is too large.
	VectorSize = Code{"vector-size"}
	// The host compiler does not know a vector attribute of clang.
	VectorType = Code{"vector-type"}
	// A list item is declared in another block than its directive stands in (5.2 §6.5).
	WrongScope = Code{"wrong-scope"}
	// An allocate directive is for a variable whose storage it cannot choose (5.2 §6.5).
	WrongStorage = Code{"wrong-storage"}
	// An argument of an x86 intrinsic must be a constant.
	X86Constant = Code{"x86-constant"}
	// Device code uses an x86 intrinsic that the options or the target do not allow.
	X86Intrinsic = Code{"x86-intrinsic"}
)
