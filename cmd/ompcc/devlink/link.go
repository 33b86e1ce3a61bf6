// Merging the device code of several units into one module.

package devlink

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/parse/diag"
)

// linkCodes merges the device code of several units into one module's IR, in
// which nothing but what the runtime looks up is visible.
func (k *Linker) linkCodes(codes []*Code) (*Code, error) {
	if err := checkLinkVariables(codes); err != nil {
		return nil, err
	}
	absent, missing := k.checkSymbols(codes)
	if len(missing) > 0 && k.OptLevel() == "0" {
		return nil, undefinedError(missing)
	}
	if err := k.warnTaskEvents(codes); err != nil {
		return nil, err
	}
	x86, err := k.x86Code(codes)
	if err != nil {
		return nil, err
	}
	if x86 != nil {
		codes = append(slices.Clone(codes), x86)
	}
	if memory := teamMemoryCode(codes, k.tools.Version); memory != nil {
		codes = append(slices.Clone(codes), memory)
	}
	whole := *codes[0]
	whole.Unit = merged(codes)
	if len(codes) > 1 {
		if whole.IR, err = k.joined(codes); err != nil {
			return nil, err
		}
	}
	whole.IR = nullify(whole.IR, absent)
	if !whole.Whole {
		if whole.IR, err = k.internalize(&whole); err != nil {
			return nil, err
		}
	}
	if len(missing) > 0 {
		return &whole, k.foldAway(&whole, missing)
	}
	return &whole, nil
}

// teamMemoryCode defines the hook that names the team's memory of a program of several units: it calls the
// function of each. LLVM from 22 on finds this memory itself, and less of it, so that the hook does nothing. nil: the
// units' own hooks will do.
func teamMemoryCode(codes []*Code, version int) *Code {
	const finds = 22
	var b strings.Builder
	for _, c := range codes {
		if c.TeamMemory != "" {
			fmt.Fprintf(&b, "declare void @%[1]s()\n", c.TeamMemory)
		}
	}
	if b.Len() == 0 || codes[0].Whole || len(codes) == 1 && version < finds {
		return nil
	}
	fmt.Fprintf(&b, "define hidden void @%s() noinline nounwind {\n", target.TeamMemoryHook)
	for _, c := range codes {
		if c.TeamMemory != "" && version < finds {
			fmt.Fprintf(&b, "\tcall void @%s()\n", c.TeamMemory)
		}
	}
	code := *codes[0]
	code.File, code.Uses, code.Defs = "teammemory.ll", nil, nil
	code.Unit = codegen.Unit{IR: layoutLine(codes[0].IR) + fmt.Sprintf("target triple = %q\n",
		code.Triple) + b.String() + "\tret void\n}\n"}
	return &code
}

// merged is what the units of a program together have, but their IR where there are several.
func merged(codes []*Code) codegen.Unit {
	if len(codes) == 1 && codes[0].Whole {
		u := codes[0].Unit
		u.Declared = needed([]*Code{codes[0]}, u.Features)
		return u
	}
	u := codegen.Unit{IR: codes[0].IR, Kernels: map[string]diag.Pos{}, Functions: map[string]diag.Pos{}}
	for _, c := range codes {
		u.Visible = append(u.Visible, c.Visible...)
		u.Features = append(u.Features, c.Features...)
		maps.Copy(u.Kernels, c.Kernels)
		maps.Copy(u.Functions, c.Functions)
	}
	u.Declared = needed(codes, u.Features)
	return u
}

// needed are the functions that the units declare and a program with the features calls.
func needed(codes []*Code, features []string) (list []codegen.Declaration) {
	seen := map[string]bool{}
	for _, c := range codes {
		for _, d := range c.Declared {
			if !seen[d.Name] && (d.If == "" || slices.Contains(features, d.If)) {
				seen[d.Name] = true
				list = append(list, d)
			}
		}
	}
	return list
}

// joined is the IR of several units as one module.
func (k *Linker) joined(codes []*Code) (string, error) {
	llvmLink, err := k.tools.LLVM("llvm-link")
	if err != nil {
		return "", err
	}
	args := []string{"-S", "-o", "-"}
	for _, c := range codes {
		file := k.scratch.File(toolchain.Stem(c.File) + c.Suffix() + ".ll")
		if err := os.WriteFile(file, []byte(c.IR), 0o666); err != nil {
			return "", err
		}
		args = append(args, file)
	}
	ir, err := k.run(nil, llvmLink, args...)
	return string(ir), err
}

// internalize gives internal linkage to every definition of whole-program IR that is not visible; on the CPU all
// of it is reached through the entry table.
func (k *Linker) internalize(whole *Code) (string, error) {
	opt, err := k.tools.LLVM("opt")
	if err != nil {
		return "", err
	}
	list := k.scratch.File("image" + whole.Suffix() + ".visible")
	if err := os.WriteFile(list, []byte(strings.Join(whole.Visible, "\n")+"\n"), 0o666); err != nil {
		return "", err
	}
	ir, err := k.run([]byte(whole.IR), opt, "-S", "-passes=internalize,globaldce",
		"-internalize-public-api-file="+list, "-", "-o", "-")
	return string(ir), err
}

// warnTaskEvents tells which files have tasks and taskgroups that wait on the spot for other
// files' events: the code behind them may be what fulfils these (OpenMP 5.2 §12.5.2).
func (k *Linker) warnTaskEvents(codes []*Code) error {
	for _, e := range codes {
		if !e.Events {
			continue
		}
		for _, c := range codes {
			if !c.Awaits || k.warned[c.File] {
				continue
			}
			k.warned[c.File] = true
			w := report.Problemf(diag.TaskEvents,
				"%s: taskgroups and dependent tasks wait inline for tasks with a 'detach' clause in %s, and may deadlock if the event is fulfilled later", c.File, e.File)
			if err := k.messages.Warn(w.WithFix("compile %s with -fopenmp-task-events", c.File)); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}
