// The options of dependence files, -M…, which the preprocessor gets.

package main

import (
	"strings"

	"ompcc/cmd/ompcc/driver"
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
			p.preprocessorDeps(strings.Split(list, ","))
		}
		return ok, nil
	}
	return true, nil
}

// preprocessorDeps reads -Wp,-MD,FILE and the like, in which -MD and -MMD have
// their file behind them. What is not about dependences the host compiler gets as it is.
func (p *flagParser) preprocessorDeps(options []string) {
	for i := 0; i < len(options); i++ {
		value := ""
		if i+1 < len(options) {
			value = options[i+1]
		}
		switch o := options[i]; o {
		case "-MD", "-MMD":
			p.inv.DepArgs = append(p.inv.DepArgs, o)
			if value != "" && !strings.HasPrefix(value, "-") {
				p.inv.DepArgs = append(p.inv.DepArgs, "-MF", value)
				i++
			}
		case "-MF", "-MT", "-MQ":
			p.inv.DepArgs = append(p.inv.DepArgs, o, value)
			i++
		case "-MP", "-MG":
			p.inv.DepArgs = append(p.inv.DepArgs, o)
		default:
			p.inv.HostArgs = append(p.inv.HostArgs, "-Wp,"+o)
		}
	}
}
