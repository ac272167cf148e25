package budget

// The defaults of the arithmetic, in tokens.
const (
	// Margin is kept free for what a chat template adds around messages.
	Margin = 256
	// MaxReserve is the most that is kept free for the answer.
	MaxReserve = 4096
	// RoundRoom is what one more round takes: about 500 for what the model says
	// and 1,000 for a result. Compaction aims at leaving it free.
	RoundRoom = 1500
	// wideWindow is the smallest window in which RoundRoom is left free whole; in
	// a smaller one it is in proportion, or nothing would be left to work in.
	wideWindow = 8192
	// wideForTools is the window above which definitions may take a third more of
	// it.
	wideForTools = 32_768
	// crampedRounds is how many rounds a turn gets in a window in which each of them
	// crowds out the ones before.
	crampedRounds = 5
	// partForRequest is the share that one request may take in full: a quarter.
	partForRequest = 4
)

// Budget is how a context window is divided, in tokens.
type Budget struct {
	Window  int
	System  int
	Tools   int
	Reserve int
}

// Reserve is the share of a window that is kept for the answer.
func Reserve(window int) int { return min(MaxReserve, window/4) }

// ForTools is the most that tool definitions may take of a window, of which they
// have a share.
func ForTools(window int, share float64) int {
	if window > wideForTools {
		share += share / 3
	}
	return int(float64(window) * share)
}

// ForRequest is the most that a request is shown of in full.
func ForRequest(window int) int { return window / partForRequest }

// History is what is left for messages; never below zero.
func (b Budget) History() int { return max(0, b.left()) }

func (b Budget) left() int { return b.Window - b.System - b.Tools - b.Reserve - Margin }

// Aim is what compaction brings the messages down to, so that another round
// fits; never below zero.
func (b Budget) Aim() int { return max(0, b.left()-roundRoom(b.Window)) }

func roundRoom(window int) int { return min(RoundRoom, RoundRoom*window/wideWindow) }

// Threshold is how many tokens the messages may take before they are compacted:
// what inputTokens leaves besides the system prompt and the tools, at most the
// aim. With inputTokens 0 the aim alone counts.
func (b Budget) Threshold(inputTokens int) int {
	if inputTokens <= 0 {
		return b.Aim()
	}
	return max(0, min(b.Aim(), inputTokens-b.System-b.Tools))
}

// ForResult is the most characters of a result that a window is given at once: what
// is wanted, and in a small window a quarter of it, so that the newest result can be
// seen whole.
func ForResult(window, wanted int) int {
	if window >= wideWindow {
		return wanted
	}
	return min(wanted, int(float64(window/partForRequest)*charsPerTokenJSON))
}

// Cramped is how many rounds of a turn may each need older ones to be summed up, or
// the newest to be cut, before the turn is summed up itself; 0: any number. In a
// small window every round does, and each costs two requests.
func Cramped(window int) int {
	if window >= wideWindow {
		return 0
	}
	return crampedRounds
}

// Gate reports whether no further round of tool calls fits: messages that were
// compacted as far as they can be still take more than the aim.
func Gate(b Budget, messages int) bool { return messages > b.Aim() }
