package region

import (
	"fmt"
	"slices"
	"strings"
)

var binNames = [...]string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "min", "max"}
var cmpNames = [...]string{"==", "!=", "<", "<=", ">", ">=", "unord"}
var atomicNames = [...]string{"xchg", "add", "sub", "mul", "div", "and", "nand", "or", "xor", "shl", "shr", "min",
	"max", "rsub", "rdiv", "rshl", "rshr", "land", "lor"}
var orderNames = [...]string{"relaxed", "acquire", "release", "acq_rel", "seq_cst"}
var scopeNames = [...]string{"", " team", " system"}
var redNames = [...]string{"+", "*", "&", "|", "^", "&&", "||", "min", "max", "-", "custom"}

// String returns the operator's C spelling.
func (op BinOp) String() string { return nameOf(binNames[:], int(op)) }

// String returns the operator's C spelling.
func (op CmpOp) String() string { return nameOf(cmpNames[:], int(op)) }

// String returns the operation's name.
func (op AtomicOp) String() string { return nameOf(atomicNames[:], int(op)) }

// String returns the memory order's C11 name.
func (o Order) String() string { return nameOf(orderNames[:], int(o)) }

// String returns the reduction identifier.
func (op RedOp) String() string { return nameOf(redNames[:], int(op)) }

// RedOpNamed is the operator of a reduction identifier, RedCustom if it is none that C has.
func RedOpNamed(id string) RedOp {
	if i := slices.Index(redNames[:], id); i >= 0 {
		return RedOp(i)
	}
	return RedCustom
}

// BinOpNamed is the operator with that spelling, which must be one.
func BinOpNamed(op string) BinOp { return BinOp(slices.Index(binNames[:], op)) }

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("?%d", i)
	}
	return names[i]
}

// expr prints x. Integer constants other than i32 and floating constants
// other than f64 carry their type; loads are Type[address].
func (p *printer) expr(x Expr) string {
	switch x := x.(type) {
	case nil:
		return "<nil>"
	case *Const:
		if x.Type == nil || x.Val == nil {
			return "<bad const>"
		}
		if t, ok := x.Type.(*Int); ok && *t == *I32 {
			return x.Val.String()
		}
		return x.Val.String() + ":" + x.Type.String()
	case *FConst:
		return p.fconst(x)
	case *Null:
		return "null"
	case *Undef:
		return "undef:" + x.Type.String()
	case *GlobalAddr:
		return "@" + x.Global.Name
	case *FuncAddr:
		return "@" + x.Func.Name
	case *LocalAddr:
		return "&" + p.name(x.Local, x.Local.Name)
	case *ParamVal:
		return "$" + p.name(x.Param, x.Param.Name)
	case *TempVal:
		return "%" + p.name(x.Temp, x.Temp.Name)
	case *Load:
		return vol(x.Volatile) + x.Type.String() + "[" + p.addr(x.Addr) + "]" + accessSuffix(x.Align, x.NonTemporal) + p.site(x.Site)
	case *BitLoad:
		return fmt.Sprintf("%s%s[%s :%d+%d]%s", vol(x.Volatile), x.Type, p.addr(x.Addr), x.Off, x.Width, p.site(x.Site))
	case *PtrAdd:
		return "(" + p.addr(x) + ")"
	}
	return p.opExpr(x)
}

func (p *printer) opExpr(x Expr) string {
	switch x := x.(type) {
	case *Unary:
		operand := p.expr(x.X)
		switch x.X.(type) {
		case *Const, *FConst:
			operand = "(" + operand + ")"
		}
		return [...]string{"-", "~"}[x.Op] + operand
	case *Binary:
		if x.Op == Min || x.Op == Max {
			return fmt.Sprintf("%s(%s, %s)", x.Op, p.expr(x.X), p.expr(x.Y))
		}
		nsw := ""
		if x.NSW {
			nsw = "."
		}
		return fmt.Sprintf("(%s %s%s %s)", p.expr(x.X), x.Op, nsw, p.expr(x.Y))
	case *Compare:
		return fmt.Sprintf("(%s %s %s)", p.expr(x.X), x.Op, p.expr(x.Y))
	case *Convert:
		return x.To.String() + "(" + p.expr(x.X) + ")"
	case *Bitcast:
		return "bits." + x.To.String() + "(" + p.expr(x.X) + ")"
	case *PtrDiff:
		return fmt.Sprintf("ptrdiff(%s, %s)/%d", p.expr(x.X), p.expr(x.Y), x.Scale)
	case *Call:
		return p.call(x)
	case *Intrinsic:
		return fmt.Sprintf("#%s.%s(%s)", x.Op, x.Type, p.list(x.Args))
	case *Cond:
		return fmt.Sprintf("(%s ? %s : %s)", p.expr(x.C), p.expr(x.X), p.expr(x.Y))
	case *AndAlso:
		return fmt.Sprintf("(%s && %s)", p.expr(x.X), p.expr(x.Y))
	case *OrElse:
		return fmt.Sprintf("(%s || %s)", p.expr(x.X), p.expr(x.Y))
	case *Not:
		return "!" + p.expr(x.X)
	case *Seq:
		return p.seq(x)
	case *AtomicRMW:
		return fmt.Sprintf("atomic.%s.%s%s(%s, %s)%s", x.Op, x.Order, scopeNames[x.Scope], p.expr(x.Addr), p.expr(x.X),
			p.site(x.Site))
	case *AtomicLoad:
		return fmt.Sprintf("atomic.%s%s %s[%s]%s", x.Order, scopeNames[x.Scope], x.Type, p.addr(x.Addr), p.site(x.Site))
	case *CmpXchg:
		return fmt.Sprintf("cmpxchg%s.%s.%s%s(%s, %s, %s)%s", when(x.Weak, ".weak"), x.Order, x.Fail, scopeNames[x.Scope],
			p.expr(x.Addr), p.expr(x.Expect), p.expr(x.New), p.site(x.Site))
	case *VecElem:
		return fmt.Sprintf("%s{%s}", p.expr(x.X), p.expr(x.Index))
	case *VecInsert:
		return fmt.Sprintf("insert(%s, %s, %s)", p.expr(x.X), p.expr(x.Index), p.expr(x.Y))
	case *VecShuffle:
		return fmt.Sprintf("shuffle(%s, %s, %v)", p.expr(x.X), p.expr(x.Y), x.Mask)
	case *Splat:
		return fmt.Sprintf("splat.%s(%s)", x.Type, p.expr(x.X))
	}
	return fmt.Sprintf("<%T>", x)
}

func (p *printer) fconst(x *FConst) string {
	s := "nan"
	switch {
	case x.Inf > 0:
		s = "inf"
	case x.Inf < 0:
		s = "-inf"
	case !x.NaN && x.Val != nil:
		s = x.Val.Text('p', 0)
		if short, acc := x.Val.Float64(); acc == 0 {
			s = fmt.Sprintf("%v", short)
		}
		if !strings.ContainsAny(s, ".ep") {
			s += ".0"
		}
	}
	if x.Type.Kind == F64 {
		return s
	}
	return s + ":" + x.Type.String()
}

// addr prints an address without the parentheses of PtrAdd.
func (p *printer) addr(x Expr) string {
	a, ok := x.(*PtrAdd)
	if !ok {
		return p.expr(x)
	}
	s := p.addr(a.Base)
	if a.Index != nil {
		s += " + " + p.expr(a.Index)
		if c, number := a.Index.(*Const); a.Scale != 1 || number && Same(c.Type, I32) {
			s += fmt.Sprintf("*%d", a.Scale)
		}
	}
	if a.Offset > 0 {
		s += fmt.Sprintf(" + %d", a.Offset)
	} else if a.Offset < 0 {
		s += fmt.Sprintf(" - %d", -a.Offset)
	}
	return s
}

func (p *printer) call(x *Call) string {
	callee := ""
	if x.Func != nil {
		callee = "@" + x.Func.Name
		if !Same(x.Type, x.Func.Type()) {
			callee = fmt.Sprintf("(%s as %s)", callee, x.Type)
		}
	} else {
		callee = fmt.Sprintf("(*%s as %s)", p.expr(x.Ptr), x.Type)
	}
	s := callee + "(" + p.list(x.Args) + ")"
	if len(x.VarArgs) > 0 {
		types := make([]string, len(x.VarArgs))
		for i, t := range x.VarArgs {
			types[i] = t.String()
		}
		s += ".varargs(" + strings.Join(types, ", ") + ")"
	}
	return s
}

func (p *printer) list(xs []Expr) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = p.expr(x)
	}
	return strings.Join(parts, ", ")
}

// seq prints a Seq over several lines, indented below the statement that it is part of.
func (p *printer) seq(x *Seq) string {
	sub := &printer{places: p.places, file: p.file, names: p.names, used: p.used, taken: p.taken, depth: p.depth + 2}
	sub.block(x.Body)
	tail := ""
	if x.Value != nil {
		tail = sub.pad() + "=> " + sub.expr(x.Value) + "\n"
	}
	return "({\n" + sub.buf.String() + tail + strings.Repeat("  ", p.depth+1) + "})"
}

func vol(v bool) string {
	if v {
		return "volatile "
	}
	return ""
}

func accessSuffix(align int64, nonTemporal bool) (s string) {
	if align != 0 {
		s = fmt.Sprintf(".align%d", align)
	}
	if nonTemporal {
		s += ".nontemporal"
	}
	return s
}
