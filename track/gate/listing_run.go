package gate

import (
	"slices"
	"strings"
	"time"
)

// A listingRun is one process that adds benchmarks to a listing.
type listingRun struct {
	*listing
	running []string      // what has begun and not ended, each a sub-benchmark of the one before
	began   time.Time     // the last of them
	suffix  string        // of names in results, for GOMAXPROCS
	alive   chan struct{} // has a value after each sign of getting on
	log     excerpt       // of what the last of them wrote
	stderr  excerpt
	orderly bool // whether it came to its end
}

// mark stands before what testing itself writes, with -test.v=test2json.
const mark = "\x16"

// read takes a line of the output.
func (r *listingRun) read(line []byte) {
	text := strings.TrimSuffix(string(line), "\n")
	said, event, marked := strings.Cut(text, mark)
	if !marked {
		if !r.result(text) {
			r.log.Write(line)
		}
		return
	}
	if said != "" {
		r.log.Write([]byte(said + "\n"))
	}
	word, name := event, ""
	if len(event) > len("--- FAIL: ") {
		word, name = event[:len("--- FAIL: ")], event[len("--- FAIL: "):]
	}
	switch word {
	case "=== RUN   ":
		r.begin(name)
	case "--- FAIL: ":
		r.end(name, &fault{kind: fails, text: quote(&r.log)})
	case "--- SKIP: ":
		r.end(name, &fault{kind: skipped, text: quote(&r.log)})
	case "PASS", "FAIL":
		r.orderly = true
	}
}

// begin takes note of a benchmark that begins.
func (r *listingRun) begin(name string) {
	for n := len(r.running); n > 0 && !strings.HasPrefix(name, r.running[n-1]+"/"); n-- {
		r.running = r.running[:n-1]
	}
	r.running, r.began, r.log = append(r.running, name), time.Now(), excerpt{}
	r.live()
}

// end takes note of a benchmark without a result. One whose sub-benchmarks fail
// fails with them.
func (r *listingRun) end(name string, f *fault) {
	i := slices.Index(r.running, name)
	if i < 0 {
		name = strings.TrimSuffix(name, r.suffix)
		i = slices.Index(r.running, name)
	}
	r.running = r.running[:max(i, 0)]
	r.live()
	if f.kind != fails || !slices.ContainsFunc(r.names, func(other string) bool {
		return strings.HasPrefix(other, name+"/") && r.faults[other] != nil && r.faults[other].kind == fails
	}) {
		r.add(name, f)
	}
}

// result takes a result, and reports whether the line has one.
func (r *listingRun) result(text string) bool {
	n := len(r.running)
	if n == 0 {
		return false
	}
	name := r.running[n-1]
	at := strings.LastIndex(text, name)
	if at < 0 {
		return false
	}
	rest := strings.TrimPrefix(text[at+len(name):], r.suffix)
	if !strings.HasPrefix(strings.TrimLeft(rest, " "), "\t") {
		return false
	}
	if _, ok := parseSample([]byte(rest), 1); !ok {
		return false
	}
	if !r.has(name) {
		r.names = append(r.names, name)
		r.took[name] = time.Since(r.began)
	}
	r.running = r.running[:n-1]
	r.live()
	return true
}

func (r *listingRun) live() {
	select {
	case r.alive <- struct{}{}:
	default:
	}
}
