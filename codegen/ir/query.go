package ir

import (
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
)

// Operands are the values that an instruction uses, in their order.
func Operands(in Instruction) (list []Value) {
	for _, p := range in.Operands() {
		list = append(list, plain(*p))
	}
	return list
}

// plain is an argument without its attributes, or the value that metadata refers to.
func plain(v Value) Value {
	switch v := v.(type) {
	case *llir.Arg:
		return v.Value
	case callee:
		return v.Value
	case *metadata.Value:
		if of, ok := v.Value.(Value); ok {
			return of
		}
	}
	return v
}

// EachSymbol visits the symbols that a value is made of.
func EachSymbol(v Value, visit func(Symbol)) {
	each := func(list []Constant) {
		for _, c := range list {
			EachSymbol(c, visit)
		}
	}
	switch v := v.(type) {
	case Symbol:
		visit(v)
	case *constant.ExprAddrSpaceCast:
		EachSymbol(v.From, visit)
	case *constant.ExprGetElementPtr:
		EachSymbol(v.Src, visit)
	case *constant.Struct:
		each(v.Fields)
	case *constant.Array:
		each(v.Elems)
	}
}

// IsAsm reports whether what a call calls is inline assembly.
func IsAsm(v Value) bool { _, ok := v.(*llir.InlineAsm); return ok }

// Callee is the name of the function that a direct call calls, "" for all other instructions.
func Callee(in Instruction) string {
	if call, ok := in.(*llir.InstCall); ok {
		if s, ok := plain(call.Callee).(Symbol); ok {
			return s.Name
		}
	}
	return ""
}

// Computes reports whether an instruction computes a value from others, without access to memory.
func Computes(in Instruction) bool {
	switch in.(type) {
	case *llir.InstAdd, *llir.InstSub, *llir.InstMul, *llir.InstUDiv, *llir.InstSDiv, *llir.InstURem, *llir.InstSRem,
		*llir.InstAnd, *llir.InstOr, *llir.InstXor, *llir.InstShl, *llir.InstLShr, *llir.InstAShr,
		*llir.InstFAdd, *llir.InstFSub, *llir.InstFMul, *llir.InstFDiv, *llir.InstFNeg, *llir.InstICmp, *llir.InstFCmp,
		*llir.InstZExt, *llir.InstSExt, *llir.InstTrunc, *llir.InstFPExt, *llir.InstFPTrunc, *llir.InstSIToFP,
		*llir.InstUIToFP,
		*llir.InstFPToSI, *llir.InstFPToUI, *llir.InstBitCast, *llir.InstAddrSpaceCast, *llir.InstPtrToInt,
		*llir.InstIntToPtr,
		*llir.InstGetElementPtr, *llir.InstSelect, *llir.InstPhi, *llir.InstExtractValue:
		return true
	}
	return false
}

// IsInvariant reports whether a load reads what nobody writes.
func IsInvariant(l *llir.InstLoad) bool {
	for _, md := range l.Metadata {
		if md.Name == invariantLoad {
			return true
		}
	}
	return false
}

const invariantLoad = "invariant.load"

// Stronger reports whether an atomic order orders other accesses too.
func Stronger(o enum.AtomicOrdering) bool {
	return o != enum.AtomicOrderingNone && o != enum.AtomicOrderingMonotonic && o != enum.AtomicOrderingUnordered
}
