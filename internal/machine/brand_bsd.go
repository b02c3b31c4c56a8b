//go:build darwin || freebsd

package machine

import "syscall"

// systemBrand returns what the system calls the processor, or "".
func systemBrand() string {
	for _, name := range []string{"machdep.cpu.brand_string", "hw.model"} { // of darwin, and of both
		if brand, err := syscall.Sysctl(name); err == nil && brand != "" {
			return brand
		}
	}
	return ""
}
