package region

func (v *verifier) label(l *Label) {
	if !v.labels[l] {
		v.errorf("label %s is not in this function", l.Name)
	}
}

func (v *verifier) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		v.block(s)
	case *Let:
		v.like(s.X, s.Temp.Type)
		v.define(s.Temp)
	case *Eval:
		v.value(s.X)
	case *Store:
		v.ptr(s.Addr)
		v.want(s.X, "a scalar", isScalar)
	case *BitStore:
		v.ptr(s.Addr)
		v.bits(v.value(s.X), s.Off, s.Width)
	case *AtomicStore:
		v.ptr(s.Addr)
		v.want(s.X, "a scalar", isScalar)
	case *Copy:
		v.ptr(s.Dst)
		v.ptr(s.Src)
		if s.Type == nil {
			v.errorf("copy without a type")
		}
	case *Zero:
		v.ptr(s.Addr)
	case *If:
		v.boolean(s.Cond)
		v.block(s.Then)
		if s.Else != nil {
			v.block(s.Else)
		}
	case *Loop:
		v.loop(s)
	case *Switch:
		v.switchStmt(s)
	case *CaseLabel:
		if !v.cases[s] {
			v.errorf("case label outside its switch")
		}
	default:
		v.jump(s)
	}
}

func (v *verifier) jump(s Stmt) {
	switch s := s.(type) {
	case *Break:
		if v.loops+v.switches == 0 {
			v.errorf("break outside of a loop or switch")
		}
	case *Continue:
		if v.loops == 0 {
			v.errorf("continue outside of a loop")
		}
	case *Return:
		v.returns(s)
	case *Label:
	case *Goto:
		v.label(s.Label)
	case *Asm:
		for _, x := range s.Outs {
			v.ptr(x)
		}
		for _, x := range s.Ins {
			v.value(x)
		}
		for _, l := range s.Labels {
			v.label(l)
		}
		if len(s.Outs) != len(s.OutTypes) {
			v.errorf("asm with %d outputs and %d types", len(s.Outs), len(s.OutTypes))
		}
	default:
		v.omp(s)
	}
}

func (v *verifier) returns(s *Return) {
	switch {
	case v.outlined > 0:
		v.errorf("return out of a structured block")
	case s.X == nil:
		if !isVoid(v.ret) {
			v.errorf("return without a value")
		}
	case isVoid(v.ret):
		v.errorf("return with a value")
	default:
		v.like(s.X, v.ret)
	}
}

func (v *verifier) loop(s *Loop) {
	if s.Cond != nil {
		v.boolean(s.Cond)
	}
	loops, switches := v.loops, v.switches
	v.loops, v.switches = loops+1, switches
	v.block(s.Body)
	v.loops = loops
	if s.Post != nil {
		v.block(s.Post)
	}
}

func (v *verifier) switchStmt(s *Switch) {
	t := v.value(s.X)
	old := v.cases
	v.cases = map[*CaseLabel]bool{}
	for _, c := range s.Cases {
		v.cases[c] = true
		if c.Lo == nil || !Same(c.Lo.Type, t) {
			v.errorf("case of another type than the switch's %s", t)
		}
	}
	if s.Default != nil {
		v.cases[s.Default] = true
	}
	v.switches++
	v.block(s.Body)
	v.switches--
	v.cases = old
}

// construct verifies a structured block (OpenMP 5.2 §1.2.3): no jump in or out
// but by exit from its end. gen verifies the inside.
func (v *verifier) construct(gen func()) {
	loops, switches, cases := v.loops, v.switches, v.cases
	v.loops, v.switches, v.cases = 0, 0, nil
	v.outlined++
	v.scoped(gen)
	v.outlined--
	v.loops, v.switches, v.cases = loops, switches, cases
}

func (v *verifier) omp(s Stmt) {
	switch s := s.(type) {
	case *Parallel:
		v.optional(s.NumThreads, v.integer)
		v.optional(s.Extents, v.integer)
		v.optional(s.If, v.boolean)
		v.construct(func() { v.withReductions(s.Reductions, func() { v.block(s.Body) }) })
	case *WsLoop:
		v.construct(func() { v.wsloop(s) })
	case *Barrier:
		v.optional(s.Cond, v.boolean)
	case *Flush, *Scan:
	case *Critical:
		v.construct(func() { v.block(s.Body) })
	case *Single:
		v.construct(func() { v.block(s.Body) })
		for _, c := range s.Copy {
			v.ptr(c.Addr)
		}
	case *Masked:
		v.optional(s.Filter, v.integer)
		v.construct(func() { v.block(s.Body) })
	case *Sections:
		v.construct(func() {
			v.withReductions(s.Reductions, func() {
				if s.Last != nil {
					v.define(s.Last)
				}
				for _, b := range s.Parts {
					v.block(b)
				}
			})
		})
	case *Ordered:
		v.construct(func() { v.block(s.Body) })
	case *Task:
		v.optional(s.Final, v.boolean)
		v.construct(func() { v.block(s.Body) })
	default:
		v.errorf("unknown statement %T", s)
	}
}

func (v *verifier) optional(x Expr, check func(Expr)) {
	if x != nil {
		check(x)
	}
}

func (v *verifier) wsloop(s *WsLoop) {
	if s.Levels == 0 || len(s.Trips) == 0 || len(s.Trips) != len(s.Index) {
		v.errorf("loop with levels %d, %d trip counts and %d indices", s.Levels, len(s.Trips), len(s.Index))
		return
	}
	v.optional(s.NumThreads, v.integer)
	v.optional(s.Extents, v.integer)
	v.optional(s.If, v.boolean)
	v.optional(s.Chunk, v.integer)
	v.optional(s.DistChunk, v.integer)
	if s.Pre != nil {
		v.open(s.Pre)
	}
	for d, t := range s.Trips {
		got := v.value(t)
		if it, ok := got.(*Int); !ok || it.Signed || it.Bits != 32 && it.Bits != 64 {
			v.errorf("trip count %d has type %s, not u32 or u64", d, got)
		} else if !Same(got, s.Index[d].Type) {
			v.errorf("index %d has another type than its trip count", d)
		}
		if s.NonRect {
			v.define(s.Index[d])
		}
	}
	if !s.NonRect {
		for _, t := range s.Index {
			v.define(t)
		}
	}
	if s.Last != nil {
		v.define(s.Last)
	}
	v.withReductions(s.Reductions, func() { v.block(s.Body) })
}

func (v *verifier) withReductions(rs []*Reduction, body func()) {
	v.scoped(func() {
		for _, r := range rs {
			v.ptr(r.Orig)
			v.optional(r.Count, v.integer)
			if r.Priv == nil || r.Init == nil || r.Type == nil {
				v.errorf("incomplete reduction of %s", r.Name)
				return
			}
			v.local(r.Priv)
		}
		for _, r := range rs {
			v.block(r.Init)
			if r.Op == RedCustom {
				v.scoped(func() {
					v.define(r.In)
					v.define(r.Out)
					v.block(r.Combine)
				})
			}
		}
		body()
	})
}
