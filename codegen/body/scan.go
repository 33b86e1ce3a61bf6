package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// scanParts is how a loop with a scan directive emits the parts of its body.
type scanParts interface {
	// Split emits the statements of a block in which the directive is, or of one around that. false: it is in none of
	// them.
	Split(f *Function, ss []region.Stmt) bool
	// Again: the iteration's variables have storage, from its former part.
	Again() bool
	// Jumps: control comes to the second part from elsewhere, so that temporaries need storage.
	Jumps() bool
}

// Scanned is f for iterations whose parts p tells.
func (f *Function) Scanned(p scanParts) *Function { return f.With(func(f *Function) { f.Scan = p }) }

// ScanIteration emits phase p of iteration i, if the loop has it.
func (f *Function) ScanIteration(ix *Indexer, i ir.Value, p ScanPhase) {
	var last *ir.Value
	if ix.Nest.Loop.Last != nil {
		l := f.ICmp("eq", f.Bin("add", i, ir.Num(ir.I64, 1), "next"), ix.Total, "last")
		last = &l
	}
	f.Scanned(p).Iteration(ix.Nest, ix.At(f, i), last, nil)
}

// PartReductions parts the list items that are scanned from the others.
func PartReductions(red []ReductionState) (plain, scanned []ReductionState) {
	for _, st := range red {
		if st.Reduction.Scanned {
			scanned = append(scanned, st)
		} else {
			plain = append(plain, st)
		}
	}
	return plain, scanned
}

// ScanPhase emits one phase of each iteration at a time.
type ScanPhase struct {
	Input bool // the input phase
}

func (p ScanPhase) Again() bool { return !p.Input }
func (ScanPhase) Jumps() bool   { return false }

// scanStmt is the index of the statement in ss that is a Scan or contains one, -1 if
// there is none.
func scanStmt(ss []region.Stmt) int {
	for i, s := range ss {
		if findScan(s) != nil {
			return i
		}
	}
	return -1
}

// findScan is the Scan that s is, or that blocks in it have; loops have their own.
func findScan(s region.Stmt) *region.Scan {
	var found *region.Scan
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		if x, ok := s.(*region.Scan); ok {
			found = x
		}
		_, inner := s.(*region.WsLoop)
		return found == nil && !inner
	}}
	v.WalkStmt(s)
	return found
}

// ScanIsExclusive reports whether the scan directive in a loop's body is exclusive.
func ScanIsExclusive(body *region.Block) bool {
	s := findScan(body)
	return s != nil && s.Exclusive
}

// Split emits what belongs to the phase of a block whose statement k is a Scan or contains it.
// What precedes a statement that contains it makes the iteration's variables: both
// phases need them. What follows, which copies them out, ends the iteration.
func (p ScanPhase) Split(f *Function, ss []region.Stmt) bool {
	k := scanStmt(ss)
	if k < 0 {
		return false
	}
	sc, isScan := ss[k].(*region.Scan)
	switch {
	case isScan && p.Input != sc.Exclusive:
		f.Stmts(ss[:k])
	case isScan:
		f.Stmts(ss[k+1:])
	default:
		f.Stmts(ss[:k+1])
		if !p.Input {
			f.Stmts(ss[k+1:])
		}
	}
	return true
}
