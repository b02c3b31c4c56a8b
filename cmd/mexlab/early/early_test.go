//go:build linux

package early

import (
	"bufio"
	"fmt"
	"os"
	"testing"
	"unsafe"
)

// TestHugePages looks for huge pages where the heap starts.
func TestHugePages(t *testing.T) {
	if refused := askForHugePages(); refused != 0 {
		t.Skipf("this system gives no huge pages: %v", refused)
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer smaps.Close()
	at := uintptr(unsafe.Pointer(mark))
	inside := false
	for lines := bufio.NewScanner(smaps); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			inside = from <= at && at < to
			continue
		}
		kilobytes := 0
		if n, _ := fmt.Sscanf(lines.Text(), "AnonHugePages: %d kB", &kilobytes); inside && n == 1 {
			if kilobytes == 0 {
				t.Error("the heap starts in small pages")
			}
			return
		}
	}
	t.Error("the heap is not among the mappings")
}
