package staywords

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// stay is why a file was not named, and the one thing that helps.
type stay struct{ why, help string }

// Group is files that were not named for one reason.
type Group struct {
	Why   string
	Help  string
	Files int
}

// Groups are why the files of a plan were not named, the reason of most of them
// first. Files that nothing helps are not among them.
func Groups(p plan.Plan) []Group {
	var all []Group
	for _, it := range p.Items {
		s := stayOf(it)
		if it.Status == plan.StatusReady || s.help == "" {
			continue
		}
		at := slices.IndexFunc(all, func(g Group) bool { return g.Why == s.why && g.Help == s.help })
		if at < 0 {
			at = len(all)
			all = append(all, Group{Why: s.why, Help: s.help})
		}
		all[at].Files++
	}
	slices.SortStableFunc(all, func(a, b Group) int { return b.Files - a.Files })
	return all
}

// stayOf is why an item was not named. One without help keeps its name for good.
func stayOf(it plan.Item) stay {
	for _, r := range slices.Concat(it.Notes, it.Reasons) {
		if s := stayOfReason(r); s.help != "" {
			return s
		}
	}
	if it.Status == plan.StatusReview {
		return stay{"not sure enough", "see the note on each; use a model with --model NAME, or correct them in the window"}
	}
	return stay{}
}

func stayOfReason(r plan.Reason) stay {
	const again = "run this again; what was read is cached"
	switch r.Code {
	case plan.ReasonOnlineOnly:
		return stay{"their contents are online only", "download them, then run this again"}
	case plan.ReasonBeingWritten:
		return stay{"still being written", again + " when that is done"}
	case plan.ReasonCancelled, plan.ReasonUnread:
		return stay{"not read yet", again}
	case plan.ReasonNothing:
		return stay{"nothing certain was found in them", "use a model with --model NAME"}
	case plan.ReasonEmpty, plan.ReasonBroken:
		return stay{"empty or damaged", "get another copy of them"}
	}
	switch code := documents.NoteCode(r.Code); code {
	case documents.NoteNoReader:
		return stay{"text in images is not read", documents.InstallReader()}
	case documents.NoteNoLanguage:
		return stay{"text in images is not read", documents.InstallLanguage()}
	case documents.NoteNoLanguages:
		return stay{"the language of their text is not installed", documents.InstallLanguages(r.Args)}
	case documents.NoteNoPDF, documents.NoteNoWorker:
		return stay{"their reader does not start", "see: deskhand doctor"}
	case documents.NoteTooSlow, documents.NoteTooMuchWork, documents.NoteTooMuchSpace, documents.NoteCrashed, documents.NoteOCRFailed:
		return stay{"too large to read, or their reader failed", "try each again alone: deskhand triage FILE"}
	case documents.NoteLocked:
		return stay{"password-protected", "save them without it"}
	case documents.NoteFormat:
		return stay{FormatName(r.Args) + ", which are not read", formatHelp(r.Args)}
	case documents.NoteTooLarge, documents.NoteTooManyDots, documents.NoteBomb:
		return stay{"larger than the limit", "make them smaller"}
	case documents.NoteDamaged, documents.NoteEmpty:
		return stay{"empty or damaged", "get another copy of them"}
	}
	return stay{}
}

// FormatName is what files of a format that is not read are called.
func FormatName(args []string) string {
	if len(args) < 2 || args[1] == "" {
		return "files of this kind"
	}
	return args[1]
}

// formatHelp is what helps with files of a format that is not read, whose MIME type comes
// first.
func formatHelp(args []string) string {
	mime := slices.Concat(args, []string{""})[0]
	switch family, _, _ := strings.Cut(mime, "/"); {
	case slices.Contains([]string{"application/zip", "application/x-tar", "application/gzip", "application/x-7z-compressed"}, mime):
		return "unpack them"
	case family == "audio" || family == "video":
		return "rename them by hand"
	}
	return "convert them to PDF, JPEG or text"
}
