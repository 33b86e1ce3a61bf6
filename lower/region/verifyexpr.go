package region

// value verifies x and returns its type, VoidT when x is unusable.
func (v *verifier) value(x Expr) Type {
	if x == nil {
		v.errorf("missing operand")
		return VoidT
	}
	if !v.operands(x) {
		return VoidT
	}
	t := x.ExprType()
	if t == nil {
		v.errorf("%s has no type", ExprString(x))
		return VoidT
	}
	return t
}

// want verifies x and requires ok of its type.
func (v *verifier) want(x Expr, what string, ok func(Type) bool) {
	if t := v.value(x); !ok(t) && x != nil {
		v.errorf("%s must be %s, is %s", ExprString(x), what, t)
	}
}

func (v *verifier) ptr(x Expr)     { v.want(x, "a pointer", IsPtr) }
func (v *verifier) boolean(x Expr) { v.want(x, "bool", isBool) }
func (v *verifier) integer(x Expr) { v.want(x, "an integer", isInt) }

// like verifies x and requires type t.
func (v *verifier) like(x Expr, t Type) {
	if got := v.value(x); x != nil && !Same(got, t) {
		v.errorf("%s must be %s, is %s", ExprString(x), t, got)
	}
}

// operands verifies what is inside x; false: x's type cannot be asked for.
func (v *verifier) operands(x Expr) bool {
	switch x := x.(type) {
	case *Const:
		if x.Type == nil || x.Val == nil || !(isInt(x.Type) || isBool(x.Type) || IsPtr(x.Type)) {
			v.errorf("malformed constant")
			return false
		}
	case *FConst:
		if x.Type == nil || x.Val == nil && x.Inf == 0 && !x.NaN {
			v.errorf("malformed floating constant")
			return false
		}
	case *Null:
	case *Undef:
		return x.Type != nil
	case *GlobalAddr:
		if x.Global == nil || !v.globals[x.Global] {
			v.errorf("address of a global that is not in the module: %s", ExprString(x))
		}
	case *FuncAddr:
		if x.Func == nil || !v.funcs[x.Func] {
			v.errorf("address of a function that is not in the module: %s", ExprString(x))
		}
	case *LocalAddr:
		if !v.scope[x.Local] {
			v.errorf("local %s is not visible here", x.Local.Name)
		}
	case *ParamVal:
		if !v.scope[x.Param] {
			v.errorf("%s is not a parameter of this function", x.Param.Name)
		}
	case *TempVal:
		if !v.scope[x.Temp] {
			v.errorf("temporary %s is not defined here", x.Temp.Name)
		}
	default:
		return v.compound(x)
	}
	return true
}

func (v *verifier) compound(x Expr) bool {
	switch x := x.(type) {
	case *Load:
		v.ptr(x.Addr)
		if x.Type == nil || !isScalar(x.Type) {
			v.errorf("load of a type that is not scalar")
			return false
		}
	case *BitLoad:
		v.ptr(x.Addr)
		v.bits(x.Type, x.Off, x.Width)
	case *Unary:
		return !isVoid(v.value(x.X))
	case *Binary:
		t := v.value(x.X)
		v.like(x.Y, t)
		v.arith(x, t)
		return !isVoid(t)
	case *Compare:
		t := v.value(x.X)
		v.like(x.Y, t)
		return !isVoid(t)
	case *Convert:
		return v.convert(x)
	case *Bitcast:
		if t := v.value(x.X); t.Size() != x.To.Size() {
			v.errorf("bitcast of %s to %s changes the size", t, x.To)
		}
	case *PtrAdd:
		v.ptr(x.Base)
		if x.Index != nil {
			v.integer(x.Index)
		}
	case *PtrDiff:
		v.ptr(x.X)
		v.ptr(x.Y)
		if x.Scale <= 0 {
			v.errorf("pointer difference with scale %d", x.Scale)
		}
	case *Call:
		return v.call(x)
	case *Intrinsic:
		for _, a := range x.Args {
			v.value(a)
		}
		return x.Type != nil
	default:
		return v.control(x)
	}
	return true
}

func (v *verifier) bits(t Type, off, width int) {
	if t == nil || !(isInt(t) || isBool(t)) || off < 0 || width <= 0 || off > 7 || int64(width) > t.Size()*8 {
		v.errorf("bit-field of %d bits at bit %d as %v", width, off, t)
	}
}

func (v *verifier) arith(x *Binary, t Type) {
	if vt, ok := t.(*Vector); ok {
		t = vt.Elem
	}
	switch {
	case isInt(t):
	case isFloat(t):
		if x.Op == And || x.Op == Or || x.Op == Xor || x.Op == Shl || x.Op == Shr {
			v.errorf("operator %s on %s", x.Op, t)
		}
	case isBool(t) && (x.Op == And || x.Op == Or || x.Op == Xor):
	case IsPtr(t) && (x.Op == Min || x.Op == Max):
	case isVoid(t):
	default:
		v.errorf("operator %s on %s", x.Op, t)
	}
}

func (v *verifier) convert(x *Convert) bool {
	from := v.value(x.X)
	if isVoid(from) || x.To == nil {
		return false
	}
	ok := isScalar(x.To) && isScalar(from)
	if isBool(x.To) && !isBool(from) || IsPtr(x.To) && isFloat(from) || isFloat(x.To) && IsPtr(from) {
		ok = false
	}
	if !ok {
		v.errorf("no conversion from %s to %s", from, x.To)
	}
	return true
}

func (v *verifier) call(x *Call) bool {
	if x.Type == nil {
		v.errorf("call without a type")
		return false
	}
	name := "an indirect call"
	if x.Func != nil {
		name = x.Func.Name
		if !v.funcs[x.Func] {
			v.errorf("call of %s, which is not in the module", name)
		}
		if len(x.Func.Params) != len(x.Type.Params) {
			v.errorf("call of %s with a type of %d parameters, it has %d", name, len(x.Type.Params), len(x.Func.Params))
		}
	} else {
		v.ptr(x.Ptr)
	}
	want := len(x.Type.Params)
	if x.Type.Variadic {
		want++ // the argument buffer
	}
	if len(x.Args) != want {
		v.errorf("%s takes %d arguments, gets %d", name, want, len(x.Args))
		return true
	}
	for i, a := range x.Args {
		if i < len(x.Type.Params) {
			v.like(a, x.Type.Params[i])
		} else {
			v.ptr(a)
		}
	}
	return true
}

func (v *verifier) control(x Expr) bool {
	switch x := x.(type) {
	case *Cond:
		v.boolean(x.C)
		v.like(x.Y, v.value(x.X))
	case *AndAlso:
		v.boolean(x.X)
		v.boolean(x.Y)
	case *OrElse:
		v.boolean(x.X)
		v.boolean(x.Y)
	case *Not:
		v.boolean(x.X)
	case *Seq:
		v.scoped(func() {
			v.open(x.Body)
			if x.Value != nil {
				v.value(x.Value)
			}
		})
	case *AtomicRMW:
		v.ptr(x.Addr)
		return !isVoid(v.value(x.X))
	case *AtomicLoad:
		v.ptr(x.Addr)
		return x.Type != nil
	case *CmpXchg:
		v.ptr(x.Addr)
		t := v.value(x.Expect)
		v.like(x.New, t)
		if !isInt(t) && !IsPtr(t) && !isBool(t) {
			v.errorf("compare-exchange of %s", t)
		}
		return !isVoid(t)
	case *VecElem:
		v.integer(x.Index)
		return v.vector(x.X)
	case *VecInsert:
		v.integer(x.Index)
		v.value(x.Y)
		return v.vector(x.X)
	case *VecShuffle:
		v.vector(x.Y)
		return v.vector(x.X)
	case *Splat:
		if x.Type == nil {
			return false
		}
		v.like(x.X, x.Type.Elem)
	default:
		v.errorf("unknown expression %T", x)
		return false
	}
	return true
}

func (v *verifier) vector(x Expr) bool {
	_, ok := v.value(x).(*Vector)
	if !ok {
		v.errorf("%s must be a vector", ExprString(x))
	}
	return ok
}
