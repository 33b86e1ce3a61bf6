package tree

import (
	"strconv"
	"strings"
)

// Parameters of a function are list items by their names or, in OpenMP 6.0, by
// their numbers from 1 and by ranges of them, in which omp_num_args is the number
// of arguments of the call (6.0 §5.2.1).

// IsParameterRange reports whether a list item names parameters by number.
func IsParameterRange(text string) bool {
	return strings.Contains(text, ":") || strings.HasPrefix(text, "omp_num_args") ||
		text != "" && text[0] >= '0' && text[0] <= '9'
}

// ParameterNumbers are the first and last number that a list item of adjust_args
// stands for in a call with args arguments of a function whose parameters are
// names; ok is false if it is none of them.
func (it *Item) ParameterNumbers(names []string, args int) (first, last int, ok bool) {
	if !IsParameterRange(it.Text) {
		for i, n := range names {
			if n == it.Text {
				return i + 1, i + 1, true
			}
		}
		return 0, 0, false
	}
	lo, hi, isRange := strings.Cut(it.Text, ":")
	first, ok = parameterNumber(lo, 1, args)
	last = first
	if isRange && ok {
		last, ok = parameterNumber(hi, args, args)
	}
	return first, last, ok
}

// parameterNumber evaluates a constant, or omp_num_args plus or minus one.
func parameterNumber(s string, none, args int) (int, bool) {
	s = strings.ReplaceAll(s, " ", "")
	if s == "" {
		return none, true
	}
	base := 0
	if rest, found := strings.CutPrefix(s, "omp_num_args"); found {
		if base, s = args, rest; s == "" {
			return base, true
		}
	}
	n, err := strconv.Atoi(s)
	return base + n, err == nil
}
