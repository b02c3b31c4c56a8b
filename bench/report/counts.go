package report

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"mexlab/bench/insns"
	"mexlab/internal/qemu"
)

// Emulated returns the settings of counts for an architecture.
func Emulated(arch string, now time.Time) (Settings, error) {
	version, err := qemu.Version(context.Background(), arch)
	if err != nil {
		return nil, err
	}
	return Settings{
		{"goos", "linux"},
		{"goarch", arch},
		{"pkg", "mexlab/bench"},
		{"cpu", "emulated, QEMU's " + qemu.CPU},
		{"emulator", version},
		{"toolchain", runtime.Version()},
		{"commit", commit()},
		{"date", now.UTC().Format("2006-01-02 15:04:05")},
	}, nil
}

// WriteCounts writes counts and benchstat's tables of them into a folder.
func WriteCounts(folder string, s Settings, counts []insns.Count) error {
	raw := s.Header()
	raw = append(raw, "Unit insns/vertex assume=exact better=lower\n"...)
	for _, c := range counts {
		raw = fmt.Appendf(raw, "Benchmark%s 1 %s insns/vertex\n", c.Name, strconv.FormatFloat(c.PerVertex(), 'g', 10, 64))
	}
	path := filepath.Join(folder, InsnsFile)
	if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(path+partial, raw, 0o644)); err != nil {
		return err
	}
	tables, err := InsnTables(path + partial)
	if err != nil {
		return err
	}
	if err := Replace(filepath.Join(folder, TablesFile), tables); err != nil {
		return err
	}
	return os.Rename(path+partial, path)
}
