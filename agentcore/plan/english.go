package plan

import (
	"fmt"
	"strings"
)

// English explains to a model why a file keeps its name.
func English(reasons []Reason) string {
	var said []string
	for _, r := range reasons {
		if words := r.english(); words != "" {
			said = append(said, words)
		}
	}
	return strings.Join(said, " ")
}

func (r Reason) english() string {
	switch {
	case r.Failure != nil:
		return strings.TrimSpace(r.Failure.Message + " " + r.Failure.Next())
	case r.Code == ReasonSaid:
		return r.Text
	case r.Code == ReasonDuplicate && len(r.Args) == 1:
		return "It has the same contents as " + r.Args[0] + ", so it keeps its name."
	case r.Code == ReasonGroup && len(r.Args) == 1:
		return fmt.Sprintf("It belongs together with others (%s). It is left alone.", r.Args[0])
	case r.Code == ReasonOtherContent && len(r.Args) == 2:
		return fmt.Sprintf("Its name ends in %q, but it holds %s.", r.Args[0], r.Args[1])
	}
	if words := keptWords[r.Code]; words != "" {
		return words
	}
	return r.note().English()
}

var keptWords = map[ReasonCode]string{
	ReasonChosen:         "Its name looks like one that somebody chose, so it keeps it.",
	ReasonSeries:         "It is named like others in its folder, so it keeps its name.",
	ReasonSame:           "It is named like this already.",
	ReasonByPerson:       "The person named it.",
	ReasonNothing:        "Nothing sure was found in it, so it keeps its name.",
	ReasonOnlineOnly:     "Its contents are online only; it is left alone until it is downloaded.",
	ReasonUnreadableName: "Its name is not readable text. It is left alone.",
	ReasonBeingWritten:   "It is still being written. It is left alone.",
	ReasonUnread:         "It could not be read.",
	ReasonCancelled:      "Reading was cancelled.",
	ReasonBroken:         "The file is broken: it cannot be read.",
	ReasonUnreadable:     "Nothing in it can be read.",
	ReasonUnmovable:      "It cannot be moved.",
	ReasonNotMeant:       "It is none of the files that were asked for.",
}
