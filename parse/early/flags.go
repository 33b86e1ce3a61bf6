// The flags by which the host compiler reads a source as ompcc does.

package early

import "strconv"

// DefaultVersion is the version of OpenMP without -fopenmp-version.
const DefaultVersion = 52

// Date is the value of _OPENMP for each version.
var Date = map[int]int{45: 201511, 50: 201811, 51: 202011, 52: 202111, 60: 202411, 61: 202611}

// Flags enable OpenMP in the host compiler and define ompcc's macros. The date is that of a version.
func Flags(date int) []string {
	return []string{"-fopenmp", "-U_OPENMP", "-D_OPENMP=" + strconv.Itoa(date), "-D__OMPCC__=1"}
}
