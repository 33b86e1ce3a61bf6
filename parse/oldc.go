// Whether the unit is C90.

package parse

import (
	"slices"
	"strings"
)

// OldC reports whether the unit is compiled as C90, which lets functions be called that
// nothing declares.
func (u *Unit) OldC() bool {
	old := false
	if u.cfg == nil {
		return old
	}
	for _, a := range u.cfg.HostArgs {
		if std, ok := strings.CutPrefix(a, "-std="); ok {
			old = slices.Contains([]string{"c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409"}, std)
		} else if a == "-ansi" {
			old = true
		}
	}
	return old
}
