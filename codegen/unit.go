package codegen

import (
	"slices"
	"strings"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// Unit is the device code of one file for one target, with what the link step has to know of it: nobody reads the IR's
// text.
type Unit struct {
	IR string `json:"-"`
	// Visible are the kernels and the variables that the host initialises. All else becomes internal when the unit is
	// linked.
	Visible []string `json:"visible,omitempty"`
	// Declared are the functions that the unit declares, but LLVM's own.
	Declared []Declaration `json:"declared,omitempty"`
	// Features are those that the unit has.
	Features []string `json:"features,omitempty"`
	// Events: the unit has tasks with events. Awaits: its tasks with dependences and taskgroups wait on the
	// spot for those of others.
	Events bool `json:"events,omitempty"`
	Awaits bool `json:"awaits,omitempty"`
	// Whole: there is no other unit, so that all but what is visible is internal already.
	Whole bool `json:"-"`
	// TeamMemory is the function that names the team's memory of functions called indirectly, "" without one.
	TeamMemory string `json:"team_memory,omitempty"`
	// Remarks are about the kernels, Kernels their places.
	Remarks []*diag.Remark `json:"-"`
	// Warnings are about what the target executes otherwise than the program may mean.
	Warnings []*Error            `json:"-"`
	Kernels  map[string]diag.Pos `json:"kernels,omitempty"`
	// Functions are the places of the functions that the unit defines, on targets that limit their stack frames.
	Functions map[string]diag.Pos `json:"functions,omitempty"`
}

// Declaration is a function that a unit declares, with LLVM's names of its types.
type Declaration struct {
	Name   string   `json:"name"`
	Ret    string   `json:"ret"`
	Params []string `json:"params,omitempty"`
	// If is the feature that a program has if it calls the function, "" for others.
	If string `json:"if,omitempty"`
}

// EmitUnit is Emit, with what linking needs.
func EmitUnit(m *region.Module, t *target.Target, opts Options) (*Unit, error) {
	mod, err := generate(m, t, opts)
	if err != nil {
		return nil, err
	}
	return &Unit{IR: mod.Text(), Visible: visible(mod), Declared: declarations(mod), Features: hasFeatures(mod),
		Events: mod.Events, Awaits: mod.Awaits, TeamMemory: mod.TeamMemory, Whole: opts.Whole, Remarks: mod.Remarks(),
		Warnings: mod.Warnings, Kernels: kernelPlaces(mod), Functions: functionPlaces(mod)}, nil
}

// isVisible reports whether the runtime looks a function up by its name. On the CPU the entry table has their
// addresses.
func isVisible(f *ir.Func) bool { return f.CallingConv != enum.CallingConvNone }

// kernelPlaces are where the kernels' constructs stand in the source, for what is said of them when they are linked.
func kernelPlaces(m *body.Module) map[string]diag.Pos {
	places := map[string]diag.Pos{}
	for _, k := range m.Source.Kernels {
		places[k.Name] = diag.Pos(k.Pos)
	}
	return places
}

func functionPlaces(m *body.Module) map[string]diag.Pos {
	if m.Target.MaxFrame == 0 {
		return nil
	}
	places := map[string]diag.Pos{}
	for _, f := range m.Source.Funcs {
		if f.Body != nil {
			places[f.Name] = f.Pos
		}
	}
	return places
}

func visible(m *body.Module) (names []string) {
	for _, f := range m.Funcs {
		if len(f.Blocks) > 0 && isVisible(f) {
			names = append(names, f.Name())
		}
	}
	for _, g := range m.Globals {
		if g.Init != nil && g.ExternallyInitialized {
			names = append(names, g.Name())
		}
	}
	return names
}

// internalize makes internal what nobody outside of the unit can name.
func internalize(m *body.Module) {
	for _, f := range m.Funcs {
		if len(f.Blocks) > 0 && !isVisible(f) && f.Linkage != enum.LinkagePrivate {
			f.Linkage, f.Visibility = enum.LinkageInternal, enum.VisibilityDefault
		}
	}
	for _, g := range m.Globals {
		if g.Init != nil && !g.ExternallyInitialized && g.Linkage != enum.LinkagePrivate &&
			!strings.HasPrefix(g.Name(), "llvm.") {
			g.Linkage, g.Visibility = enum.LinkageInternal, enum.VisibilityDefault
		}
	}
}

func declarations(m *body.Module) (list []Declaration) {
	for _, f := range m.Funcs {
		if len(f.Blocks) > 0 || strings.HasPrefix(f.Name(), "llvm.") {
			continue
		}
		d := Declaration{Name: f.Name(), Ret: f.Sig.RetType.String(), If: string(m.Served[f.Name()])}
		for _, p := range f.Params {
			d.Params = append(d.Params, p.Typ.String())
		}
		list = append(list, d)
	}
	return list
}

func hasFeatures(m *body.Module) (names []string) {
	for x, has := range m.Features {
		if has {
			names = append(names, string(x))
		}
	}
	slices.Sort(names)
	return names
}
