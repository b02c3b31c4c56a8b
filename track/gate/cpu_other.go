//go:build !linux

package gate

// cpus is nothing: here a process cannot be bound to a CPU.
func cpus() []int { return nil }

func onCPU(_ int, f func() error) error { return f() }
