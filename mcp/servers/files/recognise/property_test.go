package recognise

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPropertyAGroupHasMembersAndOrderDoesNotMatter holds for any names.
func TestPropertyAGroupHasMembersAndOrderDoesNotMatter(t *testing.T) {
	stem := rapid.SampledFrom([]string{"a", "A", "b", "a.part1", "a.jpg", "ä", ".h", ""})
	ext := rapid.SampledFrom([]string{"", ".jpg", ".HEIC", ".mov", ".xmp", ".md", "_files", ".zip", ".z01", ".001", ".zip.001", ".part2.rar", ".srt", ".mkv", "."})
	one := rapid.Custom(func(t *rapid.T) Name {
		return Name{Name: stem.Draw(t, "stem") + ext.Draw(t, "ext"), Folder: rapid.Bool().Draw(t, "folder")}
	})
	rapid.Check(t, func(t *rapid.T) {
		var names []Name
		for _, n := range rapid.SliceOfDistinct(one, func(n Name) string { return strings.ToLower(n.Name) }).Draw(t, "names") {
			if n.Name != "" {
				names = append(names, n)
			}
		}
		f := NewFolder(names)
		members := map[string]int{}
		for _, n := range names {
			if group := Group(f.Flags(n.Name, n.Folder)); group != "" {
				members[group]++
			}
		}
		for group, n := range members {
			if n < 2 || n != f.Size(group) {
				t.Fatalf("the group %q has %d members, and says %d", group, n, f.Size(group))
			}
		}
		shuffled := rapid.Permutation(names).Draw(t, "shuffled")
		again := NewFolder(shuffled)
		for _, n := range names {
			a, b := Group(f.Flags(n.Name, n.Folder)), Group(again.Flags(n.Name, n.Folder))
			if (a == "") != (b == "") {
				t.Fatalf("%s is in group %q, in another order in %q", n.Name, a, b)
			}
		}
	})
}
