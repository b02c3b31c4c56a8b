package gate

import "testing"

func TestSymbolPrefix(t *testing.T) {
	module := func(path string) goPackage {
		return goPackage{ImportPath: path + "/inner", Module: &struct{ Path string }{path}}
	}
	for path, want := range map[string]string{
		"mexlab": "mexlab", "example.com/sums": "example.com/sums", "gopkg.in/yaml.v3": "gopkg.in/yaml%2ev3",
	} {
		if got := symbolPrefix(module(path)); got != want {
			t.Errorf("%s: %s, expected %s", path, got, want)
		}
	}
}
