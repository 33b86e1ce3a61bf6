package body

import "ompcc/codegen/ir"

// Indexer gives the indices of iterations that are named by their numbers in the order of
// the nest, all of its loops collapsed. Of a nest that is not rectangular, whose inner counts depend on
// outer indices, it keeps the row that the last number was in: numbers must not fall.
type Indexer struct {
	Nest  *Nest
	Total ir.Value   // the number of iterations, i64
	row   []ir.Value // storage of the row's indices, of all loops but the innermost
	first ir.Value   // and of the number of its first iteration
}

// NewIndexer counts n's iterations.
func (f *Function) NewIndexer(n *Nest) *Indexer {
	if !n.Loop.NonRect {
		return &Indexer{Nest: n, Total: n.Total}
	}
	whole := *n
	whole.Shared = len(n.Loop.Trips)
	sum := f.Alloca(ir.I64, 8, "total")
	f.Store(ir.Num(ir.I64, 0), sum, 8)
	f.sumRows(n, 0, sum)
	x := &Indexer{Nest: &whole, Total: f.Load(ir.I64, sum, 8, "total")}
	return x.Again(f)
}

// sumRows adds the counts of the innermost loop of all rows from dimension d on.
func (f *Function) sumRows(n *Nest, d int, sum ir.Value) {
	trip := n.Trips[0]
	if d > 0 {
		trip = f.Expr(n.Loop.Trips[d])
	}
	if d == len(n.Loop.Trips)-1 {
		f.Store(f.Bin("add", f.Load(ir.I64, sum, 8, "sum"), f.Resize(trip, ir.I64, false), "sum"), sum, 8)
		return
	}
	f.Loop(n.Loop.Index[d].Name, ir.Num(trip.Type(), 0), trip, ir.Num(trip.Type(), 1), func(i ir.Value) {
		f.SetTemp(n.Loop.Index[d], i)
		f.sumRows(n, d+1, sum)
	})
}

// Again is another indexer of the nest, at its first row.
func (x *Indexer) Again(f *Function) *Indexer {
	if !x.Nest.Loop.NonRect {
		return x
	}
	y := &Indexer{Nest: x.Nest, Total: x.Total, first: f.Alloca(ir.I64, 8, "row.first")}
	f.Store(ir.Num(ir.I64, 0), y.first, 8)
	for d := range len(x.Nest.Loop.Trips) - 1 {
		t := TypeOf(x.Nest.Loop.Trips[d].ExprType())
		cell := f.Alloca(t, 0, x.Nest.Loop.Index[d].Name+".row")
		f.Store(ir.Num(t, 0), cell, 0)
		y.row = append(y.row, cell)
	}
	return y
}

// At is the indices of iteration i (i64), which is less than the total.
func (x *Indexer) At(f *Function, i ir.Value) []ir.Value {
	if !x.Nest.Loop.NonRect {
		return f.Digits(x.Nest, i)
	}
	s := x.Nest.Loop
	inner := len(x.row)
	head, next, found := f.NewBlock("row"), f.NewBlock("row.next"), f.NewBlock("row.found")
	f.Place(head)
	var index []ir.Value
	for d, cell := range x.row {
		index = append(index, f.Load(TypeOf(s.Trips[d].ExprType()), cell, 0, s.Index[d].Name))
		f.SetTemp(s.Index[d], index[d])
		if d > 0 { // behind the last of a loop in between comes the next of the loop around it
			inside, over := f.NewBlock("inside"), f.NewBlock("over")
			f.CondBr(f.ICmp("ult", index[d], f.Expr(s.Trips[d]), "inside"), inside, over)
			f.Place(over)
			x.step(f, d-1, index)
			f.Br(head)
			f.Place(inside)
		}
	}
	trip := f.Expr(s.Trips[inner])
	first := f.Load(ir.I64, x.first, 8, "row.first")
	end := f.Bin("add", first, f.Resize(trip, ir.I64, false), "row.end")
	f.CondBr(f.ICmp("ult", i, end, "here"), found, next)
	f.Place(next)
	f.Store(end, x.first, 8)
	x.step(f, inner-1, index)
	f.Br(head)
	f.Place(found)
	return append(index, f.Resize(f.Bin("sub", i, first, "col"), trip.Type(), false))
}

// step goes on to the next index of dimension d, and to the first of those inside.
func (x *Indexer) step(f *Function, d int, index []ir.Value) {
	f.Store(f.Bin("add", index[d], ir.Num(index[d].Type(), 1), "next"), x.row[d], 0)
	for e := d + 1; e < len(x.row); e++ {
		f.Store(ir.Num(TypeOf(x.Nest.Loop.Trips[e].ExprType()), 0), x.row[e], 0)
	}
}
