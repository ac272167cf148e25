package budget_test

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/budget"
)

func TestWhatIsLeftForHistoryIsNeverBelowNothing(t *testing.T) {
	b := budget.Budget{Window: 8192, System: 500, Tools: 1000, Reserve: budget.Reserve(8192)}
	if got := b.History(); got != 8192-500-1000-2048-256 {
		t.Fatalf("%d tokens", got)
	}
	if got := b.Aim(); got != 8192-500-1000-2048-256-1500 {
		t.Fatalf("the aim is %d tokens", got)
	}
	b.Tools = 10_000
	if b.History() != 0 || b.Aim() != 0 || b.Threshold(1) != 0 {
		t.Fatalf("%d tokens, aim %d, threshold %d", b.History(), b.Aim(), b.Threshold(1))
	}
}

func TestTheReserveIsAQuarterOfTheWindowAndAtMost4096(t *testing.T) {
	for window, want := range map[int]int{2048: 512, 8192: 2048, 16384: 4096, 1 << 20: 4096} {
		if got := budget.Reserve(window); got != want {
			t.Errorf("reserve of %d is %d, want %d", window, got, want)
		}
	}
}

func TestTheThresholdIsTheSmallerOfInputTokensAndTheAim(t *testing.T) {
	b := budget.Budget{Window: 32768, System: 400, Tools: 1600, Reserve: budget.Reserve(32768)}
	for inputTokens, want := range map[int]int{
		40_000: b.Aim(),
		10_000: 10_000 - 400 - 1600,
		1000:   0,
		0:      b.Aim(), // the threshold is off, the fit is not
	} {
		if got := b.Threshold(inputTokens); got != want {
			t.Errorf("with %d it is %d, want %d", inputTokens, got, want)
		}
	}
}

func TestTheGateClosesOnlyAboveTheAim(t *testing.T) {
	b := budget.Budget{Window: 8192, System: 300, Tools: 700, Reserve: budget.Reserve(8192)}
	if budget.Gate(b, b.Aim()) {
		t.Error("it closes when another round fits exactly")
	}
	if !budget.Gate(b, b.Aim()+1) {
		t.Error("it stays open when no other round fits")
	}
}

func TestDefinitionsMayTakeAThirdOfAWideWindow(t *testing.T) {
	if a, b := budget.ForTools(32_768, 0.25), budget.ForTools(65_536, 0.25); a != 8192 || b != 21_845 {
		t.Fatalf("%d and %d", a, b)
	}
}

func TestASmallWindowKeepsRoomToWorkIn(t *testing.T) {
	b := budget.Budget{Window: 4096, System: 400, Tools: budget.ForTools(4096, 0.25), Reserve: budget.Reserve(4096)}
	if got := b.Aim(); got != 4096-400-1024-1024-256-750 {
		t.Fatalf("the aim is %d", got)
	}
}
