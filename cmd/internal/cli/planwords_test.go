package cli

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

func TestEachReasonOfAPlanHasWordsAtATerminal(t *testing.T) {
	for _, code := range []plan.ReasonCode{
		plan.ReasonChosen, plan.ReasonSeries, plan.ReasonSame, plan.ReasonByPerson, plan.ReasonNothing, plan.ReasonGroup, plan.ReasonOnlineOnly,
		plan.ReasonUnreadableName, plan.ReasonBeingWritten, plan.ReasonUnread, plan.ReasonCancelled, plan.ReasonEmpty, plan.ReasonBroken,
		plan.ReasonOtherContent, plan.ReasonUnreadable, plan.ReasonUnmovable, plan.ReasonLeftOut, plan.ReasonOtherName,
		plan.ReasonUncertain, plan.ReasonDoubted, plan.ReasonNoIssuer, plan.ReasonNoDate, plan.ReasonTooLittle, plan.ReasonNumberOnly,
		plan.ReasonSeen, plan.ReasonLosesWords, plan.ReasonNoFolder, plan.ReasonHabit, plan.ReasonRule, plan.ReasonLike, plan.ReasonDuplicate,
	} {
		doubted := map[string]plan.Field{plan.FieldDate: {Doubts: []plan.Reason{{Code: plan.DoubtOtherDay}}}}
		if why, _ := itemWords(plan.Item{Reasons: []plan.Reason{{Code: code, Field: plan.FieldDate}}, Fields: doubted}); strings.TrimPrefix(why, ". To look at: ") == "" {
			t.Errorf("%s has no words", code)
		}
	}
	for _, code := range []plan.ReasonCode{
		plan.DoubtSwapped, plan.DoubtOtherDay, plan.DoubtFileName, plan.DoubtProperties, plan.DoubtRecipient, plan.DoubtModel, plan.DoubtRules, plan.ReasonSeen,
	} {
		if doubtWords([]plan.Reason{{Code: code}}) == "" {
			t.Errorf("the doubt %s has no words", code)
		}
	}
	for _, code := range []documents.NoteCode{
		documents.NoteTooLarge, documents.NoteEmpty, documents.NoteFormat, documents.NoteNoText, documents.NoteNoLanguages, documents.NoteNoReader,
		documents.NoteNoLanguage, documents.NoteLocked, documents.NoteNoPDF, documents.NoteTooSlow, documents.NoteTooMuchWork, documents.NoteTooMuchSpace,
		documents.NoteCrashed, documents.NoteNoWorker, documents.NoteOCRFailed, documents.NoteTooManyDots, documents.NoteBomb, documents.NoteDamaged,
	} {
		if n := (documents.Note{Code: code}); noteWords(n) == "" || n.English() == "" {
			t.Errorf("the note %s has no words here or for models", code)
		}
	}
}

func TestAHabitIsSaidWithTheDayThatItIsFrom(t *testing.T) {
	for about, want := range map[string]string{
		"issuer": "the sender's name as you wrote it on 3 March 2026", "kind": "the kind as you wrote it on 3 March 2026",
		"name": "named like you named them on 3 March 2026", "folder": "in the folder where you put them on 3 March 2026",
	} {
		if got := reasonWords(plan.Reason{Code: plan.ReasonHabit, Field: about, Args: []string{"2026-03-03"}}); got != want {
			t.Errorf("%s: %q", about, got)
		}
	}
}

func TestWhyAnItemHasItsNameIsSaidFromItsReasons(t *testing.T) {
	it := plan.Item{
		Reasons: []plan.Reason{
			{Code: plan.ReasonRead, Field: plan.FieldDate, Text: "03/04/2026", Page: 2},
			{Code: plan.ReasonRead, Field: plan.FieldIssuer, Text: "Alder"},
			{Code: plan.ReasonDoubted, Field: plan.FieldDate},
			{Code: plan.ReasonUncertain, Field: plan.FieldIssuer},
		},
		Fields: map[string]plan.Field{plan.FieldDate: {Doubts: []plan.Reason{{Code: plan.DoubtSwapped, Args: []string{"2026-04-03", "2026-03-04"}}}}},
		Notes:  []plan.Reason{{Code: "no_text"}, {Code: plan.ReasonLeftOut}},
	}
	why, note := itemWords(it)
	if want := "date “03/04/2026” on page 2, issuer “Alder”. To look at: day and month could be swapped: 2026-04-03 or 2026-03-04; the issuer is not certain"; why != want {
		t.Errorf("%q\nwant %q", why, want)
	}
	if note != "No text was found on its pages. You excluded it." {
		t.Errorf("%q", note)
	}
	failed := plan.Item{Reasons: []plan.Reason{{Code: plan.ReasonUnmovable, Failure: &chat.Failure{Code: chat.CodeVanished}}}}
	if why, _ := itemWords(failed); why != "It no longer exists. Check where it was moved." {
		t.Errorf("%q", why)
	}
}
