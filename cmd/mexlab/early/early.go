// Package early does what pays only before other packages initialise. To
// import it is to have it done: of the packages that wait for no other, Go
// initialises the one with the least import path first, and this one needs
// nothing but syscall.
//
// It moves the heap into huge pages. A short run touches some hundred pages of
// 4 KiB, most of them while packages initialise, and each first touch is a trap
// into the kernel, and one more into the hypervisor on many virtual machines:
// 16 µs in all on the machine where this was measured, where one huge page
// takes 150 µs. Of the 26 ms that 20 boards of 100 vertices took there, 3 went.
// Where traps are cheap, a huge page costs about as much as the small ones it
// stands for.
package early
