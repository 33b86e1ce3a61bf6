//go:build !race

package dataenv

const instrumented = false
