package sim

import (
	"fmt"

	"ompcc/rt/emu/ptx"
)

func decodeNothing(d *decoder, in *inst, _ string, _ mods) error {
	in.class = ClassControl
	in.exec = func(*warp, *inst, uint32) {}
	return nil
}

// decodeSleep decodes nanosleep. A block whose warp sleeps between two polls does not poll again before others have run.
func decodeSleep(d *decoder, in *inst, _ string, _ mods) error {
	in.class = ClassControl
	in.exec = func(w *warp, _ *inst, _ uint32) { w.slept = true }
	return nil
}

func (d *decoder) label(a ptx.Arg) (int, error) {
	to, ok := d.src.Labels[a.Name]
	if !ok {
		return 0, fmt.Errorf("the label %s does not exist", a.Name)
	}
	return to, nil
}

func decodeBra(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassControl, kindBranch
	if err := in.args(1); err != nil {
		return err
	}
	to, err := d.label(in.src.Args[0])
	in.target = int32(to)
	return err
}

func decodeBrx(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassControl, kindTable
	var err error
	if in.a, err = d.value(in.src.Args[0], "u32"); err != nil {
		return err
	}
	for _, name := range d.src.Tables[in.src.Args[1].Name] {
		to, err := d.label(ptx.Arg{Name: name})
		if err != nil {
			return err
		}
		in.table = append(in.table, to)
	}
	return nil
}

// decodeCall: call (results), callee, (arguments), prototype.
func decodeCall(d *decoder, in *inst, _ string, _ mods) error {
	in.class, in.kind = ClassCall, kindCall
	site := &callSite{}
	in.call = site
	args := in.src.Args
	if len(args) > 0 && args[0].Kind == ptx.List {
		for _, a := range args[0].List {
			site.rets = append(site.rets, d.vars[a.Name])
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return errOperand
	}
	name := args[0].Name
	if len(args) > 1 && args[1].Kind == ptx.List {
		for _, a := range args[1].List {
			s, ok := d.vars[a.Name]
			if !ok {
				return fmt.Errorf("the argument %s is no parameter", a.Name)
			}
			site.args = append(site.args, s)
		}
	}
	if r, ok := d.regs[name]; ok {
		in.a = r
		return nil
	}
	if site.callee = d.fn.module.functions[name]; site.callee != nil {
		return nil
	}
	if site.builtin = builtins[name]; site.builtin == nil {
		return fmt.Errorf("the function %s is not defined", name)
	}
	return nil
}

func decodeEnd(d *decoder, in *inst, op string, _ mods) error {
	in.class = ClassControl
	in.kind = map[string]kind{"ret": kindReturn, "exit": kindExit, "trap": kindTrap}[op]
	return nil
}
