//go:build linux

package early

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestHugePages looks whether the heap may have huge pages, where the hole ends.
func TestHugePages(t *testing.T) {
	end := uintptr(unsafe.Pointer(unsafe.SliceData(hole))) + uintptr(len(hole))
	if refused := askForHugePages(); refused != 0 {
		t.Skipf("this system gives no huge pages: %v", refused)
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer smaps.Close()
	inside := false
	for lines := bufio.NewScanner(smaps); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			inside = from <= end && end < to
			continue
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			if !slices.Contains(strings.Fields(flags), "hg") {
				t.Errorf("no huge pages where the heap goes on: %s", flags)
			}
			return
		}
	}
	t.Error("the heap is not among the mappings")
}
