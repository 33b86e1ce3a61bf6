package ir

import (
	"fmt"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
)

// Alloca is llir's with the type of an opaque pointer.
type Alloca struct{ llir.InstAlloca }

// Type is a pointer into the stack's space.
func (a *Alloca) Type() Type { return PtrIn(int(a.AddrSpace)) }

// String is the type and the name.
func (a *Alloca) String() string { return a.Type().String() + " " + a.Ident() }

// AtomicRMW is llir's with an alignment.
type AtomicRMW struct {
	llir.InstAtomicRMW
	Align llir.Align
}

// LLString is how LLVM reads it.
func (a *AtomicRMW) LLString() string {
	return aligned(a.InstAtomicRMW.LLString(), a.Align, a.Metadata)
}

// CmpXchg is llir's with an alignment.
type CmpXchg struct {
	llir.InstCmpXchg
	Align llir.Align
}

// LLString is how LLVM reads it.
func (c *CmpXchg) LLString() string {
	return aligned(c.InstCmpXchg.LLString(), c.Align, c.Metadata)
}

// aligned puts an alignment in front of the metadata at the end of text.
func aligned(text string, a llir.Align, mds llir.Metadata) string {
	var end strings.Builder
	for _, md := range mds {
		fmt.Fprintf(&end, ", %s", md)
	}
	return strings.TrimSuffix(text, end.String()) + fmt.Sprintf(", %s", a) + end.String()
}

// Access is how an instruction accesses memory.
type Access struct {
	Volatile bool
	Align    int64 // 0: the type's
	Atomic   bool
	Scope    string // LLVM's syncscope, "" for the system
	Order    enum.AtomicOrdering
	// Invariant: nobody writes what a load reads.
	Invariant bool
	// NonTemporal: nobody accesses the memory again soon.
	NonTemporal bool
	// Notes are further kinds of metadata, without operands.
	Notes []string
}

// hints returns the metadata of an access.
func (a Access) hints() (mds []*metadata.Attachment) {
	if a.Invariant {
		mds = append(mds, Attach(invariantLoad, Inline()))
	}
	if a.NonTemporal {
		mds = append(mds, Attach("nontemporal", Inline(Num(I32, 1))))
	}
	for _, note := range a.Notes {
		mds = append(mds, Attach(note, Inline()))
	}
	return mds
}

// Fast are flags of floating-point operations, by LLVM's names with spaces between them.
func Fast(names string) (flags []enum.FastMathFlag) {
	for _, name := range strings.Fields(names) {
		flags = append(flags, fastFlags[name])
	}
	return flags
}

var fastFlags = map[string]enum.FastMathFlag{
	"afn": enum.FastMathFlagAFn, "arcp": enum.FastMathFlagARcp, "contract": enum.FastMathFlagContract,
	"fast": enum.FastMathFlagFast,
	"ninf": enum.FastMathFlagNInf, "nnan": enum.FastMathFlagNNaN, "nsz": enum.FastMathFlagNSZ,
	"reassoc": enum.FastMathFlagReassoc,
}

// Attr is an attribute by its spelling: LLVM has more than llir knows.
type Attr string

func (a Attr) String() string { return string(a) }

// IsFuncAttribute lets functions and calls have it, and the others parameters and results.
func (a Attr) IsFuncAttribute() {}

// IsParamAttribute lets parameters have it.
func (a Attr) IsParamAttribute() {}

// IsReturnAttribute lets results have it.
func (a Attr) IsReturnAttribute() {}

// Attrs are the attributes of a text that is not empty.
func Attrs(text string) []llir.FuncAttribute {
	if text == "" {
		return nil
	}
	return []llir.FuncAttribute{Attr(text)}
}

// Arg is an argument with attributes.
func Arg(v Value, attrs ...string) Value {
	a := &llir.Arg{Value: v}
	for _, text := range attrs {
		a.Attrs = append(a.Attrs, Attr(text))
	}
	return a
}

// Node is a metadata node by its number.
func Node(id int) *metadata.Tuple { return &metadata.Tuple{MetadataID: metadata.MetadataID(id)} }

// Inline is a metadata node that stands where it is used.
func Inline(fields ...Value) *metadata.Tuple {
	t := &metadata.Tuple{MetadataID: -1}
	for _, f := range fields {
		t.Fields = append(t.Fields, f)
	}
	return t
}

// Attach is metadata of a kind.
func Attach(kind string, node metadata.MDNode) *metadata.Attachment {
	return &metadata.Attachment{Name: kind, Node: node}
}

// MetadataArg is an argument that is metadata: a value or a node.
func MetadataArg(md metadata.Metadata) Value { return &metadata.Value{Value: md} }

// DebugExpr is how a variable's place is found from an address: by loading it, or as it is.
func DebugExpr(deref bool) *metadata.DIExpression {
	e := &metadata.DIExpression{MetadataID: -1}
	if deref {
		e.Fields = append(e.Fields, enum.DwarfOpDeref)
	}
	return e
}

// callee is what a call calls: llir asks for the signature behind the pointer.
type callee struct {
	Value
	sig *types.FuncType
}

func (c callee) Type() Type { return &types.PointerType{ElemType: c.sig} }

func calleeOf(to Value, ret Type) callee { return callee{to, &types.FuncType{RetType: ret}} }

// Asm is inline assembly that a call calls.
func Asm(text, constraints string, effects bool) Value {
	return &llir.InlineAsm{Asm: text, Constraint: constraints, SideEffect: effects, Typ: Ptr}
}
