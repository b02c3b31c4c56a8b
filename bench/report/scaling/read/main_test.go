package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "numbers")
	for text, want := range map[string]string{"1 2\n3 " + strings.Repeat("10 ", 5000): "", "": "", "1 x": "expected the end of the input"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		count, sum, err := read(name)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %v", text, err)
		}
		if err == nil && text != "" && (count != 5003 || sum != 50006) {
			t.Errorf("%.10q: %d numbers, sum %d", text, count, sum)
		}
	}
}
