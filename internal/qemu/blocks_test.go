package qemu

import (
	"debug/elf"
	"os/exec"
	"reflect"
	"testing"
)

// testBlocks counts the blocks of the guest's function work. 1,000 more iterations
// run some of them 1,000 times more, and all others as often as before.
func testBlocks(t *testing.T, c *Counter, program string) {
	runs := func(n string) map[Block]uint64 {
		output, cases, err := c.BetweenMarks(exec.Command(program, n), "main.work")
		if err != nil || string(output) != "done" || len(cases) != 2 || !reflect.DeepEqual(cases[0], cases[1]) {
			t.Fatalf("blocks between marks: %q, %v, %v", output, cases, err)
		}
		runs, end := map[Block]uint64{}, uint64(0)
		for _, b := range cases[0].Blocks {
			if b.Symbol != "main.work" || b.Start < end || b.End <= b.Start {
				t.Errorf("block %v after %#x", b, end)
			}
			end = b.End
			runs[Block{Start: b.Start, End: b.End}] = b.Runs
		}
		return runs
	}
	once, twice := runs("1000"), runs("2000")
	loops, others := 0, 0
	for block, n := range once {
		switch twice[block] {
		case n + 1000:
			loops++
		case n:
			others++
		default:
			t.Errorf("block from %#x: %d runs, then %d", block.Start, n, twice[block])
		}
	}
	if len(once) != len(twice) || loops == 0 || others == 0 {
		t.Errorf("%d blocks run more often, %d as often, of %d and %d", loops, others, len(once), len(twice))
	}
}

func TestSplit(t *testing.T) {
	functions := []elf.Symbol{{Name: "f", Value: 100, Size: 50}, {Name: "g", Value: 160, Size: 20}}
	// A jump leads into the middle of the first block. The next ran as often, in two parts.
	blocks := split([]uint64{110, 130, 5, 120, 130, 7, 130, 150, 2, 130, 150, 10, 160, 180, 1})
	got, err := name(blocks, functions)
	want := []Block{{"f", 10, 20, 5}, {"f", 20, 50, 12}, {"g", 0, 20, 1}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, numbers := range [][]uint64{{90, 95, 1}, {140, 155, 1}, {190, 200, 1}} {
		if got, err := name(split(numbers), functions); err == nil {
			t.Errorf("no error for %v, but %v", numbers, got)
		}
	}
}
