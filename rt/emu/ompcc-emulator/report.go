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
	wide := len("kernel")
	for _, c := range counts {
		wide = max(wide, len(c.Kernel))
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%-*s%s\n", wide, "kernel",
		"\tlaunches\tthreads\tinstr\twarp instr\tdivergent\tld trans/req\tst trans/req\tconflicts\tatomics\tbarriers\t")
	for _, c := range counts {
		fmt.Fprintf(t, "%-*s\t%d\t%d\t%d\t%d\t%d\t%d/%d\t%d/%d\t%d\t%d\t%d\t\n", wide, c.Kernel, c.Launches, c.Threads,
			c.Instructions, c.Warps,
			c.Divergent, c.LoadTrans, c.Loads, c.StoreTrans, c.Stores, c.Conflicts, c.Atomics, c.Barriers)
	}
	_ = t.Flush() // a closed standard error output cannot be reported
	for _, c := range counts {
		fmt.Fprintf(w, "%s: %s\n", c.Kernel, classes(c))
		for _, l := range c.Lines[:min(len(c.Lines), mostLines)] {
			if text := costs(l); text != "" {
				fmt.Fprintf(w, "    %s: %s\n", l.Place, text)
			}
		}
	}
}

// mostLines of a kernel are shown; all are in the JSON.
const mostLines = 5

// costs says what a line costs that it could do without, "" if nothing.
func costs(l *sim.Line) string {
	var parts []string
	if l.Transactions >= 2*l.Least && l.Transactions > 0 {
		parts = append(parts,
			fmt.Sprintf("%d transactions, %d would do if neighbouring threads accessed neighbouring memory",
				l.Transactions, l.Least))
	}
	if l.Conflicts > 0 {
		parts = append(parts, fmt.Sprintf("%d bank conflicts", l.Conflicts))
	}
	if l.Divergent > 0 {
		parts = append(parts, fmt.Sprintf("%d divergent branches", l.Divergent))
	}
	return strings.Join(parts, ", ")
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
