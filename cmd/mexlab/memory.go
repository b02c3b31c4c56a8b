package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// availableMemory returns how many bytes of memory this process may still take:
// what Linux says, or less if a control group sets a limit; 0 if neither is known.
func availableMemory() uint64 {
	meminfo, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	most := memAvailable(string(meminfo))
	for _, group := range []struct{ limit, used string }{
		{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
		{"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
	} {
		limit, ok1 := number(group.limit)
		used, ok2 := number(group.used)
		if ok1 && ok2 {
			most = min(most, limit-min(used, limit))
		}
	}
	return most
}

// memAvailable returns the bytes of the line MemAvailable, or 0.
func memAvailable(meminfo string) (kib uint64) {
	for line := range strings.Lines(meminfo) {
		if n, _ := fmt.Sscanf(line, "MemAvailable: %d kB", &kib); n == 1 {
			break
		}
	}
	return kib << 10
}

// number reads a file with one number. A limit that is not set is a word instead.
func number(name string) (uint64, bool) {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64)
	return n, err == nil
}
