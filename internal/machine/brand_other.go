//go:build !windows && !darwin && !freebsd

package machine

// systemBrand returns "": Linux has /proc/cpuinfo.
func systemBrand() string { return "" }
