package memory

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Memory is what a computer has for models, in bytes; 0: not known, or none.
type Memory struct{ RAM, GPU int64 }

// OfThisComputer asks the system for its memory and the drivers for that of the
// largest GPU. It takes two seconds at most.
func OfThisComputer(ctx context.Context) Memory {
	return Memory{RAM: systemMemory(), GPU: max(nvidiaMemory(ctx), amdMemory("/sys/class/drm"))}
}

// driverPatience is how long a driver's program may take.
const driverPatience = 2 * time.Second

// nvidiaMemory asks the program of NVIDIA's driver, if there is one.
func nvidiaMemory(ctx context.Context) int64 {
	ctx, cancel := context.WithTimeout(ctx, driverPatience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=memory.total", "--format=csv,noheader,nounits").Output()
	if err != nil {
		return 0
	}
	var most int64
	for line := range strings.Lines(string(out)) {
		if mib, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64); err == nil {
			most = max(most, mib<<20)
		}
	}
	return most
}

// amdMemory reads what the AMD driver says of its cards under root. What a
// processor's own graphics borrow of the RAM is small there, and counts as none.
func amdMemory(root string) int64 {
	const least = 4 << 30
	files, _ := filepath.Glob(filepath.Join(root, "card*", "device", "mem_info_vram_total")) // the pattern is in order
	var most int64
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n >= least {
			most = max(most, n)
		}
	}
	return most
}
