package codegen

import (
	"errors"
	"math/big"
	"testing"

	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// TestErrorsHavePlaces: what a target cannot do is an error at its source line.
func TestErrorsHavePlaces(t *testing.T) {
	m := saxpy()
	place := region.Position{File: "saxpy.c", Line: 9, Col: 5}
	m.Kernels[0].Body.Stmts = append(m.Kernels[0].Body.Stmts,
		&region.Eval{At: region.At{Pos: place}, X: &region.FConst{Type: region.X87, Val: big.NewFloat(1)}})
	nv, _ := target.ByName("nvptx", "")
	_, err := Emit(m, nv, Options{})
	var e *Error
	if !errors.As(err, &e) || e.Pos != (diag.Pos{File: "saxpy.c", Line: 9, Col: 5}) {
		t.Errorf("error %v", err)
	}
}

// TestArchitectures compiles the reductions for the ends of both families.
func TestArchitectures(t *testing.T) {
	for _, a := range [][2]string{{"nvptx", "sm_60"}, {"nvptx", "sm_90"}, {"amdgcn", "gfx900"}, {"amdgcn", "gfx1100"}} {
		tg, _ := target.ByName(a[0], a[1])
		for _, s := range []string{"dot", "minmax", "constructs"} {
			t.Run(a[1]+"/"+s, func(t *testing.T) { compile(t, emit(t, sampleByName(s), tg, Options{}), tg) })
		}
	}
}
