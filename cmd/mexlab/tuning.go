package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mexlab/asm"
	"mexlab/bench"
	"mexlab/internal/command"
	"mexlab/internal/machine"
	"mexlab/kernel"
)

// tuningFormat is the version of the file's format. It goes up with every change.
const tuningFormat = 3

// A tuning is the result of "mexlab tune", and what it is valid for.
type tuning struct {
	Format  int         `json:"format"`
	Mexlab  string      `json:"mexlab"`  // the version that measured
	Kernels string      `json:"kernels"` // the revision of their code
	CPU     string      `json:"cpu"`     // the model that it ran on
	When    time.Time   `json:"when"`
	Plan    kernel.Plan `json:"plan"`

	// Times are the measurements behind the plan, for people to read.
	Times []bench.ClassTimes `json:"times"`
}

func tuningFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the tuning: %w", err)
	}
	return filepath.Join(dir, "mexlab", "tune.json"), nil
}

// plan returns the plan of kernel auto, the tuned one, else the built-in one, and
// why it is the plan. A tuning that is not valid here is ignored, with a line that
// says so. MEXLAB_ISA overrides any tuning.
func plan(stderr io.Writer) (p kernel.Plan, why string) {
	p, why = kernel.DefaultPlan(), kernel.DefaultReason()
	if asm.Forced() {
		return p, why
	}
	name, err := tuningFile()
	if err != nil {
		return p, why // there is no place for a tuning
	}
	t, err := loadTuning(name)
	if errors.Is(err, fs.ErrNotExist) {
		return p, why
	}
	if err != nil {
		fmt.Fprintf(stderr, "mexlab: %s is ignored: %v; \"mexlab tune\" makes a new one\n", name, reason(err))
		return p, why
	}
	return t.Plan, fmt.Sprintf("as \"mexlab tune\" measured on %s", t.When.Format(time.DateOnly))
}

// findKernel returns a kernel by name; auto follows the tuning. Whether one is
// ignored concerns only who asks for the kernels.
func findKernel(name string) (kernel.Kernel, error) {
	if name == kernel.Auto().Info().String() {
		p, _ := plan(io.Discard)
		return kernel.NewAuto(p)
	}
	return kernel.Lookup(name)
}

// loadTuning reads a tuning, which must be valid for this program and CPU.
func loadTuning(name string) (*tuning, error) {
	text, err := readSmall(name)
	if err != nil {
		return nil, err
	}
	// The head comes first: another version may have another form of the rest.
	var head struct {
		Format               int
		Mexlab, Kernels, CPU string
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	switch {
	case head.Format > tuningFormat:
		return nil, fmt.Errorf("a newer mexlab wrote it, %s", head.Mexlab)
	case head.Format < 1:
		return nil, fmt.Errorf("it is damaged: its format is %d", head.Format)
	case head.Format < tuningFormat:
		return nil, fmt.Errorf("an older mexlab wrote it, %s", head.Mexlab)
	case head.Kernels != kernel.Revision:
		return nil, errors.New("the kernels have changed since it was measured")
	case head.CPU != machine.CPU():
		return nil, fmt.Errorf("it was measured on another CPU, %s", head.CPU)
	}
	t := new(tuning)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(t); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if _, err := kernel.NewAuto(t.Plan); err != nil {
		return nil, err
	}
	return t, nil
}

// readSmall reads a regular file, so that reading ends, of at most a tuning's size.
func readSmall(name string) ([]byte, error) {
	const most = 1 << 16
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("it is damaged: expected a regular file of at most %d bytes", most)
	}
	return os.ReadFile(name)
}

// save writes the tuning under its name, whole or not at all.
func (t *tuning) save(name string) error {
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	if err := command.WriteFile(name, append(text, '\n')); err != nil {
		return fmt.Errorf("cannot write the tuning: %w", err)
	}
	return nil
}

// canSave returns the error of save in advance, before half a minute of measuring.
func canSave(name string) error {
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder for the tuning: %w", err)
	}
	f, err := os.CreateTemp(folder, "tune-*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write the tuning: %w", err)
	}
	f.Close()
	return os.Remove(f.Name())
}
