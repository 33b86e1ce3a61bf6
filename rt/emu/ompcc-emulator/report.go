package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ompcc/rt/emu/profile"
)

// report writes the profile, as a table to the standard error output or as
// JSON to a file.
func report(o *options, counts []*profile.Counts) {
	if !o.profile {
		return
	}
	if o.file == "" {
		if o.devices > 1 {
			fmt.Fprintf(os.Stderr, "emulated device %d\n", o.sim.Number)
		}
		profile.Table(os.Stderr, counts)
		return
	}
	file := o.file
	if n := o.sim.Number; n > 0 {
		ext := filepath.Ext(file)
		file = fmt.Sprintf("%s.%d%s", strings.TrimSuffix(file, ext), n, ext)
	}
	data, err := json.MarshalIndent(counts, "", "  ")
	if err == nil {
		err = os.WriteFile(file, append(data, '\n'), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ompcc-emulator: the profile cannot be written:", err)
	}
}
