package sim

import (
	"fmt"
	"math/bits"
	"strings"
	"unsafe"

	"ompcc/rt/emu/ptx"
)

// builtins are the device's system calls (CUDA's device-side system library).
var builtins = map[string]builtin{
	"vprintf":        vprintf,
	"malloc":         deviceMalloc,
	"free":           deviceFree,
	"__assertfail":   assertFail,
	"__nvvm_reflect": func(w *warp, in *inst, m uint32) { w.results(in, m, func(int) uint64 { return 0 }) },
}

// argument is the value of a call's argument.
func (w *warp) argument(in *inst, i, lane int) uint64 {
	s := in.call.args[i]
	at := w.fr.base + s.off
	return fetch(unsafe.Pointer(&w.local[lane].data[at]), uint8(s.size))
}

// results sets a call's result in each thread.
func (w *warp) results(in *inst, m uint32, f func(lane int) uint64) {
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		v := f(lane)
		if len(in.call.rets) == 0 {
			continue
		}
		s := in.call.rets[0]
		l := &w.local[lane]
		at := w.fr.base + s.off
		put(unsafe.Pointer(&l.data[at]), uint8(s.size), v)
		put(unsafe.Pointer(&l.state[at]), uint8(s.size), full8)
	}
}

func deviceMalloc(w *warp, in *inst, m uint32) {
	w.results(in, m, func(lane int) uint64 {
		addr, err := w.blk.dev.mem.alloc(w.argument(in, 0, lane), "an allocation of malloc")
		if err != nil {
			return 0
		}
		return addr
	})
}

func deviceFree(w *warp, in *inst, m uint32) {
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		p := w.argument(in, 0, lane)
		if p == 0 {
			continue
		}
		if err := w.blk.dev.mem.free(p); err != nil {
			w.fail(FaultBounds, lane, "free: %v", err)
			return
		}
	}
}

func assertFail(w *warp, in *inst, m uint32) {
	lane := bits.TrailingZeros32(m)
	text := w.text(lane, w.argument(in, 0, lane))
	file := w.text(lane, w.argument(in, 1, lane))
	if !w.failed {
		w.fail(FaultTrap, lane, "assertion failed: %s (%s:%d)", text, file, w.argument(in, 2, lane))
	}
}

// text reads a C string.
func (w *warp) text(lane int, addr uint64) string {
	var b strings.Builder
	for ; ; addr++ {
		p, st, _ := w.at(ptx.Generic, lane, addr, 1)
		if p == nil {
			return b.String()
		}
		if *(*byte)(st)&allocated == 0 {
			w.unusable(lane, addr, 1, "load")
			return b.String()
		}
		c := *(*byte)(p)
		if c == 0 {
			return b.String()
		}
		b.WriteByte(c)
	}
}

// vprintf prints with a buffer of arguments, each aligned to its size.
func vprintf(w *warp, in *inst, m uint32) {
	w.results(in, m, func(lane int) uint64 {
		if w.failed {
			return 0
		}
		f := formatter{w: w, lane: lane, args: w.argument(in, 1, lane)}
		text := f.format(w.text(lane, w.argument(in, 0, lane)))
		l := w.blk.launch
		l.mu.Lock()
		l.print(text)
		l.mu.Unlock()
		return uint64(f.count)
	})
}

type formatter struct {
	w     *warp
	lane  int
	args  uint64
	count int
}

func (f *formatter) next(size uint64) uint64 {
	f.args = roundUp(f.args, size)
	p, _, _ := f.w.at(ptx.Generic, f.lane, f.args, size)
	f.args += size
	f.count++
	if p == nil {
		return 0
	}
	return fetch(p, uint8(size))
}

// format follows C's printf; Go's has the same flags.
func (f *formatter) format(text string) string {
	var b strings.Builder
	for i := 0; i < len(text) && !f.w.failed; i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		n := f.conversion(&b, text[i:])
		if n == 0 {
			b.WriteByte('%')
			continue
		}
		i += n - 1
	}
	return b.String()
}

// conversion prints one conversion and returns its length, 0 when it is none.
func (f *formatter) conversion(b *strings.Builder, text string) int {
	spec := "%"
	wide := false
	for i := 1; i < len(text); i++ {
		c := text[i]
		switch {
		case strings.IndexByte("-+ #0123456789.", c) >= 0:
			spec += string(c)
		case c == '*':
			spec += fmt.Sprint(int32(f.next(4)))
		case c == 'l' || c == 'z' || c == 'j' || c == 't':
			wide = true
		case c == 'h' || c == 'L':
		default:
			if f.print(b, spec, c, wide) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

func (f *formatter) print(b *strings.Builder, spec string, c byte, wide bool) bool {
	size := uint64(4)
	if wide {
		size = 8
	}
	switch c {
	case '%':
		b.WriteByte('%')
	case 'd', 'i':
		fmt.Fprintf(b, spec+"d", sext(f.next(size), uint(8*size)))
	case 'u':
		fmt.Fprintf(b, spec+"d", f.next(size))
	case 'x', 'X', 'o':
		fmt.Fprintf(b, spec+string(c), f.next(size))
	case 'c':
		fmt.Fprintf(b, spec+"s", string([]byte{byte(f.next(4))}))
	case 's':
		fmt.Fprintf(b, spec+"s", f.w.text(f.lane, f.next(8)))
	case 'p':
		fmt.Fprintf(b, spec+"s", fmt.Sprintf("%#x", f.next(8)))
	case 'a', 'A':
		fmt.Fprintf(b, spec+map[byte]string{'a': "x", 'A': "X"}[c], f64(f.next(8)))
	case 'e', 'E', 'f', 'F', 'g', 'G':
		b.WriteString(cFloat(spec, c, f64(f.next(8))))
	default:
		return false
	}
	return true
}

// cFloat prints as C does: inf and nan in lower case, %g with six digits.
func cFloat(spec string, c byte, v float64) string {
	if !strings.Contains(spec, ".") && (c == 'g' || c == 'G') {
		spec += ".6"
	}
	s := fmt.Sprintf(spec+string(c), v)
	if v-v != 0 {
		s = strings.Replace(strings.ToLower(s), "+inf", "inf", 1)
	}
	return s
}
