package hostc

import (
	"fmt"
	"ompcc/lower/cexpr"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// collectAtomics adds the edits for atomic constructs whose statements the host compiler does
// not take: each becomes a loop of compare-and-swap on the variable's bytes (OpenMP 5.2 §15.8.4).
func (w *writer) collectAtomics() {
	for _, c := range w.p.Tree.All {
		if c == nil || c.Meta != nil || !spell.WritesAtomic(c, w.opts.Host) {
			continue
		}
		w.edits = append(w.edits, &edit{start: c.Start, end: c.End, text: func() string { return w.begin(c.Start) + w.atomic(c) }})
	}
}

// atomicText writes one atomic construct; its fields are C texts.
type atomicText struct {
	w    *writer
	f    *tree.AtomicForm
	id   int
	size int64 // of the bytes that are swapped
	// member is the bit-field in the object that place points to, "" for a whole object.
	object, member string
	order, fail    string
	// boolean is set for a bit-field of type _Bool.
	boolean bool
}

// atomic is the block that does what atomic construct c says.
func (w *writer) atomic(c *tree.Construct) string {
	a := &atomicText{w: w, f: c.Atomic, id: c.Pragma.ID, object: w.lvalueText(c.Atomic.X), size: c.Atomic.X.Type().
		Size()}
	if base, field := bitField(c.Atomic.X); field != "" {
		a.object, a.member = w.nodeText(base.PostfixExpression), "."+field
		a.size, a.boolean = base.Field().Type().Size(), base.Field().Type().Kind() == cc.Bool
		if base.Case == cc.PostfixExpressionPSelect {
			a.object = "*(" + a.object + ")"
		}
	}
	a.order, a.fail = w.p.AtomicOrders(c)
	var b strings.Builder
	b.WriteString("{ ")
	a.declare(&b)
	switch {
	case c.Clause(spec.ReadClause) != nil:
		b.WriteString(a.load(a.fail) + a.copyOf("o", "w") + a.assign(a.f.V, a.value("o")))
	case c.Clause(spec.WriteClause) != nil:
		fmt.Fprintf(&b, "%s; %s = %s; %s%s", a.operand(), a.value("n"), a.name("e"), a.copyOf("m", "n"), a.store())
	case c.Clause(spec.CompareClause) != nil:
		a.compare(&b)
	default:
		a.update(&b)
	}
	b.WriteString(" }")
	return b.String()
}

// nodeText is the text of n with the edits in it.
func (d *document) nodeText(n cc.Node) string {
	start, end := d.u.NodeRange(n)
	return string(d.copy(start, end))
}

// lvalueText is the text of lvalue x. The range of a complex number that is stepped has the operator.
func (d *document) lvalueText(x cc.ExpressionNode) string {
	text := strings.TrimSpace(d.nodeText(x))
	for _, step := range []string{"++", "--"} {
		text = strings.TrimSuffix(strings.TrimPrefix(text, step), step)
	}
	return text
}

// bitField is the selection of a bit-field that x is, and the field's name.
func bitField(x cc.ExpressionNode) (*cc.PostfixExpression, string) {
	for {
		switch e := x.(type) {
		case *cc.ExpressionList:
			if e.ExpressionList != nil {
				return nil, ""
			}
			x = e.AssignmentExpression
			continue
		case *cc.PrimaryExpression:
			if e.Case == cc.PrimaryExpressionExpr {
				x = e.ExpressionList
				continue
			}
		case *cc.PostfixExpression:
			if (e.Case == cc.PostfixExpressionSelect || e.Case == cc.PostfixExpressionPSelect) && e.Field() != nil &&
				e.Field().IsBitfield() {
				return e, e.Field().Name()
			}
		}
		return nil, ""
	}
}

// name is one of the block's variables: p points to the object, o and n are the values of before
// and after, w and m their bytes, e and d the operands, r the comparison's result.
func (a *atomicText) name(v string) string { return fmt.Sprintf("__ompcc_%s_%d", v, a.id) }

// value is the part of object o or n that the statement names.
func (a *atomicText) value(v string) string {
	if a.member != "" {
		return a.name(v) + ".s" + a.member
	}
	return a.name(v)
}

// words are the types by which bytes are swapped without a lock.
var words = map[int64]string{1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long"}

// locked reports whether the construct takes the lock that gcc itself takes for objects of this
// size; clang calls libatomic for them.
func (a *atomicText) locked() bool { return words[a.size] == "" && a.w.opts.Host.GCC }

func (a *atomicText) declare(b *strings.Builder) {
	word := words[a.size] + " __attribute__((__may_alias__))"
	if words[a.size] == "" {
		word = fmt.Sprintf("struct { char b[%d]; } __attribute__((__may_alias__))", a.size)
	}
	b.WriteString(cexpr.Expand("ATOMIC_WORDS", word, a.name("t"), a.name("p"), a.object, a.name("w"), a.name("m")) + " ")
	if a.locked() {
		b.WriteString("extern void GOMP_atomic_start(void), GOMP_atomic_end(void); ")
	}
	if a.member == "" {
		b.WriteString(cexpr.Expand("ATOMIC_VALUES", a.name("p"), a.name("o"), a.name("n")) + " ")
		return
	}
	// The word that has the bit-field: where its bits are, C does not say.
	fmt.Fprintf(b, "union { __typeof__(*%s) s; %s w; } %s, %s; ", a.name("p"), a.name("t"), a.name("o"), a.name("n"))
	b.WriteString(cexpr.Expand("ATOMIC_FIELD", a.name("i"), a.name("o"), a.value("o")) + " ")
	b.WriteString(cexpr.Expand("ATOMIC_FIELD_WORD", a.name("i"), a.name("o"), fmt.Sprint(a.size)) + " ")
}

// at is the address of the bytes in the object that pointer p points to.
func (a *atomicText) at(p string) string {
	if a.member == "" {
		return "(void *)" + p
	}
	return fmt.Sprintf("(void *)((char *)%s + %s)", p, a.name("i"))
}

// copyOf copies the bytes of from, a word or a value, to the other.
func (a *atomicText) copyOf(to, from string) string {
	place := func(v string) string {
		if v == "w" || v == "m" {
			return "&" + a.name(v)
		}
		return a.at("&" + a.name(v))
	}
	return fmt.Sprintf("__builtin_memcpy(%s, %s, %d); ", place(to), place(from), a.size)
}

func (a *atomicText) underLock(text string) string {
	return "GOMP_atomic_start(); " + text + "GOMP_atomic_end(); "
}

// load, store and swap work on the object's bytes.
func (a *atomicText) load(order string) string {
	if a.locked() {
		return a.underLock(fmt.Sprintf("__builtin_memcpy(&%s, (void *)%s, %d); ", a.name("w"), a.name("p"), a.size))
	}
	return fmt.Sprintf("__atomic_load((%s *)%s, &%s, %s); ", a.name("t"), a.at(a.name("p")), a.name("w"), order)
}

func (a *atomicText) store() string {
	if a.locked() {
		return a.underLock(fmt.Sprintf("__builtin_memcpy((void *)%s, &%s, %d); ", a.name("p"), a.name("m"), a.size))
	}
	return fmt.Sprintf("__atomic_store((%s *)%s, &%s, %s); ", a.name("t"), a.at(a.name("p")), a.name("m"), a.order)
}

// swap is an expression: whether the object was as w says, and is now as m says.
func (a *atomicText) swap() string {
	if !a.locked() {
		return fmt.Sprintf("__atomic_compare_exchange((%s *)%s, &%s, &%s, 0, %s, %s)", a.name("t"), a.at(a.name("p")),
			a.name("w"), a.name("m"), a.order, a.fail)
	}
	same := cexpr.Expand("ATOMIC_SWAP_LOCKED", a.name("c"), a.name("p"), a.name("w"), a.name("m"), fmt.Sprint(a.size))
	return "({ " + a.underLock(same+" ") + a.name("c") + "; })"
}

// operand declares e, with the type that it has where the statement uses it.
func (a *atomicText) operand() string {
	e := a.f.Expr
	if a.f.E != nil {
		e = a.f.E
	}
	text := "(" + a.w.nodeText(e) + ")"
	if _, field := bitField(e); field != "" {
		text += " + 0"
	}
	typ := "__auto_type"
	if a.member == "" && a.f.X.Type().Undecay().Kind() == cc.Ptr && (a.f.Op == "" || a.f.Op == "<" || a.f.Op == ">") {
		typ = "__typeof__(*" + a.name("p") + ")" // e may be 0, or a pointer to void
	}
	return fmt.Sprintf("%s %s = %s", typ, a.name("e"), text)
}

func (a *atomicText) assign(v cc.ExpressionNode, value string) string {
	if v == nil {
		return ""
	}
	return a.w.nodeText(v) + " = " + value + "; "
}

// update repeats the update until nothing has come between.
func (a *atomicText) update(b *strings.Builder) {
	op := a.f.Op
	if a.f.Expr != nil && !a.isStep() {
		b.WriteString(a.operand() + "; ")
	}
	after := a.value("n") + " " + op + "= " + a.name("e") + "; "
	switch {
	case a.isStep():
		after = a.value("n") + strings.Repeat(op[:1], 2) + "; "
	case a.f.Last:
		after = fmt.Sprintf("%s = %s %s %s; ", a.value("n"), a.name("e"), op, a.value("o"))
	}
	fmt.Fprintf(b, "%sdo { %s%s%s%s} while (!%s); ", a.load("0"), a.copyOf("o", "w"), a.copyOf("n", "w"), after,
		a.copyOf("m", "n"), a.swap())
	after = "n"
	if a.f.Old {
		after = "o"
	}
	b.WriteString(a.assign(a.f.V, a.value(after)))
}

// isStep reports whether the update is ++ or --, of a complex number too.
func (a *atomicText) isStep() bool {
	op := a.f.Op
	if op != "+" && op != "-" {
		return op == "++" || op == "--"
	}
	text := strings.TrimSpace(a.w.u.NodeText(a.f.Expr))
	return text == "" || text == op+op
}

// compare swaps where the condition holds; a comparison that fails has loaded the variable
// in the order of a failure.
func (a *atomicText) compare(b *strings.Builder) {
	cond, after := fmt.Sprintf("%s %s %s", a.value("o"), a.f.Op, a.name("e")), a.name("e")
	if a.f.Last {
		cond = fmt.Sprintf("%s %s %s", a.name("e"), a.f.Op, a.value("o"))
	}
	b.WriteString(a.operand() + "; ")
	once := ""
	if a.f.Equal {
		cond, after = a.value("o")+" == "+a.name("e"), a.name("d")
		fmt.Fprintf(b, "%s %s; int %s = 0; ", a.valueType(), after, a.name("k"))
		once = cexpr.Expand("ATOMIC_ONCE", a.name("k"), after, a.w.nodeText(a.f.D)) + " "
	}
	r := a.name("r")
	fmt.Fprintf(b, "int %s = 0; %sfor (;;) { %s", r, a.load(a.fail), a.copyOf("o", "w"))
	fmt.Fprintf(b, "if (!(%s)) break; %s%s%s = %s; %sif ((%s = %s)) break; } ", cond, once, a.copyOf("n", "w"),
		a.value("n"), after, a.copyOf("m", "n"), r, a.swap())
	b.WriteString(a.assign(a.f.R, r))
	switch {
	case a.f.V == nil:
	case a.f.Else != nil:
		fmt.Fprintf(b, "if (!%s) { %s} ", r, a.assign(a.f.V, a.value("o")))
	case a.f.Old:
		b.WriteString(a.assign(a.f.V, a.value("o")))
	default:
		fmt.Fprintf(b, "if (%s) { %s} else { %s} ", r, a.assign(a.f.V, a.value("n")), a.assign(a.f.V, a.value("o")))
	}
}

// valueType is a type that has the values of x.
func (a *atomicText) valueType() string {
	switch {
	case a.member == "":
		return "__typeof__(*" + a.name("p") + ")"
	case a.boolean:
		return "_Bool"
	}
	return "__typeof__(" + a.value("o") + " + 0)"
}
