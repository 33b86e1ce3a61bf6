// Names that a misspelt identifier may mean.

package parse

import (
	"sort"
	"strings"

	"ompcc/parse/early"
)

// nearestName finds the identifier of the main file that the misspelt name most
// likely means, "" if none is near.
func (u *Unit) nearestName(name string) string {
	u.lines.source(displayName(u.File), 1)
	text := strings.Join(u.lines.sources[displayName(u.File)], "\n")
	limit := 1 + len(name)/4
	best := ""
	s := scanner{text: []byte(text)}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokIdent {
			continue
		}
		w := text[t.start:t.end]
		if d := early.Distance(w, name); w != name && d <= limit && len(w) > 1 && !cKeywords[w] {
			best, limit = w, d-1
		}
	}
	return best
}

// cKeywords are words that no misspelt variable means.
var cKeywords = map[string]bool{
	"int": true, "for": true, "if": true, "do": true, "char": true, "long": true, "else": true, "case": true,
	"void":  true,
	"float": true, "while": true, "double": true, "struct": true, "return": true, "static": true, "const": true,
	"short": true,
}

// maxSuggest is the longest text for which a suggestion is sought.
const maxSuggest = 80

// Nearest returns the candidate closest to s by edit distance, or the one that has
// s's words and others, or "" if none is close enough to be meant.
func Nearest(s string, candidates []string) string {
	if len(s) > maxSuggest || len(s) == 1 {
		return ""
	}
	best, bestDist := "", max(1, len(s)/3)+1
	sorted := append([]string(nil), candidates...)
	sort.Strings(sorted)
	for _, c := range sorted {
		if d := early.Distance(s, c); d < bestDist {
			best, bestDist = c, d
		}
	}
	for _, c := range sorted {
		if best == "" && longerForm(s, c) {
			best = c
		}
	}
	return best
}

// longerForm reports whether c says in full what s abbreviates: "reduction" for
// "reduce", "unified_shared_memory" for "unified_memory".
func longerForm(s, c string) bool {
	if len(s) >= 4 && strings.HasPrefix(c, s) || len(s) >= 5 && strings.HasPrefix(c, s[:len(s)-1]) {
		return true
	}
	words := strings.Split(s, "_")
	return len(words) > 1 && HoldsWords(strings.Split(c, "_"), words)
}

// HoldsWords reports whether all of words are among those of list, in any order.
func HoldsWords(list, words []string) bool {
	left := append([]string(nil), list...)
	for _, w := range words {
		found := false
		for i, x := range left {
			if x == w {
				left = append(left[:i], left[i+1:]...)
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}
