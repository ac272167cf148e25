package rules

import (
	"cmp"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// trouble says how a call failed, no more than its result says.
func (s *speech) trouble(r result) string {
	switch {
	case r.status == chat.StatusDenied && r.failure.Code == chat.CodeDeniedAgain:
		return s.text("denied_again")
	case r.status == chat.StatusDenied:
		return s.text("denied")
	case r.failure.Class == chat.ErrInterrupted:
		return s.text("cut_short")
	case r.status == chat.StatusCancelled:
		return s.text("cancelled")
	case r.failure.Class == chat.ErrTimeout:
		return s.text("timed_out")
	case r.status == chat.StatusBlocked:
		return s.text("blocked", "cause", s.cause(r.failure, r.tool))
	default:
		return s.text("failed", "cause", s.cause(r.failure, r.tool))
	}
}

// causes describe the codes of failures.
var causes = map[chat.Code]string{
	chat.CodeDiskFull:      "disk_full",
	chat.CodeReadOnly:      "read_only",
	chat.CodePermission:    "permission",
	chat.CodeVanished:      "vanished",
	chat.CodeChanged:       "changed",
	chat.CodeTaken:         "taken",
	chat.CodeNameTooLong:   "name_too_long",
	chat.CodeNotRegular:    "not_regular",
	chat.CodeLink:          "is_link",
	chat.CodeNotFolder:     "not_folder",
	chat.CodeOnlineOnly:    "online_only",
	chat.CodeBeingWritten:  "being_written",
	chat.CodeUnreachable:   "unreachable",
	chat.CodeTwice:         "twice",
	chat.CodeOutside:       "outside",
	chat.CodeTargetOutside: "target_outside",
	chat.CodeLookOnly:      "look_only",
	chat.CodeExcluded:      "excluded",
	chat.CodeUnrecorded:    "unrecorded",
	chat.CodeNothingToUndo: "nothing_to_undo",
	chat.CodeEdited:        "edited",
	chat.CodeOtherName:     "other_name",
}

// classes describe failures whose code says nothing.
var classes = map[chat.ErrorType]string{
	chat.ErrInvalidArgs:      "invalid",
	chat.ErrPermissionDenied: "outside",
	chat.ErrNetwork:          "unreachable",
	chat.ErrBlocked:          "changed",
	chat.ErrServerDown:       "server_down",
	chat.ErrCircuitBreaker:   "out_of_order",
}

// cause describes the failure of a tool.
func (s *speech) cause(f chat.Failure, tool string) string {
	words := s.text("no_cause", "tool", tool)
	if key := cmp.Or(causes[f.Code], classes[f.Class]); key != "" {
		words = s.text(key)
	}
	if f.Code == chat.CodeLookOnly {
		words += " " + s.text("no_file_changes")
	}
	if f.Path != "" {
		words += "\n" + s.text("path", "path", filename.Shown(f.Path))
	}
	if len(f.Suggestions) > 0 {
		words += "\n" + s.text("suggestion", "names", filename.Shown(strings.Join(f.Suggestions, ", ")))
	}
	return words
}

// firstTrouble returns the first failed result.
func firstTrouble(results []result) (result, bool) {
	for _, r := range results {
		if r.status != chat.StatusOK {
			return r, true
		}
	}
	return result{}, false
}
