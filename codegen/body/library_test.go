package body

import (
	"testing"

	"ompcc/codegen/target"
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
		{nv, "pow", "_Z3powdd", Symbol}, {nv, "powf", "_Z3powff", Symbol}, {nv, "erff", "_Z3erff", Symbol},
		{nv, "erf", "_Z3erfd", Symbol},
		{nv, "modff", "_Z4modffPf", Symbol}, {amd, "modff", "_Z4modffPU3AS5f", Symbol},
		{amd, "frexp", "_Z5frexpdPU3AS5i", Symbol},
		{nv, "sqrt", "", Inline}, {nv, "lrintf", "", Inline}, {nv, "lgammaf_r", "_Z8lgamma_rfPi", Symbol},
		{nv, "strlen", "strlen", Absent}, {cpu, "strlen", "strlen", Symbol}, {cpu, "printf", "vprintf", VaList},
		{cpu, "vsnprintf", "vsnprintf", VaList}, {amd, "printf", "__openmp_vprintf", Absent},
		{nv, "snprintf", "vsnprintf", Absent}, {nv, "printf", "vprintf", Inline},
	} {
		symbol, how := Library(c.tg, c.name)
		if how == c.how && (how == Inline && c.symbol == "" || symbol == c.symbol) {
			continue
		}
		t.Errorf("Library(%s, %s) = %q, %d; want %q, %d", c.tg.Name, c.name, symbol, how, c.symbol, c.how)
	}
}
