package pdf

import "testing"

func TestMemoryGrowsInPlaceWithinWhatIsReserved(t *testing.T) {
	memory := newLinear(0, 1<<20)
	defer memory.Free()
	first := memory.Reallocate(64 << 10)
	first[0] = 7
	if larger := memory.Reallocate(1 << 20); len(larger) != 1<<20 || &larger[0] != &first[0] {
		t.Errorf("%d bytes, in place: %v", len(larger), &larger[0] == &first[0])
	}
	if moved := memory.Reallocate(2 << 20); len(moved) != 2<<20 || moved[0] != 7 {
		t.Errorf("of more than was reserved there are %d bytes, the first is %d", len(moved), moved[0])
	}
}
