// Jumps out of nested functions (GNU C).

package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// A nested function may jump to a label of a function around it (GNU C). The function around it notes a place in a
// record where it makes the frame, that is at each call of the nested function and where its address is taken. The
// jump returns to this place with the number of the label, and goes on to the label from there.

// ownLabels are the labels in a function.
func ownLabels(fd *cc.FunctionDefinition) map[string]bool {
	names := map[string]bool{}
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		if l, ok := n.(*cc.LabeledStatement); ok && l.Case == cc.LabeledStatementLabel {
			names[l.Token.SrcStr()] = true
		}
		return true
	})
	return names
}

// jump adds the record of a jump to a label outside.
func (s *captureScan) jump(label string) {
	if !s.labels[label] && !s.seen[label] {
		s.seen[label] = true
		s.list = append(s.list, held{label: label})
	}
}

// jumpNumber tells label from others: not 0.
func (t *Translator) jumpNumber(label string) *region.Const {
	if t.jumpNumbers == nil {
		t.jumpNumbers = map[string]int64{}
	}
	if t.jumpNumbers[label] == 0 {
		t.jumpNumbers[label] = int64(len(t.jumpNumbers) + 1)
	}
	return Int(region.I32, t.jumpNumbers[label])
}

// jumpOut jumps to a label of a function around this one; false: the label is of this one.
func (f *Fn) jumpOut(label string) bool {
	record := f.jumps[label]
	if record == nil {
		return false
	}
	f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: &region.Intrinsic{Op: region.OpJumpOut, Type: region.VoidT,
		Args: []region.Expr{record, f.T.jumpNumber(label)}}})
	return true
}

// jumpTarget is the place to which jumps to labels of f come back.
type jumpTarget struct {
	f      *Fn
	addr   region.Expr // of the record
	labels []string
}

// record is the record of jumps to label, which is of f or of a function around it.
func (j *jumpTarget) record(label string) region.Expr {
	if x := j.f.jumps[label]; x != nil {
		return x
	}
	if j.addr == nil {
		l := j.f.Local("jump", &region.Array{Elem: region.U8, Len: region.JumpRecord}, nil)
		l.Align = 16
		j.addr = &region.LocalAddr{Local: l}
	}
	j.labels = append(j.labels, label)
	return j.addr
}

// emit notes the place, if there are labels of f.
func (j *jumpTarget) emit() {
	if len(j.labels) == 0 {
		return
	}
	f := j.f
	from := f.Let("from",
		&region.Intrinsic{Op: region.OpJumpTarget, Type: region.I32, Args: []region.Expr{j.addr, f.variables()}})
	for _, label := range j.labels {
		then := f.Block(nil, func() { f.gotoLabel(label) })
		f.Emit(&region.If{At: region.At{Pos: f.pos}, Cond: compare(region.Eq, from, f.T.jumpNumber(label)), Then: then})
	}
}

// variables is an array of the addresses of all variables that f has here.
func (f *Fn) variables() region.Expr {
	var list []region.Expr
	for _, b := range f.open {
		for _, l := range b.Locals {
			list = append(list, &region.LocalAddr{Local: l})
		}
	}
	if f.Func != nil {
		for _, p := range f.Func.Params {
			if p.ByVal != nil {
				list = append(list, &region.ParamVal{Param: p})
			}
		}
	}
	addr := &region.LocalAddr{Local: f.Local("variables", &region.Array{Elem: region.PtrT, Len: int64(len(list) + 1)},
		nil)}
	for i, x := range list {
		f.Emit(&region.Store{At: region.At{Pos: f.pos}, Addr: offset(addr, int64(8*i)), X: x})
	}
	return addr
}
