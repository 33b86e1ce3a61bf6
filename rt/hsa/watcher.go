package hsa

import "ompcc/rt/device"

// Watches says whether kernels' reads of stale bytes are known: an emulated device tells them (device.Watcher).
func (g *gpu) Watches() bool { return g.driver.MarkStale != nil && g.driver.StaleReads != nil }

// MarkStale marks bytes as stale.
func (g *gpu) MarkStale(at device.Addr, mask []byte) error {
	g.driver.MarkStale(at, mask)
	return nil
}

// StaleReads returns what kernels have read of them.
func (g *gpu) StaleReads() ([]device.StaleRead, error) {
	return device.ReadStaleReads(g.driver.StaleReads()), nil
}
