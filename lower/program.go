// The result of lowering, as hostc reads it.

package lower

import (
	"math/bits"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// Program is lower's result for one translation unit: the device side as a
// region module, the host side as a list of constructs for hostc to write.
type Program struct {
	Tree    *tree.Tree
	Module  *region.Module
	Host    []*HostConstruct // in textual order
	Globals []*HostGlobal
	// Mappers are the functions of the user-defined mappers that items name.
	Mappers []*HostMapper
	// Meta are the metadirectives with what the host's text gets for them.
	Meta []*HostMeta
	// Edits are further changes of the host's text: calls that name a variant.
	Edits []*HostEdit
	// Reverse are the reverse-offload regions, each a function of the host.
	Reverse []*HostReverse
	// TargetDependent is set when selectors in device code ask for traits of
	// the device: Module then holds for Options.Device only, and every other
	// target needs its own run of Lower.
	TargetDependent bool
	// Runtime is set when the host's text calls the runtime outside of constructs.
	Runtime bool
	// ThreadLocals are the thread-local variables that are device variables: each thread of a region has its own.
	ThreadLocals map[ctree.Symbol]bool
	// Remarks say what becomes of the constructs' data.
	Remarks []*diag.Remark
	// IsAtomic reports whether a variable is an _Atomic one.
	IsAtomic func(*cc.Declarator) bool
	// Requires are the requires directives' clauses, as bits of the OpenMP 6.0 order.
	Requires uint32
	// Mandatory is set when the host must not execute a region for want of a device.
	Mandatory bool
}

// HostConstruct tells hostc how to rewrite one device construct.
type HostConstruct struct {
	Construct *tree.Construct
	// Kind is abi.KindTarget …
	Kind   int
	Kernel *region.Kernel // target only
	Flags  uint32         // abi.Kernel… of the kernel (before the target decides on SPMD)
	Items  []*HostItem
	// C expressions, "" when the clause is absent.
	Device, If, NumTeams, NumTeamsLower, ThreadLimit, NumThreads, Shared string
	// Space is the temporary with the sizes of a league of several dimensions, "" for others.
	Space string
	// GroupMemory is the temporary with the word of a dyn_groupprivate clause, "" without one.
	GroupMemory string
	// Trip is a C expression, evaluable before the region without side
	// effects, for the iteration count of the distributed nest; nil if unknown.
	Trip *cexpr.Expr
	// Temps are host variables that the item texts refer to, to be declared in
	// order before the item table is filled: expressions with side effects that
	// are used more than once, lengths of captured variable length arrays, …
	Temps []HostTemp
	// NoWait and Depend make the construct a host task. TaskClauses are the
	// clauses of that task as text: "depend(out: x) in_reduction(...)".
	NoWait      bool
	TaskClauses string
	// Alternative is set for a construct that stands in HostMeta: its text is
	// written there.
	Alternative bool
	// Mask is, of a region that only computes conditions, the host's variable that gets a bit for each of Conds.
	Mask  string
	Conds []string
	// Interop are the actions of an interop construct; for a dispatch construct
	// it is empty, and only the descriptor is needed.
	Interop []HostInterop
	// Shadows are the variables that need a fresh copy in the host version
	// (private and firstprivate on target).
	Shadows []*Shadow
}

// HostMapper is the host function of a declare mapper directive (5.2 §5.8.8):
//
//	static void Name(__ompcc_mapper_t *, void *base, void *begin, unsigned long count, unsigned flags)
//
// It pushes Items for each of count elements of Type at begin; in their texts
// the identifier Var stands for the element. With Whole set, and with Parts set
// if there are several elements, it first pushes a span for all of them: on the
// device they lie one behind the other as on the host.
type HostMapper struct {
	Construct       *tree.Construct
	Name, Type, Var string
	Whole, Parts    bool
	Items           []*HostItem
	Temps           []HostTemp
}

// HostIter is one iterator of an iterator modifier (5.2 §3.2.6): the item stands
// for one item for each value of Name from Begin up to End by Step.
type HostIter struct {
	Type, Name       string
	Begin, End, Step *cexpr.Expr
}

// HostReverse is a reverse-offload region: hostc makes the function
//
//	static void Name(void **p)
//
// of its statement, in which Vars[i] is what p[i] points to.
//
// With Extern set device code calls it by its name, or has its address from Global.
type HostReverse struct {
	Construct *tree.Construct
	Name      string
	Extern    bool
	Vars      []HostReverseVar
	// Private are variables of the function's own, with all dimensions.
	Private []HostReverseVar
	// Global is a variable of GPU images that holds the function's address.
	Global string
	// Arrays are constructs in the region that have copies of arrays that it maps.
	Arrays []HostReverseArray
}

// HostReverseArray replaces an array in Construct of which the function has only the address. It is a section of
// all of it in the clauses (Section), or another array around the construct. That array gets the values before
// (In), and copies them back after (Out).
type HostReverseArray struct {
	Construct        *tree.Construct
	Var              HostReverseVar
	Section, In, Out bool
}

// HostReverseVar is a variable of type Type; with Array set p[i] is the address
// of an array of Type Dims. Out: the value is stored back. Copy: of an array the
// function has a copy (firstprivate).
type HostReverseVar struct {
	Decl             *cc.Declarator // nil for a length
	Name, Type, Dims string
	Array, Out, Copy bool
	// Length is, of a length that the types of variables behind it name, the host's expression
	// for it where the region's variables are in scope.
	Length *cexpr.Expr
}

// HostMeta is a metadirective: the first alternative of a choice whose condition
// holds replaces it; the last one has no condition.
type HostMeta struct {
	Construct *tree.Construct
	// Alternatives are those of all choices.
	Alternatives []*HostAlternative
	// Choices are the alternatives in each context that the metadirective can stand in: there are several
	// where it lies in another one, Outer, with several alternatives. Between are the constructs between the
	// two, outermost first, or all around it if Outer is nil.
	Choices []*HostChoice
	Outer   *HostMeta
	Between []spec.DirectiveKind
	// Chooses is one around it of which an alternative chooses for it, too (HostChoice.Within), nil if there is none.
	Chooses *HostMeta
	// Of a target construct that stands for the ways in which it can be launched, Number is a variable with the number
	// of its device, and Chooser the construct that computes what conditions ask for; nil: not needed.
	Number  *HostTemp
	Chooser *HostConstruct
}

// HostChoice is what a metadirective chooses from where Around are the constructs
// around it, outermost first. Within is the alternative that it follows, nil if it follows none
// (tree.Construct.Follows).
type HostChoice struct {
	Around       []spec.DirectiveKind
	Within       *HostAlternative
	Alternatives []*HostAlternative
}

// Choice is what m chooses from in around, which is one of its contexts, within an alternative of Outer.
func (m *HostMeta) Choice(around []spec.DirectiveKind, within *HostAlternative) []*HostAlternative {
	for _, c := range m.Choices {
		if slices.Equal(c.Around, around) && (c.Within == nil || c.Within == within) {
			return c.Alternatives
		}
	}
	return m.Alternatives
}

// Leafs are the constructs that the alternative puts around its statement.
func (a *HostAlternative) Leafs() []spec.DirectiveKind {
	if a.Construct == nil {
		return nil
	}
	return a.Construct.Leafs
}

// HostAlternative is one replacement. Construct and Text (the directive without
// #pragma omp) are nil and "" for nothing; Host is set if it is a device construct.
type HostAlternative struct {
	Cond      string
	Construct *tree.Construct
	Host      *HostConstruct
	Text      string

	at int // of its clause
	// inner is a metadirective for which the alternative chooses, too, and innerAt the clause.
	inner   *tree.Construct
	innerAt int
}

// HostInterop is one action of an interop construct on the object of type
// omp_interop_t that Object designates: "init", "use" or "destroy".
type HostInterop struct {
	Action, Object string
	Request        tree.InteropRequest
}

// HostTemp is a host variable "Type Name = Init;" for the item texts.
type HostTemp struct {
	Type, Name string
	Init       *cexpr.Expr
}

// HostRect describes a strided or non-contiguous section (FlagStrided): Base is
// the address of the array (void*), Elem the element size in bytes, and Dims
// give offset, count and stride in bytes, outermost first, as C expressions.
type HostRect struct {
	Base, Elem *cexpr.Expr
	Dims       [][3]*cexpr.Expr
}

// Shadow is a variable of which the host version of a region uses a copy.
type Shadow struct {
	Decl *cc.Declarator
	Name string
	Init bool // firstprivate: copied from the original
	// Allocator is set for an allocator that uses_allocators creates (5.2 §6.8).
	Allocator *tree.AllocUse
}

// HostItem is one entry of a construct's item table. Base, Begin and Size are
// C expressions of types void* / void* / unsigned long over names visible
// before the construct.
type HostItem struct {
	Name   string // as shown to users: "x[0:n]"
	Type   string // C type of the variable
	Kind   uint32 // abi.Item…
	Flags  uint32 // abi.Flag…
	Parent int    // index into Items, or -1
	Line   int
	Col    int
	Base   *cexpr.Expr
	Begin  *cexpr.Expr
	Size   *cexpr.Expr
	// InTask is set for a list item of in_reduction: Base, Begin and Size are to
	// be evaluated inside the target task, where the name is the task's copy.
	InTask bool
	// Iter is set for an item with iterators, outermost first: Base, Begin and
	// Size are in terms of their names.
	Iter []HostIter
	// First is set for an item that begins where the first of those begins that
	// item First-1, one with iterators, stands for, at Base if there are none;
	// Begin is then nil.
	First int
	// Rect is set with FlagStrided; Begin is then nil.
	Rect *HostRect
	// Turn leads from an item's place in the table to the item that has this turn (see takeTurns).
	Turn int
	// Pointee is set for storage that a pointer in memory, other than a variable, points to.
	Pointee bool
	// Align is the alignment that the type of the storage asks for.
	Align int64
	// Bytes is the parameter's size for ItemValue, 8 for the others.
	Bytes int64
	// Extent is how many bytes the storage has, 0 if that is not constant.
	Extent int64
	// Mapper is the C name of the mapper function, or "".
	Mapper string
	// Decl is the variable; for use_device_ptr/addr hostc declares a shadow
	// of it with the device address around the body.
	Decl *cc.Declarator
}

// UnitFlags are what the runtime is told of the unit as a whole.
func (p *Program) UnitFlags() uint32 {
	if p.Mandatory {
		return p.Requires | abi.UnitMandatory
	}
	return p.Requires
}

// WireFlags are the flags of the item table: with the alignment of what is allocated for the item.
func (it *HostItem) WireFlags() uint32 {
	if it.Align <= 16 || it.Kind != abi.ItemMap && it.Kind != abi.ItemCopy {
		return it.Flags
	}
	n := bits.Len64(uint64(min(it.Align, abi.MaxAlign)) / 16)
	return it.Flags | uint32(n-1)<<abi.FlagAlignShift
}

// HostGlobal is a declare target variable of this unit for the unit's table.
type HostGlobal struct {
	Decl *cc.Declarator
	Name string // C name (host)
	Sym  string // device symbol
	Kind int    // abi.Global…
	Size int64
	// Accessor is set for variables that are not visible at file scope
	// (function-local statics): hostc exports their address (see hostc).
	Local bool
	Func  *cc.FunctionDefinition
}
