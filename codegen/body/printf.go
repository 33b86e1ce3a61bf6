package body

import (
	"strings"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// CUDA's printf knows fewer conversions than C's, takes at most 32 arguments and does not
// return the number of characters (CUDA C++ Programming Guide, "Formatted Output"). It is called
// where that makes no difference; otherwise the device library formats the text.

// cudaPrints reports whether CUDA's printf writes what C's does; the result is not asked for.
func cudaPrints(x *region.Call) bool {
	formats, known := stringsOf(x.Args[0])
	if !known || len(x.VarArgs) > 32 {
		return false
	}
	for _, f := range formats {
		if !cudaFormat(f) {
			return false
		}
	}
	return true
}

// stringsOf are the strings that x may be the address of, if all are known.
func stringsOf(x region.Expr) (all []string, known bool) {
	switch x := x.(type) {
	case *region.Cond:
		a, first := stringsOf(x.X)
		b, second := stringsOf(x.Y)
		return append(a, b...), first && second
	case *region.GlobalAddr:
		if data, ok := x.Global.Init.(*region.InitBytes); ok && x.Global.Const {
			text, _, _ := strings.Cut(string(data.Data), "\x00")
			return []string{text}, true
		}
	}
	return nil, false
}

// cudaFormat reports whether CUDA's printf has each conversion of the format.
func cudaFormat(format string) bool {
	for {
		_, rest, found := strings.Cut(format, "%")
		if !found {
			return true
		}
		if strings.HasPrefix(rest, "%") {
			format = rest[1:]
			continue
		}
		rest = strings.TrimLeft(rest, "-+ #0")
		rest = strings.TrimLeft(rest, "0123456789*")
		rest = strings.TrimLeft(rest, ".0123456789*")
		rest, wide := trimLength(rest)
		if rest == "" || !strings.Contains("diouxXcspeEfgGaA", rest[:1]) || wide && strings.Contains("cs", rest[:1]) {
			return false
		}
		format = rest[1:]
	}
}

// trimLength takes the length modifiers off that CUDA's printf has; wide says that there is l.
func trimLength(s string) (rest string, wide bool) {
	switch {
	case strings.HasPrefix(s, "ll"):
		return s[2:], true
	case strings.HasPrefix(s, "l"):
		return s[1:], true
	case strings.HasPrefix(s, "h"):
		return s[1:], false
	}
	return s, false
}

// cudaPrintf packs the arguments as CUDA's vprintf wants them: each at its own
// alignment.
func (f library) cudaPrintf(args []ir.Value, types []region.Type) ir.Value {
	src, from, to := args[len(args)-1], int64(0), int64(0)
	dst := f.Alloca(ir.Bytes(int64(max(8, 16*len(types)))), 16, "printf.args")
	for _, t := range types {
		a := max(t.Align(), 8)
		from = (from + a - 1) / a * a
		to = (to + t.Align() - 1) / t.Align() * t.Align()
		v := f.Load(MemoryType(t), f.Offset(src, from, "arg"), t.Align(), "arg")
		f.Store(v, f.Offset(dst, to, "slot"), t.Align())
		from, to = from+t.Size(), to+t.Size()
	}
	return f.Call(ir.I32, "vprintf", "", args[0], dst)
}
