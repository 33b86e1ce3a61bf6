// gcc's options for offloading, read as ours.

package main

import (
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/codegen/target"
)

// gccTargets reads gcc's way to name targets, -foffload=nvptx-none,amdgcn-amdhsa, and its older
// way to give their compilers options, -foffload=nvptx-none=-lm and -foffload=-lm.
func (p *flagParser) gccTargets(list string) error {
	if strings.HasPrefix(list, "-") {
		return p.gccOptions(list)
	}
	list, options, hasOptions := strings.Cut(list, "=")
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		switch name {
		case "default":
		case "disable":
			return report.Problemf(diag.BadFlags, "unsupported option '-foffload=disable'").
				WithFix("set OMP_TARGET_OFFLOAD=DISABLED where the program runs, or write -fno-openmp")
		default:
			names = append(names, gccTarget(name))
		}
	}
	p.targetList = strings.Join(names, ",")
	if hasOptions {
		return p.gccOptions(list + "=" + options)
	}
	return nil
}

// gccTarget is the target that gcc gives a longer name.
func gccTarget(name string) string {
	for _, f := range target.Families {
		if name != "" && f.GCCName == name {
			return f.Name
		}
	}
	return name
}

// gccOptions reads options of gcc's device compilers, [targets=]options: the mathematical
// library, which device code has without asking, and the architecture.
func (p *flagParser) gccOptions(value string) error {
	triples := []string{""}
	if !strings.HasPrefix(value, "-") {
		list, options, _ := strings.Cut(value, "=")
		triples, value = strings.Split(list, ","), options
	}
	for option := range strings.FieldsSeq(value) {
		if option == "-lm" {
			continue
		}
		arch := strings.Replace(option, "-misa=", "-march=", 1)
		if _, ok := archFlag(arch); !ok {
			return report.Problemf(diag.BadFlags, "unsupported option '%s' in '-foffload-options'", option).
				WithFix("remove it: device code is compiled with the flags of the command")
		}
		for _, t := range triples {
			p.targetArgs[gccTarget(t)] = append(p.targetArgs[gccTarget(t)], arch)
		}
	}
	return nil
}
