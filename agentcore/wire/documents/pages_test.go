package documents

import "testing"

func TestPagesAreReadAsTheyWereWritten(t *testing.T) {
	for _, p := range [][3]int{{1, 1, 1}, {1, 3, 18}, {7, 56, 1200}} {
		first, last, total, ok := PagesOf(p[0], p[1], p[2]).Range()
		if got := [3]int{first, last, total}; got != p || !ok {
			t.Errorf("%v became %v, %v", p, got, ok)
		}
	}
	for _, p := range []Pages{"", "2 of 2", "1-3", "1-3 of 18 and more", "01-3 of 18", "a-b of c"} {
		if _, _, _, ok := p.Range(); ok {
			t.Errorf("%q is taken for pages", p)
		}
	}
}
