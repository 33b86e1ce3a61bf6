// The parser of expressions of region IR. Parentheses enclose every binary operation, so there is no precedence.

package region

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// expr parses an expression and the vector index {index} that may follow it without space.
func (p *parser) expr() Expr {
	defer p.nest()()
	p.space()
	at := p.pos
	x := p.primary()
	for p.next("{") {
		p.vector(at, x)
		x = &VecElem{X: x, Index: p.expr()}
		p.want("}")
	}
	return x
}

// vector fails unless x, whose text begins at offset at, is a vector.
func (p *parser) vector(at int, x Expr) {
	if _, ok := x.ExprType().(*Vector); !ok {
		p.fail(at, "expected a vector, this is %s", x.ExprType())
	}
}

func (p *parser) primary() Expr {
	p.space()
	at := p.pos
	if p.pos == len(p.text) {
		p.fail(at, "expected an expression")
	}
	switch c := p.text[p.pos]; c {
	case '@':
		return p.symbolExpr()
	case '&':
		p.pos++
		return &LocalAddr{Local: p.localRef()}
	case '$':
		p.pos++
		name := p.name("the name of a parameter")
		if p.params[name] == nil {
			p.fail(at, "$%s is no parameter of this function", name)
		}
		return &ParamVal{Param: p.params[name]}
	case '%':
		p.pos++
		name := p.name("the name of a temporary")
		if p.temps[name] == nil {
			p.fail(at, "%%%s is not defined here", name)
		}
		return &TempVal{Temp: p.temps[name]}
	case '#':
		p.pos++
		return p.intrinsic()
	case '!':
		p.pos++
		return &Not{X: p.expr()}
	case '~':
		p.pos++
		return &Unary{Op: Com, X: p.expr()}
	case '(':
		p.pos++
		return p.parenthesised()
	case '-':
		if w := p.text[p.pos+1:]; w == "" || (w[0] < '0' || w[0] > '9') && !strings.HasPrefix(w, "inf") {
			p.pos++
			return &Unary{Op: Neg, X: p.expr()}
		}
		return p.number()
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.number()
	}
	return p.wordExpr()
}

// localRef parses the name of a local.
func (p *parser) localRef() *Local {
	at := p.pos
	name := p.name("the name of a local")
	if p.locals[name] == nil {
		p.fail(at, "local %s is not defined here", name)
	}
	return p.locals[name]
}

// number parses a constant. Without a suffix :type, an integer is i32; a number with a point or an exponent, inf and
// nan are f64.
func (p *parser) number() Expr {
	start := p.pos
	p.next("-")
	for p.pos < len(p.text) && (isNameChar(p.text[p.pos]) || strings.IndexByte("+-", p.text[p.pos]) >= 0 &&
		strings.IndexByte("ep", p.text[p.pos-1]) >= 0) {
		p.pos++
	}
	s := p.text[start:p.pos]
	var t Type
	if rest := p.text[p.pos:]; len(rest) > 1 && rest[0] == ':' && (rest[1] == '<' || rest[1] >= 'a' && rest[1] <= 'z') {
		p.pos++
		t = p.typ()
	}
	if n, ok := new(big.Int).SetString(s, 10); ok {
		switch t.(type) {
		case nil:
			return &Const{Type: I32, Val: n}
		case *Int, *Bool, *Ptr, *Vector:
			return &Const{Type: t, Val: n}
		}
		p.fail(start, "an integer is no constant of %s", t)
	}
	if t == nil {
		t = Dbl
	}
	f, ok := t.(*Float)
	if !ok {
		p.fail(start, "%s is no constant of %s", s, t)
	}
	x := &FConst{Type: f, NaN: s == "nan"}
	switch s {
	case "nan":
	case "inf":
		x.Inf = 1
	case "-inf":
		x.Inf = -1
	default:
		x.Val = p.float(start, s)
	}
	return x
}

// float parses a decimal number as f64, and one with a binary exponent p exactly.
func (p *parser) float(at int, s string) *big.Float {
	if strings.Contains(s, "p") {
		if v, _, err := big.ParseFloat(s, 0, 256, big.ToNearestEven); err == nil && !v.IsInf() {
			return v
		}
	} else if v, err := strconv.ParseFloat(s, 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
		return new(big.Float).SetFloat64(v)
	}
	p.fail(at, "expected a number")
	return nil
}

func (p *parser) symbolExpr() Expr {
	at := p.pos
	name := p.symbol()
	if g := p.globals[name]; g != nil {
		return &GlobalAddr{Global: g}
	}
	f := p.funcs[name]
	if f == nil {
		p.fail(at, "@%s is not defined", name)
	}
	if p.next("(") {
		return p.call(&Call{Func: f, Type: f.Type()})
	}
	return &FuncAddr{Func: f}
}

// call parses the arguments after the parenthesis, and the types of the arguments in the variadic buffer.
func (p *parser) call(x *Call) Expr {
	x.Args = p.list(")")
	if p.next(".varargs(") {
		for {
			x.VarArgs = append(x.VarArgs, p.typ())
			if p.is(")") {
				break
			}
			p.want(",")
		}
	}
	return x
}

// list parses expressions up to end.
func (p *parser) list(end string) (xs []Expr) {
	for !p.is(end) {
		if len(xs) > 0 {
			p.want(",")
		}
		xs = append(xs, p.expr())
	}
	return xs
}

// args parses n expressions in parentheses.
func (p *parser) args(n int) []Expr {
	p.want("(")
	at := p.pos
	xs := p.list(")")
	if len(xs) != n {
		p.fail(at, "expected %d operands, there are %d", n, len(xs))
	}
	return xs
}

func (p *parser) intrinsic() Expr {
	op, _, _ := strings.Cut(p.peekWord(), ".")
	p.pos += len(op)
	if !p.next(".") || op == "" {
		p.fail(p.pos, "expected #operation.type(arguments)")
	}
	x := &Intrinsic{Op: IntrinsicOp(op), Type: p.typ()}
	p.want("(")
	x.Args = p.list(")")
	return x
}

// parenthesised parses the text after a parenthesis: an operation, a selection, an address or a sequence.
func (p *parser) parenthesised() Expr {
	p.space()
	at := p.pos
	switch {
	case p.next("{"):
		return p.seq()
	case p.next("*"):
		ptr := p.expr()
		return p.callAs(&Call{Ptr: ptr})
	}
	x := p.expr()
	if p.is(")") {
		return x
	}
	if p.word("as") {
		f, ok := x.(*FuncAddr)
		if !ok {
			p.fail(at, "expected the name of a function, or * and its address")
		}
		p.pos -= len("as")
		return p.callAs(&Call{Func: f.Func})
	}
	if _, ok := x.ExprType().(*Ptr); ok {
		if y := p.addrRest(x); y != x {
			p.want(")")
			return y
		}
	}
	if p.is("?") {
		c := &Cond{C: x, X: p.expr()}
		p.want(":")
		c.Y = p.expr()
		p.want(")")
		return c
	}
	return p.operation(x)
}

func (p *parser) callAs(x *Call) Expr {
	if !p.word("as") {
		p.fail(p.pos, "expected as and the function's type")
	}
	x.Type = p.funcType()
	p.want(")")
	p.want("(")
	return p.call(x)
}

// operation parses an operator and its second operand.
func (p *parser) operation(x Expr) Expr {
	p.space()
	start := p.pos
	var op string
	for p.pos < len(p.text) && strings.IndexByte("+-*/%&|^<>=!.", p.text[p.pos]) >= 0 {
		p.pos++
	}
	if op = p.text[start:p.pos]; op == "" && p.word("unord") {
		op = "unord"
	}
	y := func() Expr {
		y := p.expr()
		p.want(")")
		return y
	}
	switch op {
	case "&&":
		return &AndAlso{X: x, Y: y()}
	case "||":
		return &OrElse{X: x, Y: y()}
	}
	if i := slices.Index(cmpNames[:], op); i >= 0 {
		return &Compare{Op: CmpOp(i), X: x, Y: y()}
	}
	plain := strings.TrimSuffix(op, ".")
	i := slices.Index(binNames[:], plain)
	if i < 0 {
		p.fail(start, "expected an operator or )")
	}
	return &Binary{Op: BinOp(i), X: x, Y: y(), NSW: plain != op}
}

// seq parses the statements and the value of a Seq.
func (p *parser) seq() Expr {
	x := &Seq{Body: &Block{}}
	p.statements(x.Body, func() bool { return p.is("=>") || p.is("})") })
	if p.text[p.pos-1] == '>' {
		x.Value = p.expr()
		p.want("})")
	}
	return x
}

// address parses the address in brackets.
func (p *parser) address() Expr { return p.addrRest(p.expr()) }

// addrRest parses the indices and offsets that follow the base of an address.
func (p *parser) addrRest(x Expr) Expr {
	for {
		p.space()
		at := p.pos
		minus := p.next("- ")
		if !minus && !p.next("+ ") {
			return x
		}
		if n, ok := p.offset(minus); ok {
			if a, ok := x.(*PtrAdd); ok && a.Offset == 0 && n != 0 {
				a.Offset = n // belongs to the preceding index
			} else {
				x = &PtrAdd{Base: x, Scale: 1, Offset: n}
			}
			continue
		}
		if minus {
			p.fail(at, "expected a number of bytes after -")
		}
		a := &PtrAdd{Base: x, Index: p.expr(), Scale: 1}
		if p.next("*") {
			a.Scale = p.int64()
		}
		x = a
	}
}

// offset parses a number of bytes. It returns false if the number is an index, which * or : follows.
func (p *parser) offset(minus bool) (int64, bool) {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
		p.pos++
	}
	n, err := strconv.ParseInt(p.text[start:p.pos], 10, 64)
	if rest := p.text[p.pos:]; err != nil || rest != "" && (rest[0] == '*' || rest[0] == ':' || rest[0] == '.') {
		p.pos = start
		return 0, false
	}
	if minus {
		n = -n
	}
	return n, true
}

// wordExpr parses an expression that begins with a word or a type.
func (p *parser) wordExpr() Expr {
	at := p.pos
	w := p.peekWord()
	head, rest, _ := strings.Cut(w, ".")
	switch head {
	case "null":
		p.pos += len(w)
		return &Null{}
	case "inf", "nan":
		return p.number()
	case "undef":
		p.pos += len(w)
		p.want(":")
		return &Undef{Type: p.typ()}
	case "min", "max":
		p.pos += len(w)
		xs := p.args(2)
		return &Binary{Op: BinOp(slices.Index(binNames[:], head)), X: xs[0], Y: xs[1]}
	case "bits":
		p.pos += len("bits.")
		t := p.typ()
		return &Bitcast{To: t, X: p.args(1)[0]}
	case "splat":
		p.pos += len("splat.")
		t, ok := p.typ().(*Vector)
		if !ok {
			p.fail(at, "splat makes a vector: write splat.<n x type>(x)")
		}
		return &Splat{Type: t, X: p.args(1)[0]}
	case "ptrdiff":
		p.pos += len(w)
		xs := p.args(2)
		p.want("/")
		return &PtrDiff{X: xs[0], Y: xs[1], Scale: p.in(1, 1<<62)}
	case "insert":
		p.pos += len(w)
		xs := p.args(3)
		p.vector(at, xs[0])
		return &VecInsert{X: xs[0], Index: xs[1], Y: xs[2]}
	case "shuffle":
		p.pos += len(w)
		return p.shuffle()
	case "atomic":
		p.pos += len(w)
		x, _ := p.atomic(at, rest, false)
		return x
	case "cmpxchg":
		p.pos += len(w)
		return p.cmpXchg(at, rest)
	}
	volatile := p.word("volatile")
	t := p.typeHere()
	if t == nil {
		p.fail(p.pos, "expected an expression")
	}
	if p.next("(") {
		x := &Convert{To: t, X: p.expr()}
		p.want(")")
		return x
	}
	return p.place(t, volatile)
}

// place parses [address] or [address :bit+width] after a type.
func (p *parser) place(t Type, volatile bool) Expr {
	if !p.next("[") {
		p.fail(p.pos, "expected [address] behind the type")
	}
	addr := p.address()
	if p.is(":") {
		x := &BitLoad{Type: t, Addr: addr, Volatile: volatile, Off: int(p.in(0, 1<<30))}
		p.want("+")
		x.Width = int(p.in(1, maxBits))
		p.want("]")
		x.Site = p.siteHere()
		return x
	}
	p.want("]")
	x := &Load{Type: t, Addr: addr, Volatile: volatile}
	if p.next(".align") {
		x.Align = p.in(1, 1<<32)
	}
	x.NonTemporal = p.next(".nontemporal")
	x.Site = p.siteHere()
	return x
}

func (p *parser) shuffle() Expr {
	p.want("(")
	at := p.pos
	x := &VecShuffle{X: p.expr()}
	p.vector(at, x.X)
	p.want(",")
	x.Y = p.expr()
	p.want(",")
	p.want("[")
	for !p.is("]") {
		x.Mask = append(x.Mask, int(p.in(-1, 1<<24)))
	}
	p.want(")")
	return x
}

// order returns the memory order named s.
func (p *parser) order(at int, s string) Order {
	i := slices.Index(orderNames[:], s)
	if i < 0 {
		p.fail(at, "expected a memory order: one of %s", strings.Join(orderNames[:], " "))
	}
	return Order(i)
}

// atomic parses an atomic operation; its keyword is "atomic." plus what. If store is set it may be a store statement.
func (p *parser) atomic(at int, what string, store bool) (Expr, Stmt) {
	if name, order, both := strings.Cut(what, "."); both {
		i := slices.Index(atomicNames[:], name)
		if i < 0 {
			p.fail(at, "expected an atomic operation: one of %s", strings.Join(atomicNames[:], " "))
		}
		x := &AtomicRMW{Op: AtomicOp(i), Order: p.order(at, order), Scope: Scope(p.space1(scopeNames[:]))}
		xs := p.args(2)
		x.Addr, x.X = xs[0], xs[1]
		x.Site = p.siteHere()
		return x, nil
	}
	order, scope := p.order(at, what), Scope(p.space1(scopeNames[:]))
	t := p.typ()
	if !p.next("[") {
		p.fail(p.pos, "expected [address] behind the type")
	}
	addr := p.address()
	p.want("]")
	site := p.siteHere()
	if store && p.is("=") {
		return nil, &AtomicStore{Addr: addr, Order: order, Scope: scope, X: p.typed(t), Site: site}
	}
	return &AtomicLoad{Type: t, Addr: addr, Order: order, Scope: scope, Site: site}, nil
}

// typed parses an expression of type t.
func (p *parser) typed(t Type) Expr {
	p.space()
	at := p.pos
	x := p.expr()
	if got := x.ExprType(); !Same(got, t) {
		p.fail(at, "expected a value of type %s, this is %s", t, got)
	}
	return x
}

func (p *parser) cmpXchg(at int, what string) Expr {
	x := &CmpXchg{}
	what, x.Weak = strings.TrimPrefix(what, "weak."), strings.HasPrefix(what, "weak.")
	order, fail, _ := strings.Cut(what, ".")
	x.Order, x.Fail = p.order(at, order), p.order(at, fail)
	x.Scope = Scope(p.space1(scopeNames[:]))
	xs := p.args(3)
	x.Addr, x.Expect, x.New = xs[0], xs[1], xs[2]
	x.Site = p.siteHere()
	return x
}
