package main

import (
	"github.com/spf13/cobra"
)

// forms are the flags for the form of a report. Without any it is text.
type forms struct{ json, markdown, html bool }

// add adds the flags. The JSON has more than the text: that is what more says.
func (f *forms) add(cmd *cobra.Command, more string) {
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "write JSON instead of text"+more)
	flags.BoolVar(&f.markdown, "markdown", false, "write Markdown instead of text")
	flags.BoolVar(&f.html, "html", false, "write a page of HTML instead of text")
}

// refuse returns an error if there is more than one.
func (f *forms) refuse(cmd *cobra.Command) error {
	const why = "a report has one form"
	return refuse(cmd,
		refusal{f.json, "--json", []string{"markdown", "html"}, why},
		refusal{f.markdown, "--markdown", []string{"html"}, why})
}

// of returns the one of four things that is for the form.
func of[T any](f forms, text, json, markdown, html T) T {
	switch {
	case f.json:
		return json
	case f.markdown:
		return markdown
	case f.html:
		return html
	}
	return text
}
