package budget

// Defaults, in tokens.
const (
	// Margin is reserved for what a chat template adds around messages.
	Margin = 256
	// MaxReserve is the most that is reserved for the answer.
	MaxReserve = 4096
	// RoundRoom is the size of one more round: about 500 for the model's text and 1,000
	// for a result. Compaction aims at leaving it free.
	RoundRoom = 1500
	// wideWindow is the smallest window in which all of RoundRoom is left free; in a
	// smaller one a proportional part is, so that some room to work remains.
	wideWindow = 8192
	// wideForTools is the window above which definitions may take a third more.
	wideForTools = 32_768
	// crampedRounds is the number of rounds in a turn if each crowds out the ones before.
	crampedRounds = 5
	// partForRequest: a request is shown in full up to this fraction of the window, a
	// quarter.
	partForRequest = 4
)

// Budget is how a context window is divided, in tokens.
type Budget struct {
	Window  int
	System  int
	Tools   int
	Reserve int
}

// Reserve returns the part of a window reserved for the answer.
func Reserve(window int) int { return min(MaxReserve, window/4) }

// ForTools returns the most that tool definitions may take of a window, given their
// share.
func ForTools(window int, share float64) int {
	if window > wideForTools {
		share += share / 3
	}
	return int(float64(window) * share)
}

// ForRequest returns the most that a request is shown in full.
func ForRequest(window int) int { return window / partForRequest }

// History returns what is left for messages; never negative.
func (b Budget) History() int { return max(0, b.left()) }

func (b Budget) left() int { return b.Window - b.System - b.Tools - b.Reserve - Margin }

// Aim returns the size that compaction aims at, so that another round fits; never
// negative.
func (b Budget) Aim() int { return max(0, b.left()-roundRoom(b.Window)) }

func roundRoom(window int) int { return min(RoundRoom, RoundRoom*window/wideWindow) }

// Threshold returns how many tokens the messages may take before compaction: inputTokens
// less the system prompt and the tools, at most Aim. With inputTokens 0 it is Aim.
func (b Budget) Threshold(inputTokens int) int {
	if inputTokens <= 0 {
		return b.Aim()
	}
	return max(0, min(b.Aim(), inputTokens-b.System-b.Tools))
}

// ForResult returns the most characters of a result for a window: wanted, but in a small
// window a quarter of it, so that the newest result can be shown in full.
func ForResult(window, wanted int) int {
	if window >= wideWindow {
		return wanted
	}
	return min(wanted, int(float64(window/partForRequest)*charsPerTokenJSON))
}

// Cramped returns how many rounds of a turn may require a summary or a cut before the
// turn itself is ended; 0 means any number. In a small window every round does, and each
// costs two requests.
func Cramped(window int) int {
	if window >= wideWindow {
		return 0
	}
	return crampedRounds
}

// Gate reports whether no further round of tool calls fits: the messages exceed Aim even
// after full compaction.
func Gate(b Budget, messages int) bool { return messages > b.Aim() }
