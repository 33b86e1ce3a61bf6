package codegen

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
)

// inst is an instruction. Passes over finished code look at its parts; the format and its arguments are how LLVM reads it.
type inst struct {
	*ir.InstFreeze
	result   string // its name, with the %; "" without a result
	op       string // LLVM's name of the operation
	callee   string // of a direct call
	operands []val  // in their order
	// stronger: an atomic operation of a stronger order than monotonic. atomic: any such load or store.
	stronger, atomic bool
	invariant        bool // a load of what nobody writes
	format           string
	args             []any
	loc              string // ", !dbg !N" or ""
}

// operand is a value that is written without its type.
type operand val

func (o operand) String() string { return o.id }

func (v val) bare() operand { return operand(v) }

// symbol is a function in a call, as LLVM writes it behind the @.
type symbol string

func (s symbol) String() string { return "@" + string(s) }

// ordering is LLVM's name of a memory order.
type ordering string

// newInst makes an instruction. Its operands are the arguments that are values; the operation is the format's first word, which may be an argument.
func newInst(result, format string, args ...any) *inst {
	i := &inst{InstFreeze: &ir.InstFreeze{}, result: result, format: format, args: args}
	i.op, _, _ = strings.Cut(format, " ")
	if i.op, _, _ = strings.Cut(i.op, "%"); i.op == "" {
		i.op = args[0].(string)
	}
	i.atomic = strings.HasPrefix(format, i.op+" atomic")
	i.invariant = strings.Contains(format, "!invariant.load")
	for _, a := range args {
		switch a := a.(type) {
		case val:
			i.operands = append(i.operands, a)
		case operand:
			i.operands = append(i.operands, val(a))
		case symbol:
			i.callee = string(a)
		case ordering:
			i.stronger = i.stronger || a != orders[0]
		}
	}
	return i
}

// phiInst merges values; pairs are (value, block).
func phiInst(to val, pairs ...any) *inst {
	format, args := "phi %s", []any{to.t}
	for k := 0; k < len(pairs); k += 2 {
		if k > 0 {
			format += ","
		}
		format += " [ %s, %%%s ]"
		args = append(args, pairs[k].(val).bare(), pairs[k+1].(*block).label)
	}
	return newInst(to.id, format, args...)
}

func (i *inst) LLString() string {
	text := fmt.Sprintf(i.format, i.args...) + i.loc
	if i.result != "" {
		text = i.result + " = " + text
	}
	return text
}

func (i *inst) Type() types.Type { return types.Void }
func (i *inst) String() string   { return i.LLString() }

// makeVolatile has a load be volatile. LLVM finds the space of volatile accesses not on every target, so the address is the
// one in the variable's own space, if that is known.
func (m *module) makeVolatile(i *inst) {
	if strings.HasPrefix(fmt.Sprintf(i.format, i.args...), "load volatile ") {
		return
	}
	i.format = "load volatile " + strings.TrimPrefix(i.format, "load ")
	for k, a := range i.args {
		if v, ok := a.(val); ok {
			i.args[k] = m.inOwnSpace(v)
		}
	}
	for k, v := range i.operands {
		i.operands[k] = m.inOwnSpace(v)
	}
}

// inOwnSpace is the address of a variable in the variable's space instead of its generic address v; other values are as they are.
func (m *module) inOwnSpace(v val) val {
	if own, ok := m.own[v.id]; ok && v.t == tPtr {
		return own
	}
	return v
}

// terminator is a terminator written as text, with the blocks that may follow.
type terminator struct {
	*ir.TermUnreachable
	text string
	next []*block
}

func (t *terminator) LLString() string { return t.text }
