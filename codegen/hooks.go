package codegen

import (
	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/target"
)

// emitter gives a target's hooks the function under construction.
type emitter struct{ f *fn }

func (v val) value() target.Value { return target.Value{Type: string(v.t), Name: v.id} }

func valueOf(v target.Value) val { return val{ltype(v.Type), v.Name} }

func (e emitter) Call(ret, callee, attributes string, args ...target.Value) target.Value {
	list := make([]val, len(args))
	for i, a := range args {
		list[i] = valueOf(a)
	}
	return e.f.call(ltype(ret), callee, attributes, list...).value()
}

func (e emitter) Bin(op string, x, y target.Value, hint string) target.Value {
	return e.f.bin(op, valueOf(x), valueOf(y), hint).value()
}

func (e emitter) Cast(op string, x target.Value, to, hint string) target.Value {
	return e.f.cast(op, valueOf(x), ltype(to), hint).value()
}

func (e emitter) Extract(x target.Value, i int, t, hint string) target.Value {
	return e.f.def(ltype(t), hint, "extractvalue %s, %d", valueOf(x), i).value()
}

func (e emitter) Offset(p target.Value, off int64, hint string) target.Value {
	return e.f.offset(valueOf(p), off, hint).value()
}

func (e emitter) LoadInvariant(t string, p target.Value, align int, hint string) target.Value {
	return e.f.def(ltype(t), hint, "load %s, %s, align %d, !invariant.load !{}", ltype(t), valueOf(p), align).value()
}

func (e emitter) Store(x, p target.Value, align int64) { e.f.store(valueOf(x), valueOf(p), align) }

// lanes are those of the group in one warp.
func (cr threadGroup) lanes() target.Lanes {
	return target.Lanes{Full: cr.full, Mask: cr.mask.value(), Last: cr.last.value()}
}

// visibility is llir's for LLVM's name of one, "" for the default.
func visibility(name string) enum.Visibility {
	return map[string]enum.Visibility{"hidden": visibilityHidden, "protected": visibilityProtected}[name]
}
