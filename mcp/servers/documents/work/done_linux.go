package work

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// done returns how long a process has computed, in milliseconds.
func done(p *os.Process) (int64, bool) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Pid))
	if err != nil {
		return 0, false
	}
	_, rest, ok := bytes.Cut(data, []byte(") "))
	fields := bytes.Fields(rest)
	const user, system = 11, 12 // after the name; in hundredths of a second
	if !ok || len(fields) <= system {
		return 0, false
	}
	u, err := strconv.ParseInt(string(fields[user]), 10, 64)
	s, bad := strconv.ParseInt(string(fields[system]), 10, 64)
	return (u + s) * 10, err == nil && bad == nil
}
