package triage_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

const invoice = "Alder & Finch Ltd\n3 Mill Lane, York\nINVOICE\nInvoice No: AF-7731\nInvoice date: 12 May 2026\nTotal due GBP 331.56\n"

// fixture is a triage over a folder of its own.
type fixture struct {
	*triage.Triage
	t    *testing.T
	disk *disk
	dir  string

	mu     sync.Mutex
	events []event.Body
}

func newFixture(t *testing.T, files map[string]string) *fixture {
	t.Helper()
	d := &fixture{t: t, disk: &disk{}, dir: t.TempDir()}
	n := 0
	d.Triage = &triage.Triage{
		Tools: d.disk, Plans: &memory{}, Workers: 2,
		Now:   func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) },
		NewID: func() string { n++; return fmt.Sprintf("plan-%d", n) },
	}
	for name, text := range files {
		d.write(name, text)
	}
	return d
}

func (d *fixture) write(name, text string) {
	d.t.Helper()
	path := filepath.Join(d.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

func (d *fixture) emit(b event.Body) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, b)
}

func (d *fixture) propose(req triage.Request) plan.Plan {
	d.t.Helper()
	if req.Paths == nil {
		req.Paths = []string{d.dir}
	}
	p, err := d.Propose(context.Background(), req, d.emit)
	if err != nil {
		d.t.Fatal(err)
	}
	return p
}

func (d *fixture) item(p plan.Plan, name string) plan.Item {
	d.t.Helper()
	for _, it := range p.Items {
		if filepath.Base(it.From) == name {
			return it
		}
	}
	d.t.Fatalf("the plan has no item %s", name)
	return plan.Item{}
}

func (d *fixture) names() string {
	d.t.Helper()
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, "|")
}

func TestAnInvoiceGetsDateIssuerKindAndNumber(t *testing.T) {
	d := newFixture(t, map[string]string{"scan 12.txt": invoice})
	p := d.propose(triage.Request{})
	it := d.item(p, "scan 12.txt")
	if it.Status != plan.StatusReady || !strings.HasPrefix(filepath.Base(it.To), "2026-05-12 Alder & Finch") || !strings.HasSuffix(it.To, ".txt") {
		t.Fatalf("%s: %s (%v)", it.Status, it.To, it.Reasons)
	}
	if got := it.Fields[plan.FieldDate].Evidence.Text; got != "12 May 2026" {
		t.Fatalf("the date rests on %q", got)
	}
	if d.names() != "scan 12.txt" {
		t.Fatal("proposing changed the folder")
	}
}

func TestAFileThatNothingIsKnownOfKeepsItsName(t *testing.T) {
	d := newFixture(t, map[string]string{"IMG_1.txt": "?! 7 --", "empty.txt": ""})
	p := d.propose(triage.Request{})
	for name, status := range map[string]plan.Status{
		"IMG_1.txt": plan.StatusReview,
		"empty.txt": plan.StatusSkip, // there is nothing to check about it
	} {
		it := d.item(p, name)
		if it.Status != status || it.To != it.From || len(it.Reasons) == 0 {
			t.Errorf("%s: %s %s %v", name, it.Status, it.To, it.Reasons)
		}
	}
}

func TestTwoFilesWithOneNameBothSurvive(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": invoice})
	p := d.propose(triage.Request{})
	one, two := d.item(p, "a.txt").To, d.item(p, "b.txt").To
	if one == two || !strings.HasSuffix(two, " (2).txt") {
		t.Fatalf("%s and %s", one, two)
	}
}

func TestAReadyPlanIsAppliedOnceAndItsReceiptCountsEveryFile(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": "xqz"})
	p := d.propose(triage.Request{})
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil {
		t.Fatal(err)
	}
	if r.Moved != 1 || r.FilesIn != 2 || r.FilesOut != 2 || r.Batch != p.ID {
		t.Fatalf("receipt %+v", r)
	}
	if last, ok := d.events[len(d.events)-1].(event.Receipt); !ok || !reflect.DeepEqual(last.Receipt, r) {
		t.Fatalf("the last event is %T", d.events[len(d.events)-1])
	}
	if _, err := d.Apply(context.Background(), p.ID, d.emit); !errors.Is(err, triage.ErrSpent) {
		t.Fatalf("a second apply gave %v", err)
	}
}

func TestAWorldThatChangedIsRefusedAndThePlanIsNotSpent(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice})
	p := d.propose(triage.Request{})
	d.disk.before = func() { d.write("a.txt", invoice+"edited") }
	if _, err := d.Apply(context.Background(), p.ID, d.emit); !errors.Is(err, triage.ErrWorldChanged) {
		t.Fatalf("apply gave %v", err)
	}
	if d.names() != "a.txt" {
		t.Fatalf("the folder holds %s", d.names())
	}
	if err := d.Check(context.Background(), p); err != nil {
		t.Fatalf("the plan is spent: %v", err)
	}
}

func TestAFileThatVanishesIsLeftOutWhenThePlanIsCheckedAgainAndTheRestGoesOn(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": invoice})
	p := d.propose(triage.Request{})
	if err := os.Remove(filepath.Join(d.dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Apply(context.Background(), p.ID, d.emit); !errors.Is(err, triage.ErrWorldChanged) {
		t.Fatalf("apply gave %v", err)
	}
	p, err := d.Revise(context.Background(), p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if it := d.item(p, "a.txt"); it.Status != plan.StatusReview || it.Reasons[0].Failure.Code != chat.CodeVanished {
		t.Fatalf("the vanished file is %s: %v", it.Status, it.Reasons)
	}
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil || r.Moved != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestANameThatIsTakenGetsANumberAndThePlanIsCarriedOut(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": invoice})
	wished := d.item(d.propose(triage.Request{}), "a.txt").To
	d.write(filepath.Base(wished), "?! 7 --")
	only := []string{filepath.Join(d.dir, "a.txt"), filepath.Join(d.dir, "b.txt")}
	p := d.propose(triage.Request{Paths: only})
	it := d.item(p, "a.txt")
	if !strings.HasSuffix(it.To, ").txt") || it.Notes[0].Code != plan.ReasonOtherName {
		t.Fatalf("a.txt goes to %s (%v)", it.To, it.Notes)
	}
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil || r.Moved != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestAFileThatStaysMovesTheOthersUpOnePageAndThePlanIsCarriedOut(t *testing.T) {
	files := map[string]string{}
	for i := range 1005 { // two pages
		files[fmt.Sprintf("scan %04d.txt", i)] = invoice
	}
	d := newFixture(t, files)
	p := d.propose(triage.Request{})
	if err := os.Remove(p.Items[3].From); err != nil {
		t.Fatal(err)
	}
	p, err := d.Revise(context.Background(), p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil || r.Moved != 1004 {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestANumberThatOnePageGivesIsNotGivenByTheNext(t *testing.T) {
	files := map[string]string{}
	for i := range 1001 { // two pages
		files[fmt.Sprintf("scan %04d.txt", i)] = fmt.Sprintf("%s\nInvoice No: AF-%04d\n", strings.ReplaceAll(invoice, "AF-7731", fmt.Sprintf("AF-%04d", i)), i)
	}
	d := newFixture(t, files)
	p := d.propose(triage.Request{})
	first, last := p.Items[0], p.Items[1000]
	d.write(filepath.Base(first.To), "?! 7 --")
	numbered := strings.TrimSuffix(filepath.Base(first.To), ".txt") + " (2).txt"
	p, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: last.From, Name: numbered}})
	if err != nil {
		t.Fatal(err)
	}
	if p.Items[0].To == p.Items[1000].To {
		t.Fatalf("both go to %s", p.Items[0].To)
	}
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil || r.Moved != 1001 {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestATamperedPlanIsNotTheOneOnRecord(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice})
	p := d.propose(triage.Request{})
	p.Items[0].To = filepath.Join(d.dir, "elsewhere.txt")
	if err := d.Check(context.Background(), p); !errors.Is(err, triage.ErrEdited) {
		t.Fatalf("an edited plan gave %v", err)
	}
	p.Hash = p.Digest()
	if err := d.Check(context.Background(), p); !errors.Is(err, triage.ErrEdited) {
		t.Fatalf("an edited plan with a hash of its own gave %v", err)
	}
	p.ID = "foreign"
	if err := d.Check(context.Background(), p); !errors.Is(err, triage.ErrNotOnRecord) {
		t.Fatalf("a foreign plan gave %v", err)
	}
}

func TestAnAdoptedPlanMustSpeakOfTheFilesThatAreThere(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice})
	p := d.propose(triage.Request{})
	p.Items[0].To = filepath.Join(d.dir, "My own name.exe")
	adopted, err := d.Adopt(context.Background(), p, []string{d.dir})
	if err != nil {
		t.Fatal(err)
	}
	if got := filepath.Base(adopted.Items[0].To); got != "My own name.exe.txt" {
		t.Fatalf("adopted as %s: the extension must stay", got)
	}
	p.Items[0].Identity.Inode++
	if _, err := d.Adopt(context.Background(), p, []string{d.dir}); !errors.Is(err, triage.ErrWorldChanged) {
		t.Fatalf("another file gave %v", err)
	}
}

func TestAnEditedPlanThatIsRefusedIsRefusedForItsTrueReason(t *testing.T) {
	for name, row := range map[string]struct {
		edit func(d *fixture, p *plan.Plan)
		want string // the entries that stand against it
	}{
		"a double entry":                 {func(_ *fixture, p *plan.Plan) { p.Items = append(p.Items, p.Items[0]) }, "a.txt twice"},
		"a source outside":               {func(_ *fixture, p *plan.Plan) { p.Items[0].From = "/etc/passwd" }, "passwd outside"},
		"a source next to a root":        {func(d *fixture, p *plan.Plan) { p.Items[0].From = d.dir + "er/a.txt" }, "a.txt outside"},
		"a source that is no whole path": {func(_ *fixture, p *plan.Plan) { p.Items[0].From = "a.txt" }, "a.txt outside"},
		"a target outside":               {func(d *fixture, p *plan.Plan) { p.Items[1].To = filepath.Join(d.dir, "..", "x.txt") }, "x.txt target_outside"},
		"all at once": {func(_ *fixture, p *plan.Plan) {
			p.Items[1].To = "/x.txt"
			p.Items = append(p.Items, p.Items[0], p.Items[0])
		}, "x.txt target_outside, a.txt twice, a.txt twice"},
		"a file that is gone": {func(d *fixture, p *plan.Plan) {
			if err := os.Remove(p.Items[0].From); err != nil {
				d.t.Fatal(err)
			}
		}, "a.txt vanished"},
		"another file": {func(_ *fixture, p *plan.Plan) { p.Items[0].Identity.Inode++ }, "a.txt changed"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": invoice})
			p := d.propose(triage.Request{})
			row.edit(d, &p)
			_, err := d.Adopt(context.Background(), p, []string{d.dir})
			var entries []plan.Failure
			var unfit *triage.UnfitPlan
			var changed *triage.WorldChanged
			switch {
			case errors.As(err, &unfit):
				entries = unfit.Entries
			case errors.As(err, &changed):
				entries = changed.Failures
			}
			var told []string
			for _, f := range entries {
				told = append(told, filepath.Base(f.Path)+" "+string(f.Kind))
			}
			if got := strings.Join(told, ", "); got != row.want {
				t.Errorf("it is refused for %q (%v), want %q", got, err, row.want)
			}
		})
	}
}

func TestAnEditIsTakenOverAndKeepsTheExtension(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": "xqz"})
	p := d.propose(triage.Request{})
	no := false
	p, err := d.Revise(context.Background(), p.ID, []triage.Edit{
		{From: filepath.Join(d.dir, "a.txt"), Ticked: &no},
		{From: filepath.Join(d.dir, "b.txt"), Name: "Letter to ../../Anna.TXT"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if it := d.item(p, "a.txt"); it.Status != plan.StatusSkip {
		t.Fatalf("unticked, but %s", it.Status)
	}
	it := d.item(p, "b.txt")
	if it.Status != plan.StatusReady || filepath.Dir(it.To) != d.dir || !strings.HasSuffix(it.To, ".txt") || it.To != filepath.Join(d.dir, "Letter to ..-..-Anna.txt") {
		t.Fatalf("edited to %s (%s)", it.To, it.Status)
	}
	if p.Hash != p.Digest() || d.Check(context.Background(), p) != nil {
		t.Fatal("the edited plan is not the one on record")
	}
}

func TestFilesThatBelongTogetherAndHiddenOnesAreLeftAlone(t *testing.T) {
	d := newFixture(t, map[string]string{
		"IMG_7.heic": "x", "IMG_7.mov": "y", "film.txt.part": invoice, ".secret.txt": invoice, "deep/below.txt": invoice,
		"project/go.mod": "module m", "project/notes.txt": invoice,
	})
	p := d.propose(triage.Request{})
	if len(p.Items) != 3 || p.Count(plan.StatusSkip) != 3 {
		t.Fatalf("%+v", p.Items)
	}
	p = d.propose(triage.Request{Recursive: true})
	if len(p.Items) != 4 {
		t.Fatalf("recursive: %d items", len(p.Items))
	}
	d.item(p, "below.txt")
}

func TestAFolderThatIsNotThereSaysSo(t *testing.T) {
	d := newFixture(t, nil)
	_, err := d.Propose(context.Background(), triage.Request{Paths: []string{filepath.Join(d.dir, "gone")}}, d.emit)
	var r *chat.Failure
	if !errors.As(err, &r) || filepath.Base(r.Path) != "gone" {
		t.Fatalf("gave %v", err)
	}
	if _, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}}, d.emit); !errors.Is(err, triage.ErrNoFiles) {
		t.Fatalf("an empty folder gave %v", err)
	}
}

func TestCancellingStopsTheReading(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": invoice, "c.txt": invoice})
	ctx, cancel := context.WithCancel(context.Background())
	emit := func(b event.Body) {
		if _, ok := b.(event.Progress); ok {
			cancel()
		}
	}
	if _, err := d.Propose(ctx, triage.Request{Paths: []string{d.dir}}, emit); !errors.Is(err, context.Canceled) {
		t.Fatalf("gave %v", err)
	}
}

// Which file ended the server is not known: each that it had in hand is read once more.
func TestAFileThatWasInHandWhenTheServerEndedIsReadOnceMore(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": invoice, "c.txt": invoice, "d.txt": invoice})
	at := func(name string) string { return filepath.Join(d.dir, name) }
	d.disk.ends = map[string]int{at("a.txt"): 1, at("b.txt"): 1, at("c.txt"): 2}
	p := d.propose(triage.Request{})
	for name, want := range map[string]plan.Status{"a.txt": plan.StatusReady, "b.txt": plan.StatusReady, "d.txt": plan.StatusReady, "c.txt": plan.StatusReview} {
		item := d.item(p, name)
		if item.Status != want {
			t.Errorf("%s is %s: %+v", name, item.Status, item.Reasons)
		}
		if failed := len(item.Reasons) > 0 && item.Reasons[0].Code == plan.ReasonUnread; failed != (name == "c.txt") {
			t.Errorf("%s: %+v", name, item.Reasons)
		}
	}
}

func TestAPlanOfManyPagesGoesUnderOneBatch(t *testing.T) {
	files := map[string]string{}
	for i := range 1205 {
		files[fmt.Sprintf("scan %04d.txt", i)] = invoice
	}
	d := newFixture(t, files)
	p := d.propose(triage.Request{})
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil || r.Moved != 1205 {
		t.Fatalf("%+v, %v", r, err)
	}
	moves := 0
	for _, c := range d.disk.calls {
		if c == "files_move" {
			moves++
		}
	}
	if moves != 4 { // two pages, a dry run and a move each
		t.Fatalf("%d calls of files_move", moves)
	}
}

func TestTemplates(t *testing.T) {
	for _, row := range []struct{ template, want string }{
		{"{date}_{kind}", "2026-05-12_Invoice.txt"},
		{"Bill {date}", "Bill 2026-05-12.txt"},
		{"{date} {name}", "2026-05-12 scan.txt"},
		{"{title}", "AF-7731.txt"},
		{"{year}/{issuer}/{date} {kind}[ {number}]", "2026/Alder & Finch Ltd/2026-05-12 Invoice AF-7731.txt"},
		{"{kind}/{seq} {name}", "Invoice/01 scan.txt"},
		{"{ext|upper}/{name}", "TXT/scan.txt"},
		{"{person}/{date} {kind}", "2026-05-12 Invoice.txt"},
	} {
		d := newFixture(t, map[string]string{"scan.txt": invoice})
		got, err := filepath.Rel(d.dir, d.item(d.propose(triage.Request{Template: row.template}), "scan.txt").To)
		if err != nil || got != row.want {
			t.Errorf("%s made %s, want %s", row.template, got, row.want)
		}
	}
	for _, bad := range []string{"{nonsense}", "{date", "plain", "", "{year}/../{date}"} {
		d := newFixture(t, map[string]string{"scan.txt": invoice})
		_, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}, Template: bad}, d.emit)
		if bad != "" && !errors.Is(err, triage.ErrTemplate) {
			t.Errorf("%q gave %v", bad, err)
		}
	}
}

func TestTheToolsKeepToTheRootsOfTheirCall(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice})
	box := &triage.Toolbox{Triage: d.Triage, Notify: func(string, event.Body) {}}
	call := func(name, args string, roots ...string) chat.ToolResult {
		return box.Call(context.Background(), chat.Invocation{Call: chat.ToolCall{Name: name, Args: []byte(args)}, Roots: roots})
	}
	if r := call(triage.ToolPropose, fmt.Sprintf(`{"paths":[%q]}`, d.dir), "/elsewhere"); r.Failure.Class != chat.ErrPermissionDenied {
		t.Fatalf("outside the roots: %+v", r)
	}
	r := call(triage.ToolPropose, fmt.Sprintf(`{"paths":[%q]}`, d.dir), d.dir)
	if !r.OK || !strings.HasPrefix(r.Text, "plan plan-1: 1 files read, 1 ready") {
		t.Fatalf("proposed: %+v", r)
	}
	if r := call(triage.ToolApply, `{"plan_id":"plan-1"}`, d.dir); r.Failure.Class != chat.ErrBlocked {
		t.Fatalf("applied without an approved hash: %+v", r)
	}
	if r := call(triage.ToolApply, `{"plan_id":"plan-1","dry_run":true}`, "/elsewhere"); r.Failure.Class != chat.ErrPermissionDenied {
		t.Fatalf("a plan of another folder: %+v", r)
	}
}

func TestAJobThatFailsHalfWayTellsWhatIsDone(t *testing.T) {
	files := map[string]string{}
	for i := range 1005 { // two pages
		files[fmt.Sprintf("scan %04d.txt", i)] = invoice
	}
	d := newFixture(t, files)
	p := d.propose(triage.Request{})
	moves := 0
	d.disk.before = func() {
		if moves++; moves == 2 {
			last := p.Items[len(p.Items)-1].From
			if err := os.WriteFile(last, []byte("another file by now"), 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	box := &triage.Toolbox{Triage: d.Triage}
	r := box.Call(context.Background(), chat.Invocation{
		Call:  chat.ToolCall{Name: triage.ToolApply, Args: fmt.Appendf(nil, `{"plan_id":%q,"plan_hash":%q}`, p.ID, p.Hash)},
		Roots: []string{d.dir},
	})
	var receipt plan.Receipt
	if err := json.Unmarshal(r.Data, &receipt); err != nil {
		t.Fatalf("%v: %+v", err, r)
	}
	if r.OK || r.Failure.Class != chat.ErrBlocked || receipt.Moved != 1000 || !receipt.Stopped || !strings.Contains(r.Text, "1000 renamed") || strings.Contains(r.Failure.Message, "Nothing") {
		t.Errorf("answered %+v with %+v", r, receipt)
	}
}
