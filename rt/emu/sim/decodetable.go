package sim

import (
	"strings"
)

var decoders map[string]decodeFn

func init() {
	decoders = map[string]decodeFn{
		"mov": decodeMov, "setp": decodeSetp, "set": decodeSet, "selp": decodeSelp, "slct": decodeSlct,
		"mad": decode3, "fma": decode3, "mad24": decodeMul24, "mul24": decodeMul24, "sad": decodeSad,
		"bfe": decodeBits, "bfi": decodeBfi, "bmsk": decodeBits, "szext": decodeBits, "prmt": decodeBits,
		"lop3": decodeLop3,
		"shf":  decodeBits, "dp4a": decodeDot, "dp2a": decodeDot, "fns": decodeFns, "bfind": decode1,
		"addc": decodeCarry, "subc": decodeCarry, "madc": decodeCarry,
		"cvt": decodeCvt, "cvta": decodeCvta, "isspacep": decodeIsspacep,
		"ld": decodeLd, "ldu": decodeLd, "st": decodeSt, "atom": decodeAtom, "red": decodeAtom,
		"prefetch": decodeNothing, "prefetchu": decodeNothing, "discard": decodeNothing, "applypriority": decodeNothing,
		"bra": decodeBra, "brx": decodeBrx, "call": decodeCall, "ret": decodeEnd, "exit": decodeEnd, "trap": decodeEnd,
		"brkpt": decodeNothing,
		"bar":   decodeBar, "barrier": decodeBar, "shfl": decodeShfl, "vote": decodeVote, "match": decodeMatch,
		"redux":      decodeRedux,
		"activemask": decodeActive, "elect": decodeElect, "membar": decodeFence, "fence": decodeFence,
		"nanosleep": decodeSleep, "pmevent": decodeNothing,
		"alloca": decodeAlloca, "stacksave": decodeStack, "stackrestore": decodeStack, "testp": decodeTestp,
		"griddepcontrol": decodeNothing,
		"heap":           decodeHeap, "known": decodeKnown,
	}
	for _, op := range []string{"add", "sub", "mul", "div", "rem", "min", "max", "and", "or", "xor", "shl", "shr",
		"copysign"} {
		decoders[op] = decode2
	}
	for _, op := range []string{"neg", "abs", "not", "cnot", "popc", "clz", "brev", "sqrt", "rcp", "rsqrt", "sin",
		"cos", "lg2", "ex2", "tanh"} {
		decoders[op] = decode1
	}
}

func classOf(typ string) Class {
	switch {
	case typ == "f32":
		return ClassFloat32
	case typ == "f64":
		return ClassFloat64
	case strings.Contains(typ, "f16"):
		return ClassHalf
	}
	return ClassInteger
}

func (d *decoder) operands(in *inst, typ string, from int) error {
	to := []*int32{&in.a, &in.b, &in.c}
	for i, a := range in.src.Args[from:] {
		r, err := d.value(a, typ)
		if err != nil {
			return err
		}
		*to[i] = r
	}
	return nil
}
