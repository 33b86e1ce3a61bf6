package body

import (
	"math/big"
	"testing"

	"ompcc/lower/region"
)

// TestRunsIf: the condition of a loop's count is that there is an iteration only where the count is not 0 then.
func TestRunsIf(t *testing.T) {
	n := &region.TempVal{Temp: &region.Temp{Name: "n", Type: region.I32}}
	c := func(t region.Type, k int64) *region.Const { return &region.Const{Type: t, Val: big.NewInt(k)} }
	u := &region.Convert{X: n, To: region.U32}
	bin := func(op region.BinOp, x region.Expr, k int64) region.Expr {
		return &region.Binary{Op: op, X: x, Y: c(region.U32, k)}
	}
	below := func(start int64, x region.Expr) region.Expr {
		return &region.Cond{C: &region.Compare{Op: region.Lt, X: c(region.I32, start), Y: n}, X: x, Y: c(region.U32, 0)}
	}
	for name, v := range map[string]struct {
		x    region.Expr
		want bool
	}{
		"n":               {below(0, u), true},
		"n - 2 from 2":    {below(2, bin(region.Sub, u, 2)), true},
		"n - 2 from 1":    {below(1, bin(region.Sub, u, 2)), false},
		"(n + 31) / 32":   {below(0, bin(region.Div, bin(region.Add, u, 31), 32)), true},
		"(n + 30) / 32":   {below(0, bin(region.Div, bin(region.Add, u, 30), 32)), false},
		"n / 2":           {below(0, bin(region.Div, u, 2)), false},
		"(n - 1 + 2) / 3": {below(1, bin(region.Div, bin(region.Add, bin(region.Sub, u, 1), 2), 3)), true},
		"from -1":         {below(-1, u), false},
		"no condition":    {u, false},
		"1 where it is none": {&region.Cond{C: &region.Compare{Op: region.Lt, X: c(region.I32, 0), Y: n}, X: u,
			Y: c(region.U32, 1)}, false},
	} {
		if got := RunsIf(v.x) != nil; got != v.want {
			t.Errorf("%s: %v, want %v", name, got, v.want)
		}
	}
}
