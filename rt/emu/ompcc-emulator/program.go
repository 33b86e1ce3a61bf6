package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// program is the process whose device this is.
type program struct {
	pid int

	mu    sync.Mutex
	works uint64 // as quiet was asked last,
	ticks int    // and the processor time that the program had used by then
}

// ended reports that there is no such process any more.
func (p *program) ended() bool { return os.Getppid() != p.pid }

// outlive ends the process when the program has ended without closing its
// connection: children of the program may hold it.
func (p *program) outlive(report func()) {
	for !p.ended() {
		time.Sleep(time.Second)
	}
	report()
	os.Exit(0)
}

// How long a program that waits is given to go on, and how much of the processor's time one that
// computes: it may be about to do what kernels wait for.
const (
	samples    = 50
	interval   = 20 * time.Millisecond
	mostTicks  = 500 // of 10 ms
	fieldState = 0   // behind the command's name in /proc/…/stat
	fieldUser  = 11
	fieldSys   = 12
)

// quiet waits for a second, and reports whether no thread of the program wanted to go on, or the program
// has computed for seconds without doing anything for its kernels: the same number of works.
func (p *program) quiet(works uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range samples {
		time.Sleep(interval)
		runs, ticks := p.sample()
		if works != p.works {
			p.works, p.ticks = works, ticks
		}
		if runs {
			return ticks-p.ticks > mostTicks
		}
	}
	return true
}

// sample reports whether a thread of the program runs or could, and how much of the processor's time
// all have used.
func (p *program) sample() (runs bool, ticks int) {
	if f := stat(fmt.Sprintf("/proc/%d/stat", p.pid)); len(f) > fieldSys {
		ticks = number(f[fieldUser]) + number(f[fieldSys])
	}
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.pid)) // the pattern is right
	for _, t := range threads {
		if f := stat(t); len(f) > 0 && bytes.ContainsAny(f[fieldState], "RDTt") {
			return true, ticks
		}
	}
	return false, ticks
}

// stat returns the fields of such a file that are behind the command's name.
func stat(file string) [][]byte {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil // the thread has ended
	}
	return bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
}

func number(b []byte) int {
	n, _ := strconv.Atoi(string(b)) // the system writes numbers
	return n
}
