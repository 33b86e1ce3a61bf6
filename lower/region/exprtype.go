package region

// ExprType methods give the type of each expression's value.

func (x *Const) ExprType() Type      { return x.Type }
func (x *FConst) ExprType() Type     { return x.Type }
func (x *Null) ExprType() Type       { return PtrT }
func (x *Undef) ExprType() Type      { return x.Type }
func (x *GlobalAddr) ExprType() Type { return PtrT }
func (x *FuncAddr) ExprType() Type   { return PtrT }
func (x *LocalAddr) ExprType() Type  { return PtrT }
func (x *ParamVal) ExprType() Type   { return x.Param.Type }
func (x *TempVal) ExprType() Type    { return x.Temp.Type }
func (x *Load) ExprType() Type       { return x.Type }
func (x *BitLoad) ExprType() Type    { return x.Type }
func (x *Unary) ExprType() Type      { return x.X.ExprType() }
func (x *Binary) ExprType() Type     { return x.X.ExprType() }

// ExprType of a comparison of vectors is a vector of integers as wide as the
// elements, 0 or -1 each (GNU C); otherwise bool.
func (x *Compare) ExprType() Type {
	if v, ok := x.X.ExprType().(*Vector); ok {
		return &Vector{Elem: &Int{Bits: int(v.Elem.Size()) * 8, Signed: true}, Len: v.Len}
	}
	return BoolT
}
func (x *Convert) ExprType() Type    { return x.To }
func (x *Bitcast) ExprType() Type    { return x.To }
func (x *PtrAdd) ExprType() Type     { return PtrT }
func (x *PtrDiff) ExprType() Type    { return I64 }
func (x *Call) ExprType() Type       { return x.Type.Ret }
func (x *Intrinsic) ExprType() Type  { return x.Type }
func (x *Cond) ExprType() Type       { return x.X.ExprType() }
func (x *AndAlso) ExprType() Type    { return BoolT }
func (x *OrElse) ExprType() Type     { return BoolT }
func (x *Not) ExprType() Type        { return BoolT }
func (x *AtomicRMW) ExprType() Type  { return x.X.ExprType() }
func (x *AtomicLoad) ExprType() Type { return x.Type }
func (x *CmpXchg) ExprType() Type    { return x.Expect.ExprType() }
func (x *VecElem) ExprType() Type    { return x.X.ExprType().(*Vector).Elem }
func (x *VecInsert) ExprType() Type  { return x.X.ExprType() }
func (x *Splat) ExprType() Type      { return x.Type }

// ExprType of a shuffle has as many elements as its mask.
func (x *VecShuffle) ExprType() Type {
	return &Vector{Elem: x.X.ExprType().(*Vector).Elem, Len: int64(len(x.Mask))}
}

// ExprType of a Seq is its value's, or void.
func (x *Seq) ExprType() Type {
	if x.Value == nil {
		return VoidT
	}
	return x.Value.ExprType()
}
