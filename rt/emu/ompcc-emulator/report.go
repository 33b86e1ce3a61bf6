package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/tabwriter"

	"ompcc/rt/emu/sim"
)

// report writes the profile, as a table to the standard error output or as
// JSON to a file.
func report(o *options, dev *sim.Device) {
	if !o.profile {
		return
	}
	counts := dev.Profile()
	if o.file == "" {
		if o.devices > 1 {
			fmt.Fprintf(os.Stderr, "emulated device %d\n", o.sim.Number)
		}
		table(os.Stderr, counts)
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

func table(w io.Writer, counts []*sim.Counts) {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "kernel\tlaunches\tthreads\tinstr\twarp instr\tdivergent\tld trans/req\tst trans/req\tconflicts\tatomics\tbarriers\t")
	for _, c := range counts {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d/%d\t%d/%d\t%d\t%d\t%d\t\n", c.Kernel, c.Launches, c.Threads, c.Instructions, c.Warps,
			c.Divergent, c.LoadTrans, c.Loads, c.StoreTrans, c.Stores, c.Conflicts, c.Atomics, c.Barriers)
	}
	_ = t.Flush() // a closed standard error output cannot be reported
	for _, c := range counts {
		fmt.Fprintf(w, "%s: %s\n", c.Kernel, classes(c))
	}
}

func classes(c *sim.Counts) string {
	names := make([]string, 0, len(c.Classes))
	for n := range c.Classes {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := c.Classes[names[i]], c.Classes[names[j]]
		return a > b || a == b && names[i] < names[j]
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, c.Classes[n])
	}
	return strings.Join(names, ", ")
}
