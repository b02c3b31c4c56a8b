package main

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

func TestAvailableMemory(t *testing.T) {
	if got := memAvailable("MemTotal:  24000000 kB\nMemAvailable:   20000000 kB\n"); got != 20_000_000<<10 {
		t.Errorf("got %d", got)
	}
	if got := memAvailable("MemTotal:  24000000 kB\n"); got != 0 {
		t.Errorf("got %d from a text that says nothing", got)
	}
	if n := availableMemory(); runtime.GOOS == "linux" && (n < 1<<20 || n > math.MaxInt64) {
		t.Errorf("%d bytes are available", n)
	}
	header := file(t, "1\n4000000000 0\n"+strings.Repeat(" ", 1<<20))
	if r := shell(t, "cat "+header+" | mexlab solve"); r.code != 2 || !strings.Contains(r.stderr, "2:12: game 1: expected a graph that fits in memory: 4000000000 vertices take about 68000000000 bytes") {
		t.Errorf("%+v", r)
	}
}
