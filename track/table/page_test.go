package table

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestEscapes(t *testing.T) {
	const hostile = "<b a='x' c=\"y\">&|`*_[l](u)\\@me #1 \x1b[31m\u202e\xff https://x"
	for _, test := range []struct {
		name, got, want string
	}{
		{"Visible", Visible(hostile), "<b a='x' c=\"y\">&|`*_[l](u)\\@me #1 \ufffd[31m\ufffd\ufffd https://x"},
		{"HTML", HTML("<b a='x' c=\"y\">&\x1b"), "&lt;b a=&#39;x&#39; c=&#34;y&#34;&gt;&amp;\ufffd"},
		{"Markdown", Markdown(hostile), "&#60;b a='x' c=\"y\"&#62;&#38;&#124;&#96;&#42;&#95;&#91;l&#93;(u)&#92;&#64;me &#35;1 \ufffd&#91;31m\ufffd\ufffd https&#58;//x"},
		{"Markdown", Markdown("Mex/k=1-8 µ"), "Mex/k=1-8 µ"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, expected %q", test.name, test.got, test.want)
		}
	}
}

// A page asks for nothing from elsewhere, and knows light and dark.
func TestPage(t *testing.T) {
	var out bytes.Buffer
	if err := Page(&out, "<title>", func(out *bufio.Writer) { out.WriteString("<p>body</p>\n") }); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, want := range []string{"<title>&lt;title&gt;</title>", "<p>body</p>", "prefers-color-scheme: dark"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	for _, bad := range []string{"http:", "https:", "src=", "@import", "url("} {
		if strings.Contains(page, bad) {
			t.Errorf("%q in the page", bad)
		}
	}
}

// A table that folds carries the heads of its numbers for the style sheet, whatever
// is in them.
func TestFolds(t *testing.T) {
	fold := &Table{Folds: true, Columns: append(Words("name"), Numbers("old", `a'b\"<`)...), Rows: slices.Values([][]Cell{Row("x", "1", "2")})}
	var out bytes.Buffer
	if err := fold.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	if want := `<table class="data folds" style="--h2:&#39;old &#39;;--h3:&#39;a\&#39;b\\&#34;&lt; &#39;">`; !strings.Contains(out.String(), want) {
		t.Errorf("no %s in %s", want, out.String())
	}
	if !strings.Contains(foldStyle(), "td:nth-child(3)::before { content: var(--h3, '')") {
		t.Error("the style has no third head")
	}
}
