package sim

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"unsafe"

	"ompcc/rt/emu/check"
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
		addr, _ := w.malloc(in, w.argument(in, 0, lane), 0, noLimit)
		return addr
	})
}

func deviceFree(w *warp, in *inst, m uint32) {
	for ; m != 0 && !w.failed; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		w.free(in, lane, w.argument(in, 0, lane))
	}
}

func assertFail(w *warp, in *inst, m uint32) {
	lane := bits.TrailingZeros32(m)
	text := w.text(lane, w.argument(in, 0, lane), math.MaxInt)
	file := w.text(lane, w.argument(in, 1, lane), math.MaxInt)
	if !w.failed {
		w.fail(check.Trap, lane, "assertion failed: %s (%s:%d)", text, file, w.argument(in, 2, lane))
	}
}

// text reads a C string, of which no more than most bytes.
func (w *warp) text(lane int, addr uint64, most int) string {
	var b strings.Builder
	for ; b.Len() < most; addr++ {
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
	return b.String()
}

// vprintf prints with a buffer of arguments, each aligned to its size.
func vprintf(w *warp, in *inst, m uint32) {
	w.results(in, m, func(lane int) uint64 {
		if w.failed {
			return 0
		}
		f := formatter{w: w, lane: lane, args: w.argument(in, 1, lane)}
		text := f.format(w.text(lane, w.argument(in, 0, lane), math.MaxInt))
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
	p, st, _ := f.w.at(ptx.Generic, f.lane, f.args, size)
	f.args += size
	f.count++
	if p == nil {
		return 0
	}
	if full := uint64(full8) >> (64 - 8*size); fetch(st, uint8(size)) != full && !f.w.failed {
		f.w.fail(check.Uninitialised, f.lane,
			"printf: the format has a %d%s conversion, for which there is no argument", f.count, ordinal(f.count))
		return 0
	}
	return fetch(p, uint8(size))
}

func ordinal(n int) string {
	switch {
	case n%100 > 10 && n%100 < 14:
		return "th"
	case n%10 == 1:
		return "st"
	case n%10 == 2:
		return "nd"
	case n%10 == 3:
		return "rd"
	}
	return "th"
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
	c := conversion{size: 4}
	for i := 1; i < len(text); i++ {
		switch ch := text[i]; {
		case strings.IndexByte("-+ #0123456789.", ch) >= 0:
			c.spec += string(ch)
		case ch == '*':
			c.spec += fmt.Sprint(int32(f.next(4)))
		case strings.IndexByte("lzjtL", ch) >= 0:
			c.size = 8
		case ch == 'h':
			c.size /= 2
		default:
			c.verb = ch
			if s, ok := f.argument(c); ok {
				b.WriteString(s)
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// argument prints the next argument; integers smaller than int are passed as int.
func (f *formatter) argument(c conversion) (string, bool) {
	switch c.verb {
	case '%':
		return "%", true
	case 'd', 'i', 'u', 'x', 'X', 'o':
		return c.integer(f.next(max(c.size, 4))), true
	case 'c':
		return c.padded(string([]byte{byte(f.next(4))})), true
	case 's':
		_, most := c.width()
		text := f.w.text(f.lane, f.next(8), most)
		if fault := f.w.blk.fault; f.w.failed && fault != nil && !strings.HasPrefix(fault.Text, "printf:") {
			fault.Text = fmt.Sprintf("printf: the %d%s argument, printed with %%s, is no string: %s", f.count,
				ordinal(f.count), fault.Text)
		}
		return c.padded(text), true
	case 'p':
		v := f.next(8)
		if v == 0 {
			return c.padded("(nil)"), true
		}
		return c.padded(fmt.Sprintf("%#x", v)), true
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		return c.float(f64(f.next(8))), true
	}
	return "", false
}
