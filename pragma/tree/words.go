// Reserved words of lists.

package tree

import (
	"slices"
	"strings"
)

// Questions about the text of list items and arguments that C's syntax tree does not answer.

// IsReserved reports names in lists that no C declaration gives.
func IsReserved(s string) bool {
	return s == "omp_all_memory" || s == "omp_cur_iteration"
}

// IsCurrentIteration reports whether the text of a doacross vector's element
// begins with omp_cur_iteration (5.2 §15.9.6).
func IsCurrentIteration(s string) bool { return FirstWord(s) == "omp_cur_iteration" }

// IsName reports whether s is one identifier.
func IsName(s string) bool { return s != "" && !(s[0] >= '0' && s[0] <= '9') && FirstWord(s) == s }

// FirstWord is the identifier, keyword or number that s begins with, "" without.
func FirstWord(s string) string {
	if n := strings.IndexFunc(s, func(c rune) bool { return !isWord(c) }); n >= 0 {
		return s[:n]
	}
	return s
}

func isWord(c rune) bool {
	return c == '_' || c == '$' || c > 127 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// OneOf reports whether s is one of set.
func OneOf[T comparable](s T, set ...T) bool { return slices.Contains(set, s) }
