package compare

import (
	"bufio"
	"fmt"
	"io"
)

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "old: %s\nnew: %s\n", clean(r.Old.describe()), clean(r.New.describe()))
	for i := range r.Tables {
		fmt.Fprintln(out)
		if err := r.layout(&r.Tables[i]).WriteText(out); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	for title, item := range r.items() {
		fmt.Fprintf(out, "%s: %s\n", title, clean(item))
	}
	fmt.Fprintf(out, "%s\n%s\n", r.Summary(), r.criteria())
	return out.Flush()
}
