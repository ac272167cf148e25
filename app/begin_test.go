package app

import "testing"

func TestAConversationThatStartsInTheSameSecondHasAnIDOfItsOwn(t *testing.T) {
	d := newFixture(t, &willing{})
	drawn := []string{"20261120-140233-7f3a", "20261120-140233-7f3a", "20261120-140233-0b1c"}
	ids := func() string {
		id := drawn[0]
		drawn = drawn[1:]
		return id
	}
	first, err := d.core.begin(t.Context(), "one", ids)
	must(t, err)
	second, err := d.core.begin(t.Context(), "two", ids)
	must(t, err)
	if first.ID == second.ID || second.ID != "20261120-140233-0b1c" {
		t.Errorf("the two conversations are %s and %s", first.ID, second.ID)
	}
}
