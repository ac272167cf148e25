package memory

import "testing"

func TestThisComputerHasMemory(t *testing.T) {
	if m := OfThisComputer(t.Context()); m.RAM < 1<<28 {
		t.Errorf("this computer has %d bytes", m.RAM)
	}
}
