package words

import "testing"

func TestList(t *testing.T) {
	for want, list := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := List(list); got != want {
			t.Errorf("%q: got %q, want %q", list, got, want)
		}
	}
}
