package staywords

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

func TestFilesThatStayAreGroupedWithWhatHelps(t *testing.T) {
	noted := func(code documents.NoteCode, args ...string) plan.Item {
		return plan.Item{Status: plan.StatusSkip, Notes: []plan.Reason{{Code: plan.ReasonCode(code), Args: args}}, Reasons: []plan.Reason{{Code: plan.ReasonNothing}}}
	}
	of := func(status plan.Status, code plan.ReasonCode) plan.Item {
		return plan.Item{Status: status, Reasons: []plan.Reason{{Code: code, Field: plan.FieldDate}}}
	}
	got := Groups(plan.Plan{Items: []plan.Item{
		noted(documents.NoteFormat, "image/heic", "photos in the format HEIC"),
		noted(documents.NoteFormat, "application/zip", "archives"), noted(documents.NoteFormat, "audio/mpeg", "sound recordings"),
		noted(documents.NoteLocked), noted(documents.NoteLocked),
		noted(documents.NoteNoLanguages, "deu"),
		noted(documents.NoteTooSlow), noted(documents.NoteTooMuchSpace), noted(documents.NoteCrashed),
		of(plan.StatusReady, plan.ReasonNothing), of(plan.StatusSkip, plan.ReasonChosen), of(plan.StatusSkip, plan.ReasonSame),
		of(plan.StatusReview, plan.ReasonUncertain), of(plan.StatusSkip, plan.ReasonUnread),
	}})
	want := []Group{
		{"too large to read, or their reader failed", "try each again alone: deskhand triage FILE", 3},
		{"password-protected", "save them without it", 2},
		{"photos in the format HEIC, which are not read", "convert them to PDF, JPEG or text", 1},
		{"archives, which are not read", "unpack them", 1},
		{"sound recordings, which are not read", "rename them by hand", 1},
		{"the language of their text is not installed", documents.InstallLanguages([]string{"deu"}), 1},
		{"not sure enough", "see the note on each; use a model with --model NAME, or correct them in the window", 1},
		{"not read yet", "run this again; what was read is cached", 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("it is\n%+v\nnot\n%+v", got, want)
	}
	if got := Groups(plan.Plan{Items: []plan.Item{of(plan.StatusReady, plan.ReasonRead), of(plan.StatusSkip, plan.ReasonSeries)}}); len(got) > 0 {
		t.Errorf("where nothing helps it is %+v", got)
	}
}
