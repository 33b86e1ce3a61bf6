package pragma

import (
	"sort"

	"ompcc/parse"
)

// maxSuggest is the longest text for which a suggestion is sought.
const maxSuggest = 80

// nearest returns the candidate closest to s by edit distance, or "" if none is
// close enough to be meant.
func nearest(s string, candidates []string) string {
	if len(s) > maxSuggest {
		return ""
	}
	best, bestDist := "", max(1, len(s)/3)+1
	sorted := append([]string(nil), candidates...)
	sort.Strings(sorted)
	for _, c := range sorted {
		if d := parse.Distance(s, c); d < bestDist {
			best, bestDist = c, d
		}
	}
	return best
}
