package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// deps handles -M…
func (p *flagParser) deps(arg string) (bool, error) {
	inv := p.inv
	switch arg {
	case "-M", "-MM":
		inv.mode = modePreprocess
		inv.depArgs = append(inv.depArgs, arg)
	case "-MD", "-MMD", "-MP", "-MG", "-MV":
		inv.depArgs = append(inv.depArgs, arg)
	case "-MJ":
		v, err := p.next(arg)
		inv.database = v
		return true, err
	case "-MF", "-MT", "-MQ":
		v, err := p.next(arg)
		inv.depArgs = append(inv.depArgs, arg, v)
		return true, err
	default:
		if strings.HasPrefix(arg, "-MF") || strings.HasPrefix(arg, "-MT") || strings.HasPrefix(arg, "-MQ") {
			inv.depArgs = append(inv.depArgs, arg[:3], arg[3:])
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
			p.inv.depArgs = append(p.inv.depArgs, o)
			if value != "" && !strings.HasPrefix(value, "-") {
				p.inv.depArgs = append(p.inv.depArgs, "-MF", value)
				i++
			}
		case "-MF", "-MT", "-MQ":
			p.inv.depArgs = append(p.inv.depArgs, o, value)
			i++
		case "-MP", "-MG":
			p.inv.depArgs = append(p.inv.depArgs, o)
		default:
			p.inv.hostArgs = append(p.inv.hostArgs, "-Wp,"+o)
		}
	}
}

// depArgs completes -MD: the dependence file is named after the output, and one
// for standard output is made under another name first, since the preprocessed text goes there.
func (d *driver) depArgs(in *input) []string {
	args := slices.Clone(d.inv.depArgs)
	if len(args) == 0 {
		return nil
	}
	out := d.objectName(in)
	switch i := slices.Index(args, "-MF"); {
	case i < 0:
		dep := out
		if d.inv.output != "" {
			dep = d.inv.output
		}
		args = append(args, "-MF", strings.TrimSuffix(dep, filepath.Ext(dep))+".d")
	case args[i+1] == "-":
		args[i+1] = d.shownDeps(in)
	}
	if !slices.Contains(args, "-MT") && !slices.Contains(args, "-MQ") {
		args = append(args, "-MT", out)
	}
	return args
}

// recordCommand appends the command to the compilation database that -MJ names, an entry as
// clang writes it: the host compiler's own would be that of a step.
func (d *driver) recordCommand(in *input) error {
	if d.inv.database == "" {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	entry := struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Output    string   `json:"output"`
		Arguments []string `json:"arguments"`
	}{dir, in.path, d.objectName(in), os.Args}
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(d.inv.database, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return usagef("unwritable-output", "cannot write '%s': %v", d.inv.database, pathCause(err))
	}
	_, err = file.Write(append(text, ",\n"...))
	return errors.Join(err, file.Close())
}

// shownDeps is where the dependences of a source are kept until they are shown.
func (d *driver) shownDeps(in *input) string { return filepath.Join(d.tmp, stem(in.path)+".shown.d") }

// showDeps prints the dependences that -MF - asked for.
func (d *driver) showDeps(in *input) error {
	text, err := os.ReadFile(d.shownDeps(in))
	if err != nil {
		return nil // none were asked for
	}
	_, err = d.stdout.Write(text)
	return err
}
