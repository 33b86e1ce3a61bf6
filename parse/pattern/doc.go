// Package pattern has regular expressions that are compiled when they are first used. Most
// sources need few of them, and the compiler's start is a part of the time of each compilation.
package pattern

import (
	"regexp"
	"sync"
)

// New returns a function that compiles text once. It panics if text is no regular expression.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
