package gate

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// cpus lists the CPUs that this process may use, or nothing when that is
// unknown.
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

// onCPU calls f on one CPU, ahead of other work on it where that is allowed,
// and so the processes that f starts: they inherit both. f and they take turns,
// and handing on is fastest on the same CPU.
//
// Real-time priority is what makes slices of less than a millisecond whole on
// a busy machine. Round robin, so that threads of the process that wait for
// each other all get on; and the kernel keeps a twentieth of the time for the
// rest of the machine.
func onCPU(cpu int, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one unix.CPUSet
	one.Set(cpu)
	if unix.SchedGetaffinity(0, &before) == nil && unix.SchedSetaffinity(0, &one) == nil {
		defer unix.SchedSetaffinity(0, &before)
	}
	ahead := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_RR, Priority: 1}
	if attr, err := unix.SchedGetAttr(0, 0); err == nil && unix.SchedSetAttr(0, ahead, 0) == nil {
		defer unix.SchedSetAttr(0, attr, 0)
	}
	return f()
}
