package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// conversion is one of printf's (C17 7.21.6.1): flags, width and precision, the
// argument's size, and what it is printed as.
type conversion struct {
	spec string
	size uint64
	verb byte
}

// width returns field width and precision, which is math.MaxInt when there is none.
func (c conversion) width() (wide, precision int) {
	digits := strings.TrimLeft(c.spec, "-+ #0")
	before, after, dot := strings.Cut(digits, ".")
	wide, _ = strconv.Atoi(before) // none is 0
	if !dot {
		return wide, math.MaxInt
	}
	precision, err := strconv.Atoi(after)
	if precision < 0 || err != nil && after != "" {
		precision = math.MaxInt // negative: as if omitted
	}
	return wide, precision
}

func (c conversion) flag(f string) bool {
	return strings.Contains(c.spec[:len(c.spec)-len(strings.TrimLeft(c.spec, "-+ #0"))], f)
}

// padded is text in its field, in bytes.
func (c conversion) padded(text string) string {
	wide, _ := c.width()
	pad := strings.Repeat(" ", max(wide-len(text), 0))
	if c.flag("-") {
		return text + pad
	}
	return pad + text
}

// integer prints an integer.
func (c conversion) integer(v uint64) string {
	bits := uint(8 * c.size)
	sign, base := "", 10
	v &= maskOf(bits)
	switch c.verb {
	case 'd', 'i':
		signed := int64(sext(v, bits))
		if v = uint64(signed); signed < 0 {
			v = -v
		}
		sign = c.sign(signed < 0)
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
		if c.flag("#") && v != 0 {
			sign = "0" + string(c.verb)
		}
	}
	text := strconv.FormatUint(v, base)
	if c.verb == 'X' {
		text = strings.ToUpper(text)
	}
	wide, precision := c.width()
	if precision != math.MaxInt {
		if v == 0 && precision == 0 {
			text = ""
		}
		text = strings.Repeat("0", max(precision-len(text), 0)) + text
	}
	if c.verb == 'o' && c.flag("#") && !strings.HasPrefix(text, "0") {
		text = "0" + text
	}
	if precision == math.MaxInt && c.flag("0") && !c.flag("-") {
		text = strings.Repeat("0", max(wide-len(sign)-len(text), 0)) + text
	}
	return c.padded(sign + text)
}

// sign is what is in front of a number.
func (c conversion) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case c.flag("+"):
		return "+"
	case c.flag(" "):
		return " "
	}
	return ""
}

// float prints a floating-point number.
func (c conversion) float(v float64) string {
	upper := c.verb < 'a'
	sign := c.sign(math.Signbit(v))
	var text string
	switch {
	case math.IsInf(v, 0):
		text = "inf"
	case math.IsNaN(v):
		text = "nan"
	default:
		return c.finite(math.Abs(v), sign)
	}
	if upper {
		text = strings.ToUpper(text)
	}
	return c.padded(sign + text)
}

// finite prints a number that is not negative, behind its sign.
func (c conversion) finite(v float64, sign string) string {
	_, precision := c.width()
	if precision == math.MaxInt {
		precision = map[bool]int{true: -1, false: 6}[c.verb|0x20 == 'a']
	}
	text := c.digits(v, precision)
	wide, _ := c.width()
	if zeros := wide - len(sign) - len(text); zeros > 0 && c.flag("0") && !c.flag("-") {
		prefix := ""
		if c.verb|0x20 == 'a' {
			prefix, text = text[:2], text[2:]
		}
		return sign + prefix + strings.Repeat("0", zeros) + text
	}
	return c.padded(sign + text)
}

// digits prints a number without sign and field. With # there is always a point, and
// %g keeps its zeros.
func (c conversion) digits(v float64, precision int) string {
	var text string
	switch c.verb {
	case 'a', 'A':
		text = strconv.FormatFloat(v, c.verb-'a'+'x', precision, 64)
		mantissa, exponent := text[:len(text)-2], text[len(text)-2:]
		if exponent[0] == '0' { // C has no more digits than it takes
			exponent = exponent[1:]
		}
		text = mantissa + exponent
	case 'g', 'G':
		if precision = max(precision, 1); c.flag("#") {
			return fmt.Sprintf("%#."+strconv.Itoa(precision)+string(c.verb), v)
		}
		text = strconv.FormatFloat(v, c.verb, precision, 64)
	case 'F':
		text = strconv.FormatFloat(v, 'f', precision, 64)
	default:
		text = strconv.FormatFloat(v, c.verb, precision, 64)
	}
	if c.flag("#") && !strings.Contains(text, ".") {
		at := strings.IndexAny(text, "epEP")
		if at < 0 {
			at = len(text)
		}
		text = text[:at] + "." + text[at:]
	}
	return text
}
