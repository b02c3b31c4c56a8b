package benchfile

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

func output(pkg, text string) string {
	return fmt.Sprintf("{\"Time\":\"2026-11-30T10:31:37Z\",\"Action\":\"output\",\"Package\":%q,\"Output\":%q}\n", pkg, text)
}

// The output of "go test -json" reads as that of "go test": lines come in pieces,
// and packages take turns. Remarks name the lines of the file.
func TestEvents(t *testing.T) {
	text := "\ufeff{\"Time\":\"2026-11-30T10:31:37Z\",\"Action\":\"start\",\"Package\":\"p\"}\n" +
		output("p", "goos: linux\n") + output("p", "cpu: Example CPU\n") +
		output("p", "BenchmarkX-2 \t") + output("q", "BenchmarkX-2 \t1\t7 x/op\n") + output("p", "1\t5 x/op\n") +
		"a line of another program\r\n\n" +
		output("q", "BenchmarkY-2 \tlog\n") + output("p", "--- FAIL: BenchmarkZ\n") + output("p", "BenchmarkX-2 \t1\t6 x/op")
	f, err := Read(iotest.HalfReader(strings.NewReader(text)), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for b := range f.Benchmarks() {
		fmt.Fprintf(&got, "%s %s %v line %d\n", b.Pkg(), b.Name, b.Values("x/op"), b.Line)
	}
	for _, r := range f.Remarks() {
		fmt.Fprintln(&got, r)
	}
	const want = "q X-2 [7] line 5\np X-2 [5 6] line 6\n" +
		"x:9: Y-2: parsing iteration count: invalid syntax\nx:10: BenchmarkZ: failed\n"
	if got.String() != want || f.Settings("cpu")[0].Value != "Example CPU" {
		t.Errorf("got\n%sexpected\n%s", got.String(), want)
	}
	plain, err := Read(strings.NewReader(string(Plain([]byte(text)))), "x", nil)
	if err != nil || plain.Results != 3 {
		t.Errorf("the plain text reads as %+v, %v", plain, err)
	}
	if text := "BenchmarkX 1 2 ns/op\n"; string(Plain([]byte(text))) != text {
		t.Error("plain text is not left as it is")
	}
}
