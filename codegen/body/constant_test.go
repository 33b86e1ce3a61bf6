package body

import (
	"math/big"
	"testing"

	"ompcc/lower/region"
)

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
