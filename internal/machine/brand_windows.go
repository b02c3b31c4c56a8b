package machine

import "golang.org/x/sys/windows/registry"

// systemBrand returns what the system calls the processor, or "".
func systemBrand() string {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, `HARDWARE\DESCRIPTION\System\CentralProcessor\0`, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer key.Close()
	name, _, _ := key.GetStringValue("ProcessorNameString")
	return name
}
