//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// The example of play writes an address, serves the page there, and ends at Ctrl-C.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		args         []string
		input, title string
	}{
		{[]string{"play"}, board, "<h1>The add-subtract game</h1>"},
		{[]string{"play", "--game", "election"}, cities, "<h1>Election Promises</h1>"},
	} {
		cmd := mexlabProcess(c.args...)
		cmd.Stdin = strings.NewReader(c.input)
		stdout, _ := cmd.StdoutPipe()
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		var address string
		if _, scanErr := fmt.Sscanf(line, "Play at %s until Ctrl-C.\n", &address); scanErr != nil {
			t.Fatalf("%q: %v, %v", line, err, scanErr)
		}
		r, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(page), c.title) {
			t.Errorf("%s: %v, %s, %.300s", address, err, r.Status, page)
		}
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 130 || stderr.String() != "mexlab: interrupted\n" {
			t.Errorf("code %d, %q", code, &stderr)
		}
	}
	if input := strings.Join(strings.Fields(board), " "); !strings.Contains(strings.Join(strings.Fields(playExample), " "), input) {
		t.Errorf("the example does not play %q", input)
	}
}
