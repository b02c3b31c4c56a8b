package compare

import (
	"fmt"
	"strings"

	"mexlab/track/benchfile"
)

// A MachineError is the refusal to compare results of different machines.
type MachineError struct {
	Key   string   // goos, goarch or cpu
	Where []string // "old.txt:5 has ..."
}

func (e *MachineError) Error() string {
	return fmt.Sprintf("%s; times of different machines do not compare", strings.Join(e.Where, ", "))
}

// machines checks that all results are from one kind of machine, and notes the
// other differences between the runs.
func (r *Report) machines(old, new *benchfile.File) error {
	r.Old, r.New = side(old), side(new)
	for _, key := range []string{"cpu", "goos", "goarch"} {
		if !differ(old, new, key) {
			continue
		}
		err := &MachineError{Key: key, Where: append(where(old, key), where(new, key)...)}
		if !r.Options.AcrossCPUs {
			return err
		}
		r.Notes = append(r.Notes, err.Error())
	}
	for _, key := range []string{"toolchain", "tier", "gomaxprocs"} {
		if differ(old, new, key) {
			r.Notes = append(r.Notes, strings.Join(append(where(old, key), where(new, key)...), ", "))
		}
	}
	if r.Old.CPU == "" && r.New.CPU == "" {
		r.Notes = append(r.Notes, "neither file names its CPU")
	}
	return nil
}

// differ tells whether results have different values of a key.
func differ(old, new *benchfile.File, key string) bool {
	a, b := old.Settings(key), new.Settings(key)
	return len(a) > 1 || len(b) > 1 || a[0].Value != b[0].Value
}

// most is how many values of a key are named.
const most = 3

// where lists the values of a key.
func where(f *benchfile.File, key string) []string {
	var list []string
	for i, s := range f.Settings(key) {
		if i == most {
			return append(list, fmt.Sprintf("%s has %d more", f.Name, len(f.Settings(key))-most))
		}
		value := fmt.Sprintf("%s %q", key, s.Value)
		if s.Value == "" {
			value = "no " + key
		}
		list = append(list, fmt.Sprintf("%s:%d has %s", f.Name, s.Line, value))
	}
	return list
}

func side(f *benchfile.File) Side {
	var cpus []string
	for _, s := range f.Settings("cpu") {
		if s.Value != "" && len(cpus) < most {
			cpus = append(cpus, s.Value)
		}
	}
	return Side{Name: f.Name, CPU: strings.Join(cpus, "; "), Results: f.Results}
}
