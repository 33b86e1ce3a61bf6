// The options of dependence files, -M…, which the preprocessor gets.

package main

import (
	"strings"

	"ompcc/cmd/ompcc/driver"
	"ompcc/cmd/ompcc/host"
)

// deps handles -M…
func (p *flagParser) deps(arg string) (bool, error) {
	inv := p.inv
	switch arg {
	case "-M", "-MM":
		inv.Mode = driver.ModePreprocess
		inv.DepArgs = append(inv.DepArgs, arg)
	case "-MD", "-MMD", "-MP", "-MG", "-MV":
		inv.DepArgs = append(inv.DepArgs, arg)
	case "-MJ":
		v, err := p.next(arg)
		inv.Database = v
		return true, err
	case "-MF", "-MT", "-MQ":
		v, err := p.next(arg)
		inv.DepArgs = append(inv.DepArgs, arg, v)
		return true, err
	default:
		if strings.HasPrefix(arg, "-MF") || strings.HasPrefix(arg, "-MT") || strings.HasPrefix(arg, "-MQ") {
			inv.DepArgs = append(inv.DepArgs, arg[:3], arg[3:])
			return true, nil
		}
		list, ok := strings.CutPrefix(arg, "-Wp,")
		if ok {
			deps, rest := host.PreprocessorDeps(strings.Split(list, ","))
			inv.DepArgs, inv.HostArgs = append(inv.DepArgs, deps...), append(inv.HostArgs, rest...)
		}
		return ok, nil
	}
	return true, nil
}
