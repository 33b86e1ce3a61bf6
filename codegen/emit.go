package codegen

import (
	"errors"

	"ompcc/codegen/body"
	"ompcc/codegen/cpu"
	"ompcc/codegen/gpu"
	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// The options and errors of code generation.
type (
	Options = body.Options
	Error   = body.Error
)

// What other packages need to know of the code: the help for a stack frame that is too large, and the attribute of
// functions that call a hook when they are entered.
const (
	StackFrameHelp  = body.StackFrameHelp
	InstrumentEntry = body.InstrumentEntry
)

// Undefined reports whether target t leaves name, a function of the C library, to other device code, and under which
// symbol.
func Undefined(t *target.Target, name string) (symbol string, is bool) {
	symbol, how := body.Library(t, name)
	return symbol, how == body.Absent
}

// Emit returns the LLVM IR of m for target t. The module must be verified. The
// error joins one *Error for each place that the target cannot compile.
func Emit(m *region.Module, t *target.Target, opts Options) (string, error) {
	mod, err := generate(m, t, opts)
	if err != nil {
		return "", err
	}
	return mod.Text(), nil
}

func generate(m *region.Module, t *target.Target, opts Options) (*body.Module, error) {
	mod := body.NewModule(m, t, opts)
	if t.Model == target.Grid {
		gpu.Attach(mod)
	} else {
		cpu.Attach(mod)
	}
	if checkSkeleton(mod); len(mod.Errs) == 0 {
		mod.Generate()
	}
	if len(mod.Errs) > 0 {
		return nil, errors.Join(mod.Errs...)
	}
	if opts.Whole {
		internalize(mod)
	}
	return mod, nil
}
