//go:build race

package sim

// raced: the race detector makes the simulator a hundred times slower.
const raced = true
