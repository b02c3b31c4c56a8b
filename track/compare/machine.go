package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mexlab/internal/machine"
	"mexlab/track/benchfile"
)

// ErrMachines is the error, wrapped, of results of different machines.
var ErrMachines = errors.New("times of different machines do not compare")

// machines checks that all results are of one kind of machine, and notes other
// differences between the runs.
func (r *Report) machines(old, new *benchfile.File) error {
	r.Old, r.New = side(old), side(new)
	for _, key := range []string{"cpu", "goos", "goarch"} {
		if !differ(key, old, new) {
			continue
		}
		err := fmt.Errorf("%s; %w", where(key, old, new), ErrMachines)
		if !r.Options.AcrossCPUs {
			return err
		}
		r.Notes = append(r.Notes, err.Error())
	}
	for _, key := range []string{"toolchain", "tier", "gomaxprocs"} {
		if differ(key, old, new) {
			r.Notes = append(r.Notes, where(key, old, new))
		}
	}
	var unnamed []string
	for _, f := range []*benchfile.File{old, new} {
		if slices.ContainsFunc(f.Settings("cpu"), func(s benchfile.Setting) bool { return s.Value == "" }) {
			unnamed = append(unnamed, f.Name)
		}
	}
	if len(unnamed) > 0 {
		r.Notes = append(r.Notes, "no cpu line in "+strings.Join(unnamed, " and ")+": make sure that the machine is the same")
	}
	return nil
}

// differ reports whether results have different values of a key. A CPU may have
// a short and a long name, and none if go test does not know it, as on arm64.
func differ(key string, old, new *benchfile.File) bool {
	settings := slices.Concat(old.Settings(key), new.Settings(key))
	name := settings[0].Value
	for _, s := range settings {
		same := s.Value == name || key == "cpu" && (s.Value == "" || name == "" || machine.Same(s.Value, name))
		if !same {
			return true
		}
		if len(s.Value) > len(name) {
			name = s.Value
		}
	}
	return false
}

// maxNamed is how many values of a key are named.
const maxNamed = 3

func where(key string, files ...*benchfile.File) string {
	var list []string
	for _, f := range files {
		settings := f.Settings(key)
		for _, s := range settings[:min(len(settings), maxNamed)] {
			value := fmt.Sprintf("%s %q", key, s.Value)
			if s.Value == "" {
				value = "no " + key
			}
			list = append(list, fmt.Sprintf("%s:%d has %s", f.Name, s.Line, value))
		}
		if more := len(settings) - maxNamed; more > 0 {
			list = append(list, fmt.Sprintf("%s has %d more", f.Name, more))
		}
	}
	return strings.Join(list, ", ")
}

func side(f *benchfile.File) Side {
	var cpus []string
	for _, s := range f.Settings("cpu") {
		if s.Value != "" && len(cpus) < maxNamed {
			cpus = append(cpus, s.Value)
		}
	}
	return Side{Name: f.Name, CPU: strings.Join(cpus, "; "), Results: f.Results}
}
