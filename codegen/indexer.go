package codegen

import "ompcc/codegen/ir"

// indexer gives the indices of iterations that are named by their numbers in the order of
// the nest, all of its loops collapsed. Of a nest that is not rectangular, whose inner counts depend on
// outer indices, it keeps the row that the last number was in: numbers must not fall.
type indexer struct {
	n     *nest
	total ir.Value   // the number of iterations, i64
	row   []ir.Value // storage of the row's indices, of all loops but the innermost
	first ir.Value   // and of the number of its first iteration
}

// newIndexer counts n's iterations.
func (f *fn) newIndexer(n *nest) *indexer {
	if !n.s.NonRect {
		return &indexer{n: n, total: n.total}
	}
	whole := *n
	whole.shared = len(n.s.Trips)
	sum := f.alloca(ir.I64, 8, "total")
	f.Store(ir.Num(ir.I64, 0), sum, 8)
	f.sumRows(n, 0, sum)
	x := &indexer{n: &whole, total: f.Load(ir.I64, sum, 8, "total")}
	return x.again(f)
}

// sumRows adds the counts of the innermost loop of all rows from dimension d on.
func (f *fn) sumRows(n *nest, d int, sum ir.Value) {
	trip := n.trips[0]
	if d > 0 {
		trip = f.expr(n.s.Trips[d])
	}
	if d == len(n.s.Trips)-1 {
		f.Store(f.Bin("add", f.Load(ir.I64, sum, 8, "sum"), f.Resize(trip, ir.I64, false), "sum"), sum, 8)
		return
	}
	f.Loop(n.s.Index[d].Name, ir.Num(trip.Type(), 0), trip, ir.Num(trip.Type(), 1), func(i ir.Value) {
		f.setTemp(n.s.Index[d], i)
		f.sumRows(n, d+1, sum)
	})
}

// again is another indexer of the nest, at its first row.
func (x *indexer) again(f *fn) *indexer {
	if !x.n.s.NonRect {
		return x
	}
	y := &indexer{n: x.n, total: x.total, first: f.alloca(ir.I64, 8, "row.first")}
	f.Store(ir.Num(ir.I64, 0), y.first, 8)
	for d := range len(x.n.s.Trips) - 1 {
		t := typ(x.n.s.Trips[d].ExprType())
		cell := f.alloca(t, 0, x.n.s.Index[d].Name+".row")
		f.Store(ir.Num(t, 0), cell, 0)
		y.row = append(y.row, cell)
	}
	return y
}

// at is the indices of iteration i (i64), which is less than the total.
func (x *indexer) at(f *fn, i ir.Value) []ir.Value {
	if !x.n.s.NonRect {
		return f.digits(x.n, i)
	}
	s := x.n.s
	inner := len(x.row)
	head, next, found := f.NewBlock("row"), f.NewBlock("row.next"), f.NewBlock("row.found")
	f.Place(head)
	var index []ir.Value
	for d, cell := range x.row {
		index = append(index, f.Load(typ(s.Trips[d].ExprType()), cell, 0, s.Index[d].Name))
		f.setTemp(s.Index[d], index[d])
		if d > 0 { // behind the last of a loop in between comes the next of the loop around it
			inside, over := f.NewBlock("inside"), f.NewBlock("over")
			f.CondBr(f.ICmp("ult", index[d], f.expr(s.Trips[d]), "inside"), inside, over)
			f.Place(over)
			x.step(f, d-1, index)
			f.Br(head)
			f.Place(inside)
		}
	}
	trip := f.expr(s.Trips[inner])
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
func (x *indexer) step(f *fn, d int, index []ir.Value) {
	f.Store(f.Bin("add", index[d], ir.Num(index[d].Type(), 1), "next"), x.row[d], 0)
	for e := d + 1; e < len(x.row); e++ {
		f.Store(ir.Num(typ(x.n.s.Trips[e].ExprType()), 0), x.row[e], 0)
	}
}
