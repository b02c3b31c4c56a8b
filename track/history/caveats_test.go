package history

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mexlab/track/benchfile"
)

// The history takes and gives back whatever "mexlab compare" reads, and refuses
// what compare refuses.
func TestCaveats(t *testing.T) {
	paths, err := filepath.Glob("../benchfile/testdata/*.txt")
	if err != nil || len(paths) < 30 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, readErr := benchfile.Read(bytes.NewReader(text), name, nil)
		dir := t.TempDir()
		_, _, err = Add(context.Background(), dir, name, text, full("abc1234", 5))
		if readErr != nil {
			if err == nil || err.Error() != readErr.Error() {
				t.Errorf("%s: %v, expected %v", name, err, readErr)
			}
			continue
		}
		if cpus := f.Settings("cpu"); len(cpus) > 1 { // no --set makes one machine of two
			if err == nil || !strings.Contains(err.Error(), "expected results measured under the same conditions") {
				t.Errorf("%s: %v, expected an error about %d CPUs", name, err, len(cpus))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		records, err := Load(dir)
		if err != nil || len(records) != 1 {
			t.Errorf("%s: %d records, %v", name, len(records), err)
			continue
		}
		if got := records[0].File; got.Results != f.Results || len(got.Notes) != len(f.Notes) {
			t.Errorf("%s: %d results and %d notes come back, expected %d and %d", name, got.Results, len(got.Notes), f.Results, len(f.Notes))
		}
		if trends := Trends(records, 0.02); len(trends) == 0 {
			t.Errorf("%s: no trends", name)
		}
	}
}
