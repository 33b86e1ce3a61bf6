package sim

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// known is an instruction sequence that computes %o from %a, %b and %c (also in
// %r1 to %r3, %h1 to %h3), and its result by the text of the PTX ISA.
type known struct {
	body    string
	a, b, c uint64
	want    uint64
}

func bf(f float32) uint64 { return uint64(math.Float32bits(f)) >> 16 }

func both(lo, hi uint64) uint64 { return hi<<16 | lo }

// word32 wraps an instruction on 32-bit registers; %1 and so on are operands.
func word32(ins string) string {
	return strings.NewReplacer("%0", "%r4", "%1", "%r1", "%2", "%r2", "%3", "%r3").
		Replace(ins) + ";\ncvt.u64.u32 %o, %r4;"
}

func word64(ins string) string {
	return strings.NewReplacer("%0", "%o", "%1", "%a", "%2", "%b", "%3", "%c").Replace(ins) + ";"
}

func word16(ins string) string {
	return strings.NewReplacer("%0", "%h4", "%1", "%h1", "%2", "%h2", "%3", "%h3").
		Replace(ins) + ";\ncvt.u64.u16 %o, %h4;"
}

// predicate computes 1 or 0 from a predicate.
func predicate(ins string) string {
	return strings.NewReplacer("%0", "%p1", "%1", "%a", "%2", "%b").Replace(ins) + ";\nselp.u64 %o, 1, 0, %p1;"
}

var inf64 = b64(math.Inf(1))

var facts = []known{
	// 9.7.1 integer arithmetic
	{word32("mul24.lo.u32 %0, %1, %2"), 0xff123456, 0xff000003, 0, 0x369d02},
	{word32("mul24.hi.u32 %0, %1, %2"), 0x00ffffff, 0x00ffffff, 0, 0xfffffe00},
	{word32("mul24.lo.s32 %0, %1, %2"), 0x00ffffff, 5, 0, 0xfffffffb},
	{word32("mad24.lo.s32 %0, %1, %2, %3"), 0x00ffffff, 5, 7, 2},
	{word32("sad.u32 %0, %1, %2, %3"), 3, 10, 100, 107},
	{word32("sad.s32 %0, %1, %2, %3"), 0xffffffff, 2, 100, 103},
	{word16("sad.s16 %0, %1, %2, %3"), 0xffff, 2, 100, 103},
	{word64("sad.u64 %0, %1, %2, %3"), 1 << 63, 1, 5, 1<<63 + 4},
	{word32("cnot.b32 %0, %1"), 0, 0, 0, 1},
	{word32("cnot.b32 %0, %1"), 7, 0, 0, 0},
	{word32("abs.s32 %0, %1"), 0xfffffff9, 0, 0, 7},
	{word32("neg.s32 %0, %1"), 7, 0, 0, 0xfffffff9},
	{word64("neg.s64 %0, %1"), 1 << 63, 0, 0, 1 << 63},
	{word32("bfind.u32 %0, %1"), 0x00010000, 0, 0, 16},
	{word32("bfind.u32 %0, %1"), 0, 0, 0, 0xffffffff},
	{word32("bfind.s32 %0, %1"), 0xfffffffe, 0, 0, 0},
	{word32("bfind.shiftamt.u32 %0, %1"), 0x00010000, 0, 0, 15},
	{"bfind.s64 %r4, %a;\ncvt.u64.u32 %o, %r4;", 1<<63 | 1, 0, 0, 62},
	{word32("bmsk.clamp.b32 %0, %1, %2"), 4, 8, 0, 0xff0},
	{word32("bmsk.clamp.b32 %0, %1, %2"), 4, 40, 0, 0xfffffff0},
	{word32("bmsk.clamp.b32 %0, %1, %2"), 32, 8, 0, 0},
	{word32("bmsk.wrap.b32 %0, %1, %2"), 33, 2, 0, 6},
	{word32("bmsk.wrap.b32 %0, %1, %2"), 1, 32, 0, 0},
	{word32("bmsk.wrap.b32 %0, %1, %2"), 30, 5, 0, 0xc0000000},
	{word32("szext.wrap.u32 %0, %1, %2"), 0xffffffff, 0, 0, 0},
	{word32("szext.clamp.s32 %0, %1, %2"), 0x80, 8, 0, 0xffffff80},
	{word32("szext.clamp.s32 %0, %1, %2"), 0x12345678, 32, 0, 0x12345678},
	{word32("szext.wrap.s32 %0, %1, %2"), 0x12345678, 36, 0, 0xfffffff8},
	{word32("fns.b32 %0, %1, %2, %3"), 0xa0, 0, 1, 5},
	{word32("fns.b32 %0, %1, %2, %3"), 0xa0, 0, 2, 7},
	{word32("fns.b32 %0, %1, %2, %3"), 0xa0, 31, 0xffffffff, 7},
	{word32("fns.b32 %0, %1, %2, %3"), 0xa0, 5, 0, 5},
	{word32("fns.b32 %0, %1, %2, %3"), 0xa0, 0, 3, 0xffffffff},
	{word32("dp2a.lo.u32.u32 %0, %1, %2, %3"), both(1000, 2), 0x04030201, 5, 1000*1 + 2*2 + 5},
	{word32("dp2a.hi.s32.s32 %0, %1, %2, %3"), both(0xffff, 2), 0xfe030201, 5, 0xfffffffe},
	{word32("dp4a.u32.s32 %0, %1, %2, %3"), 0x01020304, 0xffff0101, 10, 14},
	{word32("add.sat.s32 %0, %1, %2"), 0x7fffffff, 1, 0, 0x7fffffff},
	{word32("sub.sat.s32 %0, %1, %2"), 0x80000000, 1, 0, 0x80000000},
	{word32("mul.hi.u32 %0, %1, %2"), 0xffffffff, 0xffffffff, 0, 0xfffffffe},
	{word32("mad.hi.s32 %0, %1, %2, %3"), 0xffffffff, 2, 5, 4},
	{word32("min.s16x2 %0, %1, %2"), both(0xffff, 3), both(1, 2), 0, both(0xffff, 2)},
	{word32("max.u16x2 %0, %1, %2"), both(0xffff, 3), both(1, 2), 0, both(0xffff, 3)},
	{word32("add.s16x2 %0, %1, %2"), both(0xffff, 3), both(1, 2), 0, both(0, 5)},
	// 9.7.2 extended precision: 128-bit sum, difference and product
	{"add.cc.u64 %x3, %a, %b;\naddc.u64 %o, %c, 5;", ^uint64(0), 1, 10, 16},
	{"add.cc.u32 %r4, %r1, %r2;\naddc.cc.u32 %r5, %r3, 0;\naddc.u32 %r6, 0, 0;\nmov.b64 %o, {%r5, %r6};", 0xffffffff, 1,
		0xffffffff, 1 << 32},
	{"sub.cc.u64 %x3, %a, %b;\nsubc.u64 %o, %c, 5;", 0, 1, 10, 4},
	{"sub.cc.u32 %r4, %r1, %r2;\nsubc.cc.u32 %r5, %r3, 0;\nsubc.u32 %r6, 0, 0;\nmov.b64 %o, {%r5, %r6};", 0, 1, 0,
		^uint64(0)},
	{"mad.lo.cc.u64 %x3, %a, %b, %c;\nmadc.hi.u64 %o, %a, %b, 0;", ^uint64(0), 2, 2, 2},
	{"mad.hi.cc.u32 %r4, %r1, %r2, %r3;\naddc.u32 %r5, 0, 0;\nmov.b64 %o, {%r4, %r5};", 0xffffffff, 0xffffffff, 2,
		1 << 32},
	// 9.7.9 moves and selection
	{word32("prmt.b32 %0, %1, %2, %3"), 0x03020100, 0x07060504, 0x7531, 0x07050301},
	{word32("prmt.b32 %0, %1, %2, %3"), 0x00000080, 0, 0x8888, 0xffffffff},
	{word32("prmt.b32.f4e %0, %1, %2, %3"), 0x03020100, 0x07060504, 2, 0x05040302},
	{word32("prmt.b32.b4e %0, %1, %2, %3"), 0x03020100, 0x07060504, 1, 0x06070001},
	{word32("prmt.b32.rc8 %0, %1, %2, %3"), 0x03020100, 0, 2, 0x02020202},
	{word32("prmt.b32.ecl %0, %1, %2, %3"), 0x03020100, 0, 2, 0x03020202},
	{word32("prmt.b32.ecr %0, %1, %2, %3"), 0x03020100, 0, 2, 0x02020100},
	{word32("prmt.b32.rc16 %0, %1, %2, %3"), 0x03020100, 0, 1, 0x03020302},
	{word32("slct.u32.s32 %0, %1, %2, %3"), 5, 6, 0, 5},
	{word32("slct.u32.s32 %0, %1, %2, %3"), 5, 6, 0x80000000, 6},
	{"mov.b32 %f1, %r3;\nslct.u64.f32 %o, %a, %b, %f1;", 5, 6, b32(float32(math.Copysign(0, -1))), 5},
	{"mov.b32 %f1, %r3;\nslct.u64.f32 %o, %a, %b, %f1;", 5, 6, nan32, 6},
	{word32("set.lt.u32.s32 %0, %1, %2"), 0xffffffff, 0, 0, 0xffffffff},
	{word32("set.lt.u32.u32 %0, %1, %2"), 0xffffffff, 0, 0, 0},
	{"set.eq.f32.u32 %f1, %r1, %r2;\nmov.b32 %r4, %f1;\ncvt.u64.u32 %o, %r4;", 4, 4, 0, 0x3f800000},
	{word32("lop3.b32 %0, %1, %2, %3, 0xe8"), 0xc, 0xa, 0x6, 0xe},
	{word32("shf.l.wrap.b32 %0, %1, %2, %3"), 0x80000000, 1, 33, 3},
	{word32("shf.r.clamp.b32 %0, %1, %2, %3"), 5, 7, 40, 7},
	{"mov.b64 {%r4, %r5}, %a;\nmov.b64 %o, {%r5, %r4};", 0x1111111122222222, 0, 0, 0x2222222211111111},
	{"mov.b32 {%h4, %h5}, %r1;\nmov.b32 %r6, {%h5, %h4};\ncvt.u64.u32 %o, %r6;", 0x11112222, 0, 0, 0x22221111},
	{word32("mad24.hi.u32 %0, %1, %2, %3"), 0x00ffffff, 0x00ffffff, 3, 0xfffffe03},
	{word32("bfe.u32 %0, %1, %2, %3"), 0xfedcba98, 8, 12, 0xcba},
	{word32("bfe.s32 %0, %1, %2, %3"), 0xfedcba98, 8, 12, 0xfffffcba},
	{word32("bfe.s32 %0, %1, %2, %3"), 0x80000000, 16, 200, 0xffff8000}, // the sign beyond the end
	{word32("bfe.s32 %0, %1, %2, %3"), 0x80000000, 40, 4, 0xffffffff},
	{word32("bfe.u32 %0, %1, %2, %3"), 0xffffffff, 4, 0, 0},
	{"bfe.s64 %o, %a, %r2, %r3;", 0xf0 << 40, 44, 4, ^uint64(0)},
	{"bfi.b32 %r4, %r1, %r2, 8, %r3;\ncvt.u64.u32 %o, %r4;", 0xabc, 0xffffffff, 8, 0xffffbcff},
	{"bfi.b32 %r4, %r1, %r2, 28, %r3;\ncvt.u64.u32 %o, %r4;", 0xabc, 0, 12, 0xc0000000},
	{"bfi.b32 %r4, %r1, %r2, 40, %r3;\ncvt.u64.u32 %o, %r4;", 0xabc, 7, 8, 7},
	{"bfi.b64 %o, %a, %b, 60, 8;", 0xff, 1, 0, 0xf000000000000001},
	{word32("min.relu.s32 %0, %1, %2"), 0xfffffff0, 5, 0, 0},
	{word32("max.relu.s32 %0, %1, %2"), 0xfffffff0, 5, 0, 5},
	{word32("max.relu.s16x2 %0, %1, %2"), both(0xfff0, 3), both(0x8000, 9), 0, both(0, 9)},
	{word32("mad.hi.sat.s32 %0, %1, %2, %3"), 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff},
	{word32("mad.hi.sat.s32 %0, %1, %2, %3"), 0x80000000, 0x7fffffff, 0x80000000, 0x80000000},
	// 9.7.13 atomic operations, on %c in memory
	{atomOn("inc.u32", "%r1"), 7, 0, 5, 5<<32 | 6},
	{atomOn("inc.u32", "%r1"), 5, 0, 5, 5 << 32},
	{atomOn("dec.u32", "%r1"), 7, 0, 5, 5<<32 | 4},
	{atomOn("dec.u32", "%r1"), 7, 0, 0, 7},
	{atomOn("dec.u32", "%r1"), 7, 0, 9, 9<<32 | 7},
	{atomOn("add.s32", "%r1"), 0xffffffff, 0, 5, 5<<32 | 4},
	{atomOn("min.s32", "%r1"), 0xffffffff, 0, 5, 5<<32 | 0xffffffff},
	{atomOn("min.u32", "%r1"), 0xffffffff, 0, 5, 5<<32 | 5},
	{atomOn("max.s32", "%r1"), 0xffffffff, 0, 5, 5<<32 | 5},
	{atomOn("max.u32", "%r1"), 0xffffffff, 0, 5, 5<<32 | 0xffffffff},
	{atomOn("and.b32", "%r1"), 12, 0, 10, 10<<32 | 8},
	{atomOn("or.b32", "%r1"), 12, 0, 10, 10<<32 | 14},
	{atomOn("xor.b32", "%r1"), 12, 0, 10, 10<<32 | 6},
	{atomOn("exch.b32", "%r1"), 12, 0, 10, 10<<32 | 12},
	{atomOn("cas.b32", "%r1, %r2"), 10, 99, 10, 10<<32 | 99},
	{atomOn("cas.b32", "%r1, %r2"), 11, 99, 10, 10<<32 | 10},
	{atomOn("add.f32", "%r1"), b32(1.5), 0, b32(2), b32(2)<<32 | b32(3.5)},
	{atomOn("add.f32", "%r1"), 1, 0, 0, 0}, // a subnormal number is zero, in global memory
	{atomOn("add.noftz.f16x2", "%r1"), both(0x3c00, 0x4000), 0, both(0x3c00, 1),
		both(0x3c00, 1)<<32 | both(0x4000, 0x4000)},
	// predicates
	{predicate("testp.finite.f64 %0, %1"), inf64, 0, 0, 0},
	{predicate("testp.infinite.f64 %0, %1"), inf64, 0, 0, 1},
	{predicate("testp.number.f64 %0, %1"), nan64, 0, 0, 0},
	{predicate("testp.notanumber.f64 %0, %1"), nan64, 0, 0, 1},
	{predicate("testp.normal.f64 %0, %1"), 1, 0, 0, 0},
	{predicate("testp.subnormal.f64 %0, %1"), 1, 0, 0, 1},
	{"setp.lt.and.s64 %p1|%p2, %a, %b, 1;\nselp.u64 %o, 1, 2, %p1;\n@%p2 add.u64 %o, %o, 10;", 1, 2, 0, 1},
	{"setp.ne.u64 %p3, %c, 0;\nsetp.lt.xor.s64 %p1|%p2, %a, %b, !%p3;\nselp.u64 %o, 1, 2, %p1;\n@%p2 add.u64 %o, %o, 10;", 1, 2, 0, 12},
	{predicate("setp.ltu.f64 %0, %1, %2"), nan64, 0, 0, 1},
	{predicate("setp.lt.f64 %0, %1, %2"), nan64, 0, 0, 0},
	{predicate("setp.ne.f64 %0, %1, %2"), nan64, 0, 0, 0},
	{predicate("setp.neu.f64 %0, %1, %2"), nan64, 0, 0, 1},
	{predicate("setp.num.f64 %0, %1, %2"), nan64, 0, 0, 0},
	{predicate("setp.nan.f64 %0, %1, %2"), nan64, 0, 0, 1},
	// 9.7.3 to 9.7.5 floating point
	{f32op("min.f32 %f0, %f1, %f2"), nan32, b32(3), 0, b32(3)},
	{f32op("min.NaN.f32 %f0, %f1, %f2"), nan32, b32(3), 0, nan32},
	{f32op("max.f32 %f0, %f1, %f2"), 0x80000000, 0, 0, 0},
	{f32op("max.NaN.ftz.f32 %f0, %f1, %f2"), 3, 0x80000000, 0, 0}, // a subnormal number is zero
	{f32op("min.NaN.xorsign.abs.f32 %f0, %f1, %f2"), b32(5), b32(-3), 0, b32(-3)},
	{f32op("max.NaN.xorsign.abs.f32 %f0, %f1, %f2"), nan32, b32(-3), 0, nan32},
	{word16("min.NaN.xorsign.abs.f16 %0, %1, %2"), 0x4000, 0xbc00, 0, 0xbc00},
	{word16("max.NaN.bf16 %0, %1, %2"), bf(2), bf(-3), 0, bf(2)},
	{word16("min.xorsign.abs.f16 %0, %1, %2"), 0x4000, 0xc200, 0, 0xc000},
	{word16("add.ftz.f16 %0, %1, %2"), 0x0001, 0x8000, 0, 0},
	{word16("add.rn.f16 %0, %1, %2"), 0x0001, 0x0001, 0, 2},
	{word16("sub.ftz.f16 %0, %1, %2"), 0x0401, 0x0400, 0, 0}, // the result is subnormal
	{word16("sub.f16 %0, %1, %2"), 0x0401, 0x0400, 0, 1},
	{word32("mul.ftz.f16x2 %0, %1, %2"), both(0x83ff, 0x3c00), both(0x4400, 0x3c00), 0, both(0x8000, 0x3c00)},
	{word16("fma.rn.ftz.f16 %0, %1, %2, %3"), 0x3c00, 0x3c00, 0x0001, 0x3c00},
	{word16("fma.rn.ftz.f16 %0, %1, %2, %3"), 0x0400, 0x3800, 0x8000, 0},
	{word16("max.ftz.f16 %0, %1, %2"), 0x0001, 0x8001, 0, 0},
	{word16("abs.ftz.f16 %0, %1"), 0x8001, 0, 0, 0},
	{word32("neg.ftz.f16x2 %0, %1"), both(0x8001, 0x3c00), 0, 0, both(0, 0xbc00)},
	{"cvt.u16.u64 %h1, %a;\nsetp.eq.ftz.f16 %p1, %h1, %h2;\nselp.u64 %o, 1, 0, %p1;", 1, 0, 0, 1},
	{"cvt.u16.u64 %h1, %a;\nsetp.eq.f16 %p1, %h1, %h2;\nselp.u64 %o, 1, 0, %p1;", 1, 0, 0, 0},
	{word32("min.NaN.f16x2 %0, %1, %2"), both(0x7e00, 0x4000), both(0x3c00, 0x3c00), 0, both(nan16, 0x3c00)},
	{word32("max.NaN.xorsign.abs.bf16x2 %0, %1, %2"), both(bf(2), bf(-4)), both(bf(-3), bf(-1)), 0,
		both(bf(-3), bf(4))},
	{f32op("max.xorsign.abs.f32 %f0, %f1, %f2"), b32(-5), b32(3), 0, b32(-5)},
	{f32op("min.xorsign.abs.f32 %f0, %f1, %f2"), b32(-5), b32(3), 0, b32(-3)},
	{f32op("add.f32 %f0, %f1, %f2"), 0xffc12345, b32(1), 0, nan32}, // the payload is lost
	{f32op("fma.rn.f32 %f0, %f1, %f2, %f3"), 0x7fc00001, b32(1), 0, nan32},
	{f32op("add.sat.f32 %f0, %f1, %f2"), b32(5), b32(3), 0, b32(1)},
	{f32op("sub.ftz.f32 %f0, %f1, %f2"), 3, 0, 0, 0},
	{f32op("copysign.f32 %f0, %f1, %f2"), b32(-1), b32(3), 0, b32(-3)},
	{f32op("rcp.rn.f32 %f0, %f1"), b32(3), 0, 0, 0x3eaaaaab},
	{f32op("sqrt.rn.f32 %f0, %f1"), b32(2), 0, 0, 0x3fb504f3},
	{f32op("sqrt.rz.f32 %f0, %f1"), b32(3), 0, 0, 0x3fddb3d7},
	{f32op("fma.rn.sat.f32 %f0, %f1, %f2, %f3"), b32(2), b32(2), b32(-3.5), b32(0.5)},
	{f32op("div.full.f32 %f0, %f1, %f2"), b32(6), b32(2), 0, b32(3)},
	{word16("fma.rn.relu.f16 %0, %1, %2, %3"), 0x4000, 0xc000, 0x3c00, 0},
	{word16("fma.rn.f16 %0, %1, %2, %3"), 0x4000, 0xc000, 0x3c00, 0xc200},
	{word16("add.rn.bf16 %0, %1, %2"), bf(1), bf(2), 0, bf(3)},
	{word16("mul.rn.bf16 %0, %1, %2"), bf(1.5), bf(-2), 0, bf(-3)},
	{word16("max.NaN.f16 %0, %1, %2"), 0x7e00, 0x3c00, 0, nan16},
	{word16("neg.f16 %0, %1"), 0x3c00, 0, 0, 0xbc00},
	{word16("abs.bf16 %0, %1"), bf(-2), 0, 0, bf(2)},
	{word32("add.f16x2 %0, %1, %2"), both(0x3c00, 0x4000), both(0x3c00, 0x3c00), 0, both(0x4000, 0x4200)},
	{word32("mul.bf16x2 %0, %1, %2"), both(bf(2), bf(3)), both(bf(5), bf(-1)), 0, both(bf(10), bf(-3))},
	{word32("fma.rn.bf16x2 %0, %1, %2, %3"), both(bf(2), bf(3)), both(bf(5), bf(-1)), both(bf(1), bf(1)),
		both(bf(11), bf(-2))},
	// 9.7.9 conversion
	{"mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\ncvt.rn.f16x2.f32 %r4, %f1, %f2;\ncvt.u64.u32 %o, %r4;", b32(1), b32(2), 0,
		both(0x4000, 0x3c00)},
	{"mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\ncvt.rn.relu.bf16x2.f32 %r4, %f1, %f2;\ncvt.u64.u32 %o, %r4;", b32(1),
		b32(-2), 0, both(0, bf(1))},
	{"mov.b32 %f1, %r1;\ncvt.rna.tf32.f32 %r4, %f1;\ncvt.u64.u32 %o, %r4;", 0x3f801000, 0, 0, 0x3f802000},
	{"mov.b32 %f1, %r1;\ncvt.rn.tf32.f32 %r4, %f1;\ncvt.u64.u32 %o, %r4;", 0x3f801000, 0, 0, 0x3f800000},
	{"mov.b32 %f1, %r1;\ncvt.rn.tf32.f32 %r4, %f1;\ncvt.u64.u32 %o, %r4;", 0x3f803000, 0, 0, 0x3f804000},
	{"mov.b32 %f1, %r1;\ncvt.rzi.s32.f32 %r4, %f1;\ncvt.u64.u32 %o, %r4;", b32(-1e20), 0, 0, 0x80000000},
	{"mov.b32 %f1, %r1;\ncvt.rzi.s32.f32 %r4, %f1;\ncvt.u64.u32 %o, %r4;", nan32, 0, 0, 0},
	{"mov.b32 %f1, %r1;\ncvt.rni.s64.f32 %o, %f1;", b32(2.5), 0, 0, 2},
	{"cvt.sat.u8.s32 %h4, %r1;\ncvt.u64.u16 %o, %h4;", 300, 0, 0, 255},
	{"cvt.s64.s8 %o, %a;", 0x80, 0, 0, ^uint64(0x7f)},
	{"ldu.global.u64 %o, [%x1];", 0, 0, 77, 77}, // %c is there
	{"ldu.global.v2.u32 {%r4, %r5}, [%x1];\nmov.b64 %o, {%r5, %r4};", 0, 0, 7<<32 | 5, 5<<32 | 7},
	// 9.7.9 address spaces
	{predicate("cvta.shared.u64 %x3, 16;\nisspacep.shared %0, %x3"), 0, 0, 0, 1},
	{predicate("isspacep.shared %0, %x1"), 0, 0, 0, 0},
	{predicate("isspacep.global %0, %x1"), 0, 0, 0, 1},
	{"cvta.shared.u64 %x3, %a;\ncvta.to.shared.u64 %o, %x3;", 48, 0, 0, 48},
	{"cvta.local.u64 %x3, %a;\ncvta.to.local.u64 %o, %x3;", 48, 0, 0, 48},
	// local memory of variable size
	{"alloca.u64 %x3, 32, 16;\nst.local.u64 [%x3+8], %a;\nalloca.u64 %x4, 8, 8;\nst.local.u64 [%x4], %b;\nld.local.u64 %x5, [%x3+8];\nld.local.u64 %x6, [%x4];\nsub.s64 %o, %x5, %x6;", 50, 8, 0, 42},
	{"stacksave.u64 %x5;\nalloca.u64 %x3, 32, 16;\nstackrestore.u64 %x5;\nalloca.u64 %x4, 32, 16;\nsub.s64 %o, %x3, %x4;", 0, 0, 0, 0},
	// 128 bits
	{"mov.b128 %w1, {%a, %b};\nmov.b128 {%x3, %x4}, %w1;\nsub.s64 %o, %x4, %x3;", 5, 9, 0, 4},
}

// atomOn is an operation on %r3, stored at [%x1]; the old value is the upper half of
// the result, the new one the lower.
func atomOn(op, operands string) string {
	return "st.global.u32 [%x1], %r3;\natom.global." + op + " %r4, [%x1], " + operands + ";\nld.global.u32 %r5, [%x1];\nmov.b64 %o, {%r5, %r4};"
}

// f32op wraps an operation on %f0 to %f3.
func f32op(ins string) string {
	return "mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\nmov.b32 %f3, %r3;\n" + ins + ";\nmov.b32 %r4, %f0;\ncvt.u64.u32 %o, %r4;"
}

// TestFacts executes one thread, so that each result stands for itself.
func TestFacts(t *testing.T) {
	for _, k := range facts {
		body := "cvt.u32.u64 %r1, %a;\ncvt.u32.u64 %r2, %b;\ncvt.u32.u64 %r3, %c;\ncvt.u16.u64 %h1, %a;\ncvt.u16.u64 %h2, %b;\ncvt.u16.u64 %h3, %c;\n" + k.body
		text := strings.Replace(wrap(body), ".reg .pred", ".reg .b128 %w<3>;\n\t.reg .pred", 1)
		out, err := execute(t, text, 1, []uint64{k.a}, []uint64{k.b}, []uint64{k.c})
		if err != nil {
			t.Errorf("%s: %v", k.body, err)
		} else if out[0] != k.want {
			t.Errorf("%s of %#x, %#x, %#x: %#x, want %#x", k.body, k.a, k.b, k.c, out[0], k.want)
		}
	}
}

// TestLookUps: lop3 with each of its tables computes the table of its operands' bits.
func TestLookUps(t *testing.T) {
	for table := range 256 {
		out := mustExecute(t,
			wrap(fmt.Sprintf("mov.u32 %%r1, 0xf0;\nmov.u32 %%r2, 0xcc;\nmov.u32 %%r3, 0xaa;\nlop3.b32 %%r4, %%r1, %%r2, %%r3, %d;\nand.b32 %%r4, %%r4, 0xff;\ncvt.u64.u32 %%o, %%r4;", table)), 1)
		if out[0] != uint64(table) {
			t.Errorf("lop3 with %#x: %#x", table, out[0])
		}
	}
}

// TestApproximations: they are computed precisely, which is closer than the
// machine's results have to be.
func TestApproximations(t *testing.T) {
	for op, f := range map[string]func(float64) float64{
		"sin.approx.f32": math.Sin, "cos.approx.f32": math.Cos, "lg2.approx.f32": math.Log2,
		"ex2.approx.f32": math.Exp2, "tanh.approx.f32": math.Tanh,
		"rsqrt.approx.f32": func(x float64) float64 { return 1 / math.Sqrt(x) }, "rcp.approx.f32": func(x float64) float64 { return 1 / x }, "sqrt.approx.f32": math.Sqrt,
	} {
		for _, x := range []float32{0.25, 1, 1.5, 3, 10, 100} {
			out := mustExecute(t, wrap("cvt.u32.u64 %r1, %a;\n"+f32op(op+" %f0, %f1")), 1, []uint64{b32(x)})
			if want := b32(float32(f(float64(x)))); out[0] != want {
				t.Errorf("%s of %v: %v, want %v", op, x, f32(out[0]), f32(want))
			}
		}
	}
	for op, f := range map[string]func(float64) float64{
		"rsqrt.approx.f64": func(x float64) float64 { return 1 / math.Sqrt(x) }, "rcp.approx.ftz.f64": func(x float64) float64 { return 1 / x },
		"sqrt.rn.f64": math.Sqrt, "rcp.rn.f64": func(x float64) float64 { return 1 / x },
	} {
		for _, x := range []float64{0.25, 3, 1e100} {
			out := mustExecute(t, wrap("mov.b64 %d1, %a;\n"+op+" %d0, %d1;\nmov.b64 %o, %d0;"), 1, []uint64{b64(x)})
			if got := f64(out[0]); math.Abs(got-f(x)) > 1e-6*f(x) {
				t.Errorf("%s of %v: %v, want %v", op, x, got, f(x))
			}
		}
	}
}

// TestRefused: what is not executed is named with its line.
func TestRefused(t *testing.T) {
	for ins, want := range map[string]string{
		"wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%x1];":                     "unknown instruction",
		"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2};": "unknown instruction",
		"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%x1, {%f1, %f2}];":                   "",
		"cp.async.ca.shared.global [%x1], [%x2], 4;":                                   "unknown instruction",
		"mbarrier.init.b64 [%x1], 3;":                                                  "unknown instruction",
		"barrier.cluster.arrive;":                                                      "the modifier .cluster is not supported",
		"add.rna.f32 %f1, %f2, %f3;":                                                   "the modifier .rna is not supported",
		"cvt.rn.satfinite.f32.f64 %f1, %d1;":                                           "the modifier .satfinite is not supported",
		"set.eq.and.u32.s32 %r1, %r2, %r3, %p1;":                                       "the form with a predicate is not supported",
		"shfl.up.b32 %r1, %r2, 1, 0;":                                                  "only shfl.sync is supported",
		"cvt.rn.sat.f32.s32 %f1, %r1;":                                                 "the modifier .sat is not supported from integers to .f32",
		"min.relu.u32 %r1, %r2, %r3;":                                                  "the modifier .relu is not supported for .u32",
		"vote.all.pred %p1, %p2;":                                                      "only vote.sync is supported",
		"vabsdiff4.u32.u32.u32 %r1, %r2, %r3, %r4;":                                    "unknown instruction",
		"call nowhere;":                                                                "the function nowhere is not defined",
		"bra NOWHERE;":                                                                 "the label NOWHERE does not exist",
		"mov.u32 %r1, %clusterid.x;":                                                   "unknown special register %clusterid.x",
	} {
		_, err := testDevice(t).Load(wrap(ins))
		if err == nil || !strings.Contains(err.Error(), "PTX line 24") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", ins, err, want)
		}
	}
}

// TestWarpFacts: instructions that look at the other threads of the warp.
func TestWarpFacts(t *testing.T) {
	for _, c := range []struct {
		body string
		want func(lane uint64) uint64
	}{
		{"activemask.b32 %r1;\ncvt.u64.u32 %o, %r1;", func(uint64) uint64 { return 0xffffffff }},
		{"setp.lt.u32 %p1, %t, 5;\n@%p1 activemask.b32 %r1;\n@%p1 cvt.u64.u32 %o, %r1;", func(i uint64) uint64 {
			if i < 5 {
				return 31
			}
			return 0
		}},
		{"elect.sync %r1|%p1, 0xffffffff;\ncvt.u64.u32 %o, %r1;\n@%p1 add.u64 %o, %o, 100;", func(i uint64) uint64 { return map[bool]uint64{true: 100}[i == 0] }},
		{"redux.sync.add.u32 %r1, %t, 0xffffffff;\ncvt.u64.u32 %o, %r1;", func(uint64) uint64 { return 496 }},
		{"redux.sync.max.s32 %r1, %t, 0xffffffff;\ncvt.u64.u32 %o, %r1;", func(uint64) uint64 { return 31 }},
		{"redux.sync.xor.b32 %r1, %t, 0xffffffff;\ncvt.u64.u32 %o, %r1;", func(uint64) uint64 { return 0 }},
		{"setp.gt.u32 %p1, %t, 3;\nvote.sync.any.pred %p2, %p1, 0xffffffff;\nvote.sync.all.pred %p3, !%p1, 0xffffffff;\nvote.sync.uni.pred %p4, %p1, 0xffffffff;\nselp.u64 %o, 1, 0, %p2;\n@%p3 add.u64 %o, %o, 2;\n@%p4 add.u64 %o, %o, 4;",
			func(uint64) uint64 { return 1 }},
		{"and.b32 %r1, %t, 3;\nmatch.any.sync.b32 %r2, %r1, 0xffffffff;\ncvt.u64.u32 %o, %r2;", func(i uint64) uint64 { return 0x11111111 << (i & 3) }},
		{"shr.u32 %r1, %t, 7;\nmatch.all.sync.b32 %r2|%p1, %r1, 0xffffffff;\ncvt.u64.u32 %o, %r2;\n@%p1 add.u64 %o, %o, 1;", func(uint64) uint64 { return 1 << 32 }},
		{"shr.u32 %r1, %t, 4;\nmatch.all.sync.b32 %r2|%p1, %r1, 0xffffffff;\ncvt.u64.u32 %o, %r2;\n@%p1 add.u64 %o, %o, 1;", func(uint64) uint64 { return 0 }},
		{"shr.u32 %r1, %t, 4;\ncvt.u64.u32 %x3, %r1;\nmatch.any.sync.b64 %r2, %x3, 0xffffffff;\ncvt.u64.u32 %o, %r2;", func(i uint64) uint64 { return 0xffff << (i / 16 * 16) }},
		{"mov.u32 %r1, %lanemask_lt;\nmov.u32 %r2, %lanemask_ge;\nxor.b32 %r1, %r1, %r2;\ncvt.u64.u32 %o, %r1;", func(uint64) uint64 { return 0xffffffff }},
		{"shfl.sync.down.b32 %r1|%p1, %t, 3, 0x1f, 0xffffffff;\ncvt.u64.u32 %o, %r1;\n@%p1 add.u64 %o, %o, 100;",
			func(i uint64) uint64 {
				if i < 29 {
					return i + 103
				}
				return i
			}},
		{"shfl.sync.idx.b32 %r1, %t, 2, 0x181f, 0xffffffff;\ncvt.u64.u32 %o, %r1;", func(i uint64) uint64 { return i&24 + 2 }},
		{"mov.u64 %x5, %clock64;\nmov.u64 %x6, %clock64;\nsetp.lt.u64 %p1, %x5, %x6;\nselp.u64 %o, 1, 0, %p1;", func(uint64) uint64 { return 1 }},
	} {
		for i, v := range mustExecute(t, wrap(c.body), 32) {
			if want := c.want(uint64(i)); v != want {
				t.Errorf("%s in thread %d: %#x, want %#x", c.body, i, v, want)
				break
			}
		}
	}
}
