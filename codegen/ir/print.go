package ir

// Functions as text. llir formats each part by fmt, which took most of the time of code generation. The instructions
// that code consists of are appended here, in the same form, and all others are left to llir.

import (
	"strconv"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Print is a function definition as LLVM reads it, and as llir prints it.
func Print(f *Func) string {
	if len(f.Blocks) == 0 || len(f.Metadata)+len(f.UseListOrders) > 0 {
		return f.LLString()
	}
	p := make(printer, 0, 1<<12)
	p.header(f)
	p.text(" {\n")
	for i, blk := range f.Blocks {
		if i > 0 {
			p.text("\n")
		}
		p.block(blk)
	}
	p.text("}")
	return string(p)
}

// printer is the text so far.
type printer []byte

func (p *printer) text(s string) { *p = append(*p, s...) }

// header is all of f in front of its blocks.
func (p *printer) header(f *Func) {
	blocks := f.Blocks
	f.Blocks = nil // llir writes the same header for a declaration
	p.text("define" + strings.TrimPrefix(f.LLString(), "declare"))
	f.Blocks = blocks
}

func (p *printer) block(b *Block) {
	if plainName(b.LocalName) {
		p.text(b.LocalName)
		p.text(":\n")
	} else {
		p.text(strings.TrimPrefix(b.Ident(), "%") + ":\n")
	}
	for _, in := range b.Insts {
		p.text("\t")
		p.instruction(in)
		p.text("\n")
	}
	p.text("\t")
	p.terminator(b.Term)
	p.text("\n")
}

// plainName reports whether LLVM reads a name without quotes.
func plainName(name string) bool {
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '.', c == '$':
		default:
			return false
		}
	}
	return true
}

// ident is a value without its type.
func (p *printer) ident(v Value) {
	switch v := v.(type) {
	case *integer, Symbol, *Func, *Global:
		p.text(v.Ident())
	case value.Named:
		if name := v.Name(); plainName(name) {
			p.text("%")
			p.text(name)
			return
		}
		p.text(v.Ident())
	default:
		p.text(v.Ident())
	}
}

// operand is a value with its type.
func (p *printer) operand(v Value) {
	switch x := v.(type) {
	case *Block:
		p.text("label ")
		p.ident(x)
	case *llir.Arg, *metadata.Value:
		p.text(v.String())
	default:
		p.typ(v.Type())
		p.text(" ")
		p.ident(v)
	}
}

func (p *printer) typ(t Type) {
	if i, ok := t.(*types.IntType); ok && i.TypeName == "" {
		p.text("i")
		*p = strconv.AppendUint(*p, i.BitSize, 10)
		return
	}
	p.text(t.String())
}

// result begins an instruction with a result.
func (p *printer) result(v value.Named, op string) {
	p.ident(v)
	p.text(" = ")
	p.text(op)
}

// operands are values of one type.
func (p *printer) operands(x, y Value, md llir.Metadata) {
	p.text(" ")
	p.operand(x)
	p.text(", ")
	p.ident(y)
	p.metadata(md)
}

func (p *printer) metadata(mds llir.Metadata) {
	for _, md := range mds {
		p.text(", ")
		t, ok := md.Node.(*metadata.Tuple)
		if !ok || t.MetadataID < 0 {
			p.text(md.String())
			continue
		}
		p.text("!")
		p.text(md.Name)
		p.text(" !")
		*p = strconv.AppendInt(*p, int64(t.MetadataID), 10)
	}
}

func (p *printer) align(a llir.Align, md llir.Metadata) {
	if a != 0 {
		p.text(", align ")
		*p = strconv.AppendUint(*p, uint64(a), 10)
	}
	p.metadata(md)
}

// overflow is an operation on integers with its flags.
func (p *printer) overflow(v value.Named, op string, flags []enum.OverflowFlag, x, y Value, md llir.Metadata) {
	p.result(v, op)
	for _, f := range flags {
		p.text(" ")
		p.text(f.String())
	}
	p.operands(x, y, md)
}

// float is an operation on floating-point numbers with its flags.
func (p *printer) float(v value.Named, op string, flags []enum.FastMathFlag, x, y Value, md llir.Metadata) {
	p.result(v, op)
	p.fast(flags)
	p.operands(x, y, md)
}

func (p *printer) fast(flags []enum.FastMathFlag) {
	for _, f := range flags {
		p.text(" ")
		p.text(f.String())
	}
}

// simple is an operation without flags.
func (p *printer) simple(v value.Named, op string, x, y Value, md llir.Metadata) {
	p.result(v, op)
	p.operands(x, y, md)
}

func (p *printer) cast(v value.Named, op string, x Value, to Type, md llir.Metadata) {
	p.result(v, op)
	p.text(" ")
	p.operand(x)
	p.text(" to ")
	p.typ(to)
	p.metadata(md)
}

func (p *printer) instruction(in Instruction) {
	switch in := in.(type) {
	case *llir.InstLoad:
		if !in.Atomic {
			p.load(in)
			return
		}
	case *llir.InstStore:
		if !in.Atomic {
			p.store(in)
			return
		}
	case *llir.InstGetElementPtr:
		p.element(in)
		return
	case *llir.InstCall:
		p.call(in)
		return
	case *llir.InstPhi:
		p.phi(in)
		return
	case *llir.InstSelect:
		p.result(in, "select")
		p.fast(in.FastMathFlags)
		p.text(" ")
		p.operand(in.Cond)
		p.text(", ")
		p.operand(in.ValueTrue)
		p.text(", ")
		p.operand(in.ValueFalse)
		p.metadata(in.Metadata)
		return
	case *llir.InstICmp:
		p.result(in, "icmp ")
		p.text(in.Pred.String())
		p.operands(in.X, in.Y, in.Metadata)
		return
	}
	if !p.arithmetic(in) && !p.conversion(in) {
		p.text(in.LLString())
	}
}

// arithmetic writes the operations on two values.
func (p *printer) arithmetic(in Instruction) bool {
	switch in := in.(type) {
	case *llir.InstAdd:
		p.overflow(in, "add", in.OverflowFlags, in.X, in.Y, in.Metadata)
	case *llir.InstSub:
		p.overflow(in, "sub", in.OverflowFlags, in.X, in.Y, in.Metadata)
	case *llir.InstMul:
		p.overflow(in, "mul", in.OverflowFlags, in.X, in.Y, in.Metadata)
	case *llir.InstShl:
		p.overflow(in, "shl", in.OverflowFlags, in.X, in.Y, in.Metadata)
	case *llir.InstAnd:
		p.simple(in, "and", in.X, in.Y, in.Metadata)
	case *llir.InstOr:
		p.simple(in, "or", in.X, in.Y, in.Metadata)
	case *llir.InstXor:
		p.simple(in, "xor", in.X, in.Y, in.Metadata)
	case *llir.InstFAdd:
		p.float(in, "fadd", in.FastMathFlags, in.X, in.Y, in.Metadata)
	case *llir.InstFSub:
		p.float(in, "fsub", in.FastMathFlags, in.X, in.Y, in.Metadata)
	case *llir.InstFMul:
		p.float(in, "fmul", in.FastMathFlags, in.X, in.Y, in.Metadata)
	default:
		return false
	}
	return true
}

// conversion writes the commonest casts.
func (p *printer) conversion(in Instruction) bool {
	switch in := in.(type) {
	case *llir.InstTrunc:
		p.cast(in, "trunc", in.From, in.To, in.Metadata)
	case *llir.InstZExt:
		p.cast(in, "zext", in.From, in.To, in.Metadata)
	case *llir.InstSExt:
		p.cast(in, "sext", in.From, in.To, in.Metadata)
	case *llir.InstAddrSpaceCast:
		p.cast(in, "addrspacecast", in.From, in.To, in.Metadata)
	default:
		return false
	}
	return true
}

func (p *printer) load(in *llir.InstLoad) {
	p.result(in, "load ")
	if in.Volatile {
		p.text("volatile ")
	}
	p.typ(in.ElemType)
	p.text(", ")
	p.operand(in.Src)
	p.align(in.Align, in.Metadata)
}

func (p *printer) store(in *llir.InstStore) {
	p.text("store ")
	if in.Volatile {
		p.text("volatile ")
	}
	p.operand(in.Src)
	p.text(", ")
	p.operand(in.Dst)
	p.align(in.Align, in.Metadata)
}

func (p *printer) element(in *llir.InstGetElementPtr) {
	p.result(in, "getelementptr ")
	if in.InBounds {
		p.text("inbounds ")
	}
	p.typ(in.ElemType)
	p.text(", ")
	p.operand(in.Src)
	for _, i := range in.Indices {
		p.text(", ")
		p.operand(i)
	}
	p.metadata(in.Metadata)
}

// call writes what NewCall makes.
func (p *printer) call(in *llir.InstCall) {
	if in.Typ != Type(Void) {
		p.ident(in)
		p.text(" = ")
	}
	p.text("call ")
	p.typ(in.Typ)
	p.text(" ")
	p.text(in.Callee.Ident())
	p.text("(")
	for i, a := range in.Args {
		if i > 0 {
			p.text(", ")
		}
		p.operand(a)
	}
	p.text(")")
	for _, a := range in.FuncAttrs {
		p.text(" ")
		p.text(a.String())
	}
	for _, b := range in.OperandBundles { // one of them: the operands of llvm.assume
		p.text(" [ " + strconv.Quote(b.Tag) + "(")
		for i, x := range b.Inputs {
			if i > 0 {
				p.text(", ")
			}
			p.operand(x)
		}
		p.text(") ]")
	}
	p.metadata(in.Metadata)
}

func (p *printer) phi(in *llir.InstPhi) {
	p.result(in, "phi ")
	p.typ(in.Typ)
	p.text(" ")
	for i, from := range in.Incs {
		if i > 0 {
			p.text(", ")
		}
		p.text("[ ")
		p.ident(from.X)
		p.text(", ")
		p.ident(from.Pred)
		p.text(" ]")
	}
	p.metadata(in.Metadata)
}

func (p *printer) terminator(t llir.Terminator) {
	switch t := t.(type) {
	case *llir.TermBr:
		p.text("br ")
		p.operand(t.Target)
		p.metadata(t.Metadata)
	case *llir.TermCondBr:
		p.text("br ")
		p.operand(t.Cond)
		p.text(", ")
		p.operand(t.TargetTrue)
		p.text(", ")
		p.operand(t.TargetFalse)
		p.metadata(t.Metadata)
	default:
		p.text(t.LLString())
	}
}
