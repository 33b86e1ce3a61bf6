//go:build race

package dataenv

// instrumented code calls the race detector.
const instrumented = true
