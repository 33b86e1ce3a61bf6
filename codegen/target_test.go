package codegen

import (
	"errors"
	"math/big"
	"testing"

	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

func TestLibrary(t *testing.T) {
	nv, _ := target.ByName("nvptx", "")
	amd, _ := target.ByName("amdgcn", "")
	cpu, _ := target.ByName("cpu", "")
	for _, c := range []struct {
		tg     *target.Target
		name   string
		symbol string
		how    Provision
	}{
		{nv, "pow", "_Z3powdd", Symbol}, {nv, "powf", "_Z3powff", Symbol}, {nv, "erff", "_Z3erff", Symbol}, {nv, "erf", "_Z3erfd", Symbol},
		{nv, "modff", "_Z4modffPf", Symbol}, {amd, "modff", "_Z4modffPU3AS5f", Symbol}, {amd, "frexp", "_Z5frexpdPU3AS5i", Symbol},
		{nv, "sqrt", "", Inline}, {nv, "lrintf", "", Inline}, {nv, "lgammaf_r", "_Z8lgamma_rfPi", Symbol},
		{nv, "strlen", "strlen", Absent}, {cpu, "strlen", "strlen", Symbol}, {cpu, "printf", "vprintf", VaList}, {cpu, "vsnprintf", "vsnprintf", VaList}, {amd, "printf", "__openmp_vprintf", Absent}, {nv, "snprintf", "vsnprintf", Absent}, {nv, "printf", "vprintf", Inline},
	} {
		symbol, how := Library(c.tg, c.name)
		if how == c.how && (how == Inline && c.symbol == "" || symbol == c.symbol) {
			continue
		}
		t.Errorf("Library(%s, %s) = %q, %d; want %q, %d", c.tg.Name, c.name, symbol, how, c.symbol, c.how)
	}
}

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

func TestFloatConstants(t *testing.T) {
	half, _ := new(big.Float).SetString("0.1")
	for _, c := range []struct {
		x    *region.FConst
		want string
	}{
		{&region.FConst{Type: region.Flt, Val: half}, "0x3FB99999A0000000"},
		{&region.FConst{Type: region.Dbl, Val: half}, "0x3FB999999999999A"},
		{&region.FConst{Type: region.Half, Val: half}, "0xH2E66"},
		{&region.FConst{Type: region.BF, Val: half}, "0xR3DCD"},
		{&region.FConst{Type: region.X87, Val: big.NewFloat(1)}, "0xK3FFF8000000000000000"},
		{&region.FConst{Type: region.Quad, Val: big.NewFloat(-2)}, "0xL0000000000000000C000000000000000"},
		{&region.FConst{Type: region.Half, Val: big.NewFloat(5.9604644775390625e-08)}, "0xH0001"},
		{&region.FConst{Type: region.X87, Inf: -1}, "0xKFFFF8000000000000000"},
	} {
		if got := floatText(c.x); got != c.want {
			t.Errorf("%v %v: %s, want %s", c.x.Type, c.x.Val, got, c.want)
		}
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
