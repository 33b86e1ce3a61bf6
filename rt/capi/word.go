package main

import (
	"strconv"
	"sync/atomic"
)

func loadWord(p *uintptr) uintptr     { return atomic.LoadUintptr(p) }
func storeWord(p *uintptr, v uintptr) { atomic.StoreUintptr(p, v) }

func itoa(n int) string { return strconv.Itoa(n) }
