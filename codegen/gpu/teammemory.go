package gpu

import (
	"slices"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// The team's memory (LDS) of functions that AMD's kernels call indirectly. LLVM before 22 follows an indirect call only
// from a kernel or from what it calls directly, and then only to the function called: memory that it does not find
// becomes a trap where it is used. So each kernel that may call indirectly calls target.TeamMemoryHook, which names
// the memory of all functions that the unit's pointers, or other units, may lead to. In a program of several
// units the link step defines the hook anew: it calls the function of each unit (Module.TeamMemory).

// unitMemory is what the functions of a unit refer to.
type unitMemory struct {
	m         *module
	functions map[string]*references
	taken     map[string]bool // names that are used as values
}

// references are those of one function: what it calls and uses by name, and whether it calls through pointers.
type references struct {
	f        *ir.Func
	indirect bool
	calls    []string
	shared   []ir.Symbol
}

// Finish has the kernels name the team's memory that functions use which they may call indirectly.
func (m *module) Finish() {
	if !m.Target.NameTeamMemory {
		return
	}
	u := m.unitMemory()
	list := u.reached()
	if len(list) == 0 && m.Options.Whole {
		return
	}
	called := false
	for _, k := range m.Source.Kernels {
		for _, name := range []string{k.Name, k.Name + abi.OnceSuffix, k.Name + abi.WideSuffix, k.Name + abi.NestedSuffix, k.Name + abi.NestingSuffix} {
			if r := u.functions[name]; r != nil && u.mayCallIndirectly(name) {
				callHook(r.f)
				called = true
			}
		}
	}
	if called || len(list) > 0 {
		m.defineHook(list)
	}
}

// unitMemory gathers the references of the module's functions.
func (m *module) unitMemory() *unitMemory {
	u := &unitMemory{m: m, functions: map[string]*references{}, taken: map[string]bool{}}
	for _, f := range m.Funcs {
		if len(f.Blocks) > 0 {
			u.functions[f.Name()] = u.referencesOf(f)
		}
	}
	for _, g := range m.Globals {
		if g.Init != nil && !strings.HasPrefix(g.Name(), "llvm.") {
			ir.EachSymbol(g.Init, func(s ir.Symbol) { u.taken[s.Name] = true })
		}
	}
	return u
}

func (u *unitMemory) referencesOf(f *ir.Func) *references {
	r := &references{f: f}
	use := func(v ir.Value) {
		ir.EachSymbol(v, func(s ir.Symbol) {
			u.taken[s.Name] = true
			if s.Space == u.m.Target.SharedSpace {
				r.shared = append(r.shared, s)
			}
		})
	}
	for _, b := range f.Blocks {
		for _, in := range b.Insts {
			operands := ir.Operands(in)
			if _, is := in.(*llir.InstCall); is {
				if callee := ir.Callee(in); callee != "" {
					r.calls = append(r.calls, callee)
				} else {
					r.indirect = r.indirect || !ir.IsAsm(operands[0])
				}
				operands = operands[1:]
			}
			for _, v := range operands {
				use(v)
			}
		}
		for _, v := range b.Term.Operands() {
			use(*v)
		}
	}
	return r
}

// reached is the memory that functions use which pointers may lead to, or calls of other units, in the order of the
// names.
func (u *unitMemory) reached() []ir.Symbol {
	found, seen := map[string]ir.Symbol{}, map[string]bool{}
	add := func(name string) {
		u.walk(name, seen, func(r *references) {
			for _, s := range r.shared {
				found[s.Name] = s
			}
		})
	}
	for name := range u.taken {
		add(name)
	}
	for _, rf := range u.m.Source.Funcs {
		if rf.Linkage != region.Internal && rf.Name != region.FindFunction && !u.m.Options.Whole {
			for _, form := range []string{"", teamSuffix, body.AddrSuffix, nestedSuffix} {
				add(rf.Name + form)
			}
		}
	}
	list := make([]ir.Symbol, 0, len(found))
	for _, s := range found {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b ir.Symbol) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// walk visits a function of the unit and all that it calls directly, once each.
func (u *unitMemory) walk(name string, seen map[string]bool, visit func(*references)) {
	r := u.functions[name]
	if r == nil || seen[name] {
		return
	}
	seen[name] = true
	visit(r)
	for _, c := range r.calls {
		u.walk(c, seen, visit)
	}
}

// mayCallIndirectly reports whether an indirect call is reached from a kernel, or a function of another
// unit or of the device library, which may have some.
func (u *unitMemory) mayCallIndirectly(kernel string) (may bool) {
	u.walk(kernel, map[string]bool{}, func(r *references) {
		may = may || r.indirect || slices.ContainsFunc(r.calls, func(c string) bool {
			return u.functions[c] == nil && !strings.HasPrefix(c, "llvm.") && !strings.HasPrefix(c, "_Z")
		})
	})
	return may
}

// callHook has kernel f call the hook behind its stack objects.
func callHook(f *ir.Func) {
	entry := f.Blocks[0]
	i := slices.IndexFunc(entry.Insts, func(in ir.Instruction) bool {
		switch in.(type) {
		case *ir.Alloca, *llir.InstAddrSpaceCast:
			return false
		}
		return true
	})
	if i < 0 {
		i = len(entry.Insts)
	}
	entry.Insts = slices.Insert(entry.Insts, i,
		ir.Instruction(ir.NewCall(ir.Void, "", ir.Symbol{Name: target.TeamMemoryHook}, nil, "", nil)))
}

// defineHook defines the hook and the function of the unit, which names the memory in list.
func (m *module) defineHook(list []ir.Symbol) {
	hook := m.Define(target.TeamMemoryHook, ir.Void, nil, "weak")
	hook.FuncAttrs = append(hook.FuncAttrs, ir.Attr("noinline"))
	hook.Visibility = enum.VisibilityHidden
	b := ir.NewBuilder(hook)
	if len(list) > 0 {
		m.TeamMemory = target.TeamMemoryHook + "." + m.UnitID()
		b.CallValue(ir.Void, ir.Symbol{Name: m.TeamMemory}, nil, "", "")
		unit := ir.NewBuilder(m.Define(m.TeamMemory, ir.Void, nil, ""))
		unit.Func.Visibility = enum.VisibilityHidden
		for _, s := range list {
			unit.CallValue(ir.Void, ir.Asm("", "v", true), []ir.Value{s}, "", "")
		}
		unit.Ret(nil)
		unit.Finish()
	}
	b.Ret(nil)
	b.Finish()
}
