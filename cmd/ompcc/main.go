package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"ompcc/cmd/ompcc/doctor"
	"ompcc/cmd/ompcc/driver"
	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/replay"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/trace"
	"ompcc/cmd/ompcc/view"
)

func main() {
	// The compiler is short-lived and its heap small: collecting rarely is cheaper
	// than collecting well. The limit keeps huge inputs from growing without bound.
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(1 << 30)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole command; it returns the exit status.
func run(args []string, stdout, stderr io.Writer) (status int) {
	defer func() {
		if r := recover(); r != nil {
			internalError(stderr, r, debug.Stack())
			status = 1
		}
	}()
	if len(args) == 1 && (args[0] == "--doctor" || args[0] == "--doctor=json") {
		healthy, err := doctor.Run(stdout, args[0] == "--doctor=json")
		if err != nil {
			report.New(stderr, report.Options{}).Fail(err)
		}
		if !healthy {
			return 1
		}
		return 0
	}
	if len(args) > 0 && args[0] == "view" {
		if err := view.Run(args[1:], parseFlags, stdout); err != nil {
			report.New(stderr, report.Options{}).Fail(err)
			return 1
		}
		return 0
	}
	if len(args) > 0 && args[0] == "replay" {
		if err := replay.Run(args[1:], stdout, stderr); err != nil {
			report.New(stderr, report.Options{}).Fail(err)
			return 1
		}
		return 0
	}
	if len(args) > 0 && args[0] == "trace" {
		if err := trace.Run(args[1:]); err != nil {
			report.New(stderr, report.Options{}).Fail(err)
			return 1
		}
		return 0
	}
	inv, err := parseFlags(args)
	if err != nil {
		report.New(stderr, report.Options{}).Fail(err)
		return 1
	}
	inv.TriedHost = os.Getenv(host.Tried) != ""
	os.Unsetenv(host.Tried)
	inv.CXX = strings.HasSuffix(filepath.Base(os.Args[0]), "++")
	if err := driver.Run(inv, stdout, stderr); err != nil {
		if !errors.Is(err, report.ErrReported) { // before the driver could print anything
			r := report.New(stderr, inv.Messages)
			r.Fail(err)
			r.Close()
		}
		return 1
	}
	return 0
}

// internalError reports a defect of ompcc itself: what, where, and how to report it.
func internalError(w io.Writer, r any, stack []byte) {
	fmt.Fprintf(w, "ompcc: internal compiler error: %v\n", r)
	for line := range strings.Lines(string(stack)) {
		line = strings.TrimSpace(line)
		if i := strings.Index(line, ".go:"); i >= 0 && !strings.HasPrefix(line, "runtime/") &&
			!strings.Contains(line, "/runtime/") && !strings.Contains(line, "cmd/ompcc/main.go") {
			place, _, _ := strings.Cut(line, " ")
			fmt.Fprintf(w, "ompcc: note: at %s\n", place)
			break
		}
	}
	fmt.Fprintf(w, "ompcc: note: please report this with the command line and the output of 'ompcc -E' on the source\n")
}
