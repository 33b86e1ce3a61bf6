// Package cexpr is the C expressions that lowering has the host evaluate: addresses and sizes of list items,
// iteration counts. They are trees, so that nothing but this package writes C's operators; hostc prints them.
//
// It takes expressions of the program as texts, since the host compiler reads those as they are written. It adds no
// parentheses on its own: where an operand may need them, Paren says so.
//
// It must not know: OpenMP, the C tree, what the host does with an expression.
package cexpr

import (
	"fmt"
	"strings"
)

// Op is what an expression is.
type Op int

// The kinds of expressions.
const (
	OpText   Op = iota // Word: a name, a number, or an expression of the program
	OpParen            // (X)
	OpPrefix           // Word X
	OpCast             // (Word)X
	OpBinary           // X Word Y
	OpIndex            // X[Y]
	OpSizeof           // sizeof(X)
	OpCond             // X ? Y : Z
	OpCall             // Word(X, Y …)
	OpList             // {X, Y …}, an initialiser
)

// Expr is a C expression; nil is none.
type Expr struct {
	Op   Op
	Word string
	Args []*Expr
}

// Zero is 0, One is 1.
var Zero, One = Text("0"), Text("1")

// Text is an expression of the program, or a name.
func Text(s string) *Expr { return &Expr{Op: OpText, Word: s} }

// Paren is x in parentheses.
func Paren(x *Expr) *Expr { return &Expr{Op: OpParen, Args: []*Expr{x}} }

// Addr is the address of x.
func Addr(x *Expr) *Expr { return &Expr{Op: OpPrefix, Word: "&", Args: []*Expr{x}} }

// Neg is -x.
func Neg(x *Expr) *Expr { return &Expr{Op: OpPrefix, Word: "-", Args: []*Expr{x}} }

// Deref is what x points to.
func Deref(x *Expr) *Expr { return &Expr{Op: OpPrefix, Word: "*", Args: []*Expr{x}} }

// Cast is x in type t.
func Cast(t string, x *Expr) *Expr { return &Expr{Op: OpCast, Word: t, Args: []*Expr{x}} }

// Pointer is (void *)x.
func Pointer(x *Expr) *Expr { return Cast("void *", x) }

// Bytes is (char *)x.
func Bytes(x *Expr) *Expr { return Cast("char *", x) }

// Unsigned is (unsigned long)(x).
func Unsigned(x *Expr) *Expr { return Cast("unsigned long", Paren(x)) }

// Binary is x op y.
func Binary(x *Expr, op string, y *Expr) *Expr {
	return &Expr{Op: OpBinary, Word: op, Args: []*Expr{x, y}}
}

// Index is x[i].
func Index(x, i *Expr) *Expr { return &Expr{Op: OpIndex, Args: []*Expr{x, i}} }

// Sizeof is the size of x, an expression or a type.
func Sizeof(x *Expr) *Expr { return &Expr{Op: OpSizeof, Args: []*Expr{x}} }

// Cond is c ? x : y.
func Cond(c, x, y *Expr) *Expr { return &Expr{Op: OpCond, Args: []*Expr{c, x, y}} }

// Call is a call of function f.
func Call(f string, args ...*Expr) *Expr { return &Expr{Op: OpCall, Word: f, Args: args} }

// List is the initialiser {x, …}.
func List(xs ...*Expr) *Expr { return &Expr{Op: OpList, Args: xs} }

// String is x as C text, "" of nil.
func (x *Expr) String() string {
	if x == nil {
		return ""
	}
	arg := func(i int) string { return x.Args[i].String() }
	switch x.Op {
	case OpParen:
		return "(" + arg(0) + ")"
	case OpPrefix:
		return x.Word + arg(0)
	case OpCast:
		return "(" + x.Word + ")" + arg(0)
	case OpBinary:
		return arg(0) + " " + x.Word + " " + arg(1)
	case OpIndex:
		return arg(0) + "[" + arg(1) + "]"
	case OpSizeof:
		return "sizeof(" + arg(0) + ")"
	case OpCond:
		return fmt.Sprintf("%s ? %s : %s", arg(0), arg(1), arg(2))
	case OpCall:
		return x.Word + "(" + x.list() + ")"
	case OpList:
		return "{" + x.list() + "}"
	}
	return x.Word
}

func (x *Expr) list() string {
	var words []string
	for _, a := range x.Args {
		words = append(words, a.String())
	}
	return strings.Join(words, ", ")
}

// Quote is the C string literal of s (C11 6.4.5).
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ':
			fmt.Fprintf(&b, "\\%03o", c)
		case c == '?':
			b.WriteString(`\?`) // no trigraphs
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
