package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A usageError is a mistake in the flags of a command.
type usageError struct {
	cmd *cobra.Command
	err error
}

func (e *usageError) Unwrap() error { return e.err }

func (e *usageError) Error() string {
	if missing, ok := errors.AsType[*pflag.NotExistError](e.err); ok {
		return e.missing(missing)
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](e.err)
	if !ok {
		return e.err.Error()
	}
	flag, value := bad.GetFlag(), bad.GetValue()
	if long := flag.Shorthand + value; flag.Shorthand != "" && e.cmd.Flags().Lookup(long) != nil {
		return fmt.Sprintf("-%s is no flag; did you mean --%s?", long, long)
	}
	if _, err := strconv.Atoi(value); err == nil && e.cmd.Flags().Lookup(flag.Name+"s") != nil {
		return fmt.Sprintf("--%s: %v; did you mean --%ss %s?", flag.Name, bad.Unwrap(), flag.Name, value)
	}
	switch flag.Value.Type() {
	case "bool":
		return fmt.Sprintf("--%s: expected no value, or =true or =false, found %q", flag.Name, value)
	case "duration":
		return fmt.Sprintf("--%s: expected a time with its unit, like 10s, 5m or 1h30m, found %q", flag.Name, value)
	case "int", "uint64":
		return fmt.Sprintf("--%s: expected a whole number, found %q", flag.Name, value)
	}
	return fmt.Sprintf("--%s: %v", flag.Name, bad.Unwrap())
}

// missing says which flag was probably meant by one that does not exist.
func (e *usageError) missing(err *pflag.NotExistError) string {
	var names []string
	e.cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	word, dash := err.GetSpecifiedName(), "--"
	if short := err.GetSpecifiedShortnames(); short != "" {
		word, dash = short, "-" // several letters, or a name with one dash
	}
	if near := nearest(word, names); near != "" {
		return fmt.Sprintf("unknown flag: %s%s; did you mean --%s?", dash, word, near)
	}
	return fmt.Sprintf("unknown flag: %s%s; %q takes --%s", dash, word, e.cmd.CommandPath(), strings.Join(names, ", --"))
}

// A refusal is a case in which some flags would have no effect.
type refusal struct {
	holds bool
	when  string // the case: "--game election"
	flags []string
	why   string
}

// refuse returns an error if one of the flags would have no effect.
func refuse(cmd *cobra.Command, refusals ...refusal) error {
	for _, r := range refusals {
		for _, name := range r.flags {
			if r.holds && cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s does not go with %s: %s", name, r.when, r.why)
			}
		}
	}
	return nil
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q takes no arguments, not %q", cmd.CommandPath(), args[0])
	}
	return nil
}

func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%q reads one file, not %d; the second is %q", cmd.CommandPath(), len(args), args[1])
	}
	return nil
}
