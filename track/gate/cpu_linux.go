package gate

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// cpus lists the CPUs that this process may use, or nothing if that is unknown.
func cpus() []int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	var list []int
	for cpu := 0; len(list) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}

// onCPUs calls f on some CPUs, if allowed ahead of other work there. The
// processes that f starts inherit both. They take turns with f, and handing on is
// fastest on the same CPU.
//
// On a busy machine only real-time priority leaves slices of less than a
// millisecond whole. It is round robin, so that all threads of a process get on
// if they wait for each other. The kernel keeps a twentieth of the time for the
// rest of the machine.
func onCPUs(set []int, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, chosen unix.CPUSet
	for _, cpu := range set {
		chosen.Set(cpu)
	}
	if unix.SchedGetaffinity(0, &before) == nil && unix.SchedSetaffinity(0, &chosen) == nil {
		defer unix.SchedSetaffinity(0, &before)
	}
	ahead := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_RR, Priority: 1}
	if attr, err := unix.SchedGetAttr(0, 0); err == nil && unix.SchedSetAttr(0, ahead, 0) == nil {
		defer unix.SchedSetAttr(0, attr, 0)
	}
	return f()
}
