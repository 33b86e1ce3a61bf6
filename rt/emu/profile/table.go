package profile

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"text/tabwriter"
)

// Table prints the counts.
func Table(w io.Writer, counts []*Counts) {
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
		if o := c.Occupancy; o != nil {
			fmt.Fprintf(w, "    %d of %d wavefronts a SIMD unit (%d vector registers, %d bytes of a workgroup's memory), %d waits for memory\n",
				o.Warps, o.Most, o.Registers, o.Shared, c.Waits)
		}
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
func costs(l *Line) string {
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

func classes(c *Counts) string {
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
