package plan

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

func TestReadingIsDescribedInWords(t *testing.T) {
	for want, r := range map[string]plan.Read{
		"Read page 1 of 1 (OCR, 96% confidence).":        {Pages: "1-1 of 1", Method: plan.MethodOCR, Confidence: 0.96},
		"Read pages 1 to 3 of 18 (OCR, 91% confidence).": {Pages: "1-3 of 18", Method: plan.MethodOCR, Confidence: 0.914},
		"Read pages 1 to 2 of 2.":                        {Pages: "1-2 of 2", Method: plan.MethodText, Confidence: 1},
		"Read page 2 of 2.":                              {Pages: "2-2 of 2", Method: plan.MethodText},
		"Read it.":                                       {Method: plan.MethodText},
		"Date taken from the camera.":                    {Method: plan.MethodEXIF},
		"Nothing in it could be read.":                   {Method: plan.MethodNone},
		"Read it (OCR, 50% confidence).":                 {Pages: "something else", Method: plan.MethodOCR, Confidence: 0.5},
	} {
		if got := readWords(r); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

func TestTheButtonNamesItsEffect(t *testing.T) {
	item := func(from, to string, s plan.Status) plan.Item { return plan.Item{From: from, To: to, Status: s} }
	for _, row := range []struct {
		name, action, promise string
		items                 []plan.Item
	}{
		{
			"nothing is ready", "Nothing to rename", "Tick files to rename them. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReview)},
		},
		{
			"one file", "Rename 1 file", "1 file gets a new name in this folder. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReady)},
		},
		{
			"two folders", "Rename 2 files", "2 files get new names in 2 folders. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReady), item("/b/1", "/b/2", plan.StatusReady)},
		},
		{
			"all leave their folder", "Move 2 files", "2 files go to c. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/c/2", plan.StatusReady), item("/b/1", "/c/3", plan.StatusReady)},
		},
		{
			"some leave it", "Rename and move 2 files", "2 files go in 2 folders. Nothing is deleted or overwritten.",
			[]plan.Item{item("/a/1", "/a/2", plan.StatusReady), item("/b/1", "/c/3", plan.StatusReady)},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			e := effectOf(plan.Plan{Items: row.items})
			if e.action() != row.action || e.promise() != row.promise {
				t.Errorf("it says %q and %q,\nwant %q and %q", e.action(), e.promise(), row.action, row.promise)
			}
		})
	}
}

func TestNewFoldersAreAnnouncedNextToTheButton(t *testing.T) {
	p := plan.Plan{NewFolders: true, Into: "/x/New", Items: []plan.Item{{From: "/a/1", To: "/x/New/2026/2", Status: plan.StatusReady}}}
	if got := effectOf(p).promise(); got != "1 file goes to 2026. Folders that don't exist yet are created. Nothing is deleted or overwritten." {
		t.Errorf("%q", got)
	}
	p.NewInto = true
	if got := effectOf(p).promise(); got != "1 file goes to 2026. The folder New doesn't exist yet and is created. Nothing is deleted or overwritten." {
		t.Errorf("%q", got)
	}
	p.Items[0].Status = plan.StatusReview
	if got := effectOf(p).promise(); got != "Tick files to rename them. Nothing is deleted or overwritten." {
		t.Errorf("nothing is ready: %q", got)
	}
}

func TestAnEditIsShownBeforeItIsChecked(t *testing.T) {
	yes, no := true, false
	it := plan.Item{From: "/a/1.png", To: "/b/2.png", Status: plan.StatusReview}
	if got := editedItem(it, edit("New.png", nil)); got.To != "/b/New.png" || got.Status != plan.StatusReady {
		t.Errorf("a name: %+v", got)
	}
	if got := editedItem(it, edit("", &yes)); got.Status != plan.StatusReady || got.To != it.To {
		t.Errorf("a tick: %+v", got)
	}
	if got := editedItem(it, edit("", &no)); got.Status != plan.StatusSkip {
		t.Errorf("no tick: %+v", got)
	}
}

func edit(name string, ticked *bool) app.Edit { return app.Edit{Name: name, Ticked: ticked} }

func TestASingleDateIsNotAskedForAsOneOfSeveral(t *testing.T) {
	if got := question(plan.FieldDate, []string{"2025-06-16"}); got != "Is this date right?" {
		t.Errorf("the question is %q", got)
	}
}

func TestAFieldOffersItsOtherCandidates(t *testing.T) {
	one := []plan.Candidate{{Value: "Alder Club"}}
	for _, row := range []struct {
		field plan.Field
		want  bool
	}{
		{plan.Field{}, false},
		{plan.Field{Value: "Alder Club", Candidates: one}, false},
		{plan.Field{Candidates: one}, true},
		{plan.Field{Value: "Alder Club", Candidates: append(one, plan.Candidate{Value: "Birch Club"})}, true},
	} {
		it := plan.Item{Fields: map[string]plan.Field{plan.FieldIssuer: row.field}}
		if got := hasOther(it, plan.FieldIssuer); got != row.want {
			t.Errorf("%+v: %v", row.field, got)
		}
	}
}
