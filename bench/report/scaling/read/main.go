// Read reads the numbers of a file, and writes their count and their sum. No
// solver can do less.
package main

import (
	"fmt"
	"os"

	"mexlab/game/text"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "read: expected one file")
		os.Exit(2)
	}
	count, sum, err := read(os.Args[1])
	if err != nil {
		fmt.Fprintf(os.Stderr, "read: %s: %v\n", os.Args[1], err)
		os.Exit(2)
	}
	fmt.Println(count, sum)
}

func read(name string) (count int, sum uint64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	r := text.NewReader(f)
	var numbers [1024]uint64
	for {
		n, err := r.Uints(numbers[:])
		count += n
		for _, x := range numbers[:n] {
			sum += x
		}
		if err != nil {
			return count, sum, r.End()
		}
	}
}
