package worker

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
)

func init() { others["greedy"] = greedy }

// greedy is a process to which its share of the memory is too little, and which fails
// when it has the memory of all while another process lives.
func greedy(args []string) int {
	memory, err := strconv.ParseUint(args[2], 10, 64)
	if err != nil {
		return 4
	}
	lock, err := os.OpenFile(filepath.Join(args[1], "memory"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return 4
	}
	kind := syscall.LOCK_SH
	if memory == leastMemory {
		kind = syscall.LOCK_EX
	}
	if syscall.Flock(int(lock.Fd()), kind|syscall.LOCK_NB) != nil {
		return 4
	}
	_ = writeFrame(os.Stdout, answer{Ready: &Ready{}}, nil)
	_, _ = readFrame(os.Stdin, &request{})
	if kind == syscall.LOCK_SH {
		fmt.Fprintln(os.Stderr, "out of memory")
		return 2
	}
	for range 100 {
		sha256.Sum256(make([]byte, 1<<16))
	}
	_ = writeFrame(os.Stdout, answer{}, nil)
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// A file that needs the memory of all processes waits until it is free, and others wait
// for it.
func TestTheMemoryOfAllIsGivenToOneFileAtATime(t *testing.T) {
	p := pool(t, Config{Command: []string{os.Args[0], "greedy"}, Compiled: t.TempDir(), Workers: 3})
	p.memory = leastMemory
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			f, err := p.Open(t.Context(), "a.txt", []byte("x"))
			if err != nil {
				t.Error(err)
			} else if !f.alone {
				t.Error("its share of the memory was enough")
			}
			f.Close()
		})
	}
	all.Wait()
}
