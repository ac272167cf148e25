package staywords

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// Plain returns the words of a reason without arguments; empty for another one.
func Plain(code plan.ReasonCode) string {
	return map[plan.ReasonCode]string{
		plan.ReasonChosen:         "Its name looks chosen by a person, so it stays.",
		plan.ReasonSeries:         "It is named like others in its folder, so its name stays.",
		plan.ReasonSame:           "It already has this name.",
		plan.ReasonByPerson:       "You named it.",
		plan.ReasonNothing:        "Nothing certain was found in it, so its name stays.",
		plan.ReasonOnlineOnly:     "Its contents are online only; download it first.",
		plan.ReasonUnreadableName: "Its name is not readable text. It is left alone.",
		plan.ReasonBeingWritten:   "It is still being written. It is left alone.",
		plan.ReasonUnread:         "It could not be read.",
		plan.ReasonCancelled:      "Reading was cancelled.",
		plan.ReasonBroken:         "The file is damaged and cannot be read.",
		plan.ReasonUnreadable:     "Nothing in it can be read.",
		plan.ReasonUnmovable:      "It cannot be moved.",
		plan.ReasonNotMeant:       "It is not among the files you asked for.",
		plan.ReasonLeftOut:        "You excluded it.",
		plan.ReasonOtherName:      "The planned name is taken.",
	}[code]
}

// Contents says what a MIME type stands for.
func Contents(mime string) string {
	if words, ok := map[string]string{
		"text/html": "a web page", "text/plain": "plain text", "application/pdf": "a PDF",
		"application/zip": "an archive", "application/octet-stream": "something unknown",
	}[mime]; ok {
		return words
	}
	family, _, _ := strings.Cut(mime, "/")
	if words, ok := map[string]string{"image": "a picture", "video": "a film", "audio": "a recording", "text": "text"}[family]; ok {
		return words + " (" + mime + ")"
	}
	return mime
}
