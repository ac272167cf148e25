package triage_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/cache"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// papers are files of each kind that there is: with text, with places, with none.
var papers = map[string]string{
	"a.txt": invoice, "b.txt": letter, "empty.txt": "",
	"scan.png":  "ocr 0.9 0.9\nAlder & Finch Ltd\nwww.alder-finch.co.uk VAT GB 123 4567 89\nRECEIPT\n\n12 May 2026\nTotal GBP 31.56",
	"faint.png": "ocr 0.2 0.2\nAlder", "blank.png": "none 0",
}

// plain is a plan without what each one has of its own.
func (d *fixture) plain(p plan.Plan) string {
	d.t.Helper()
	p.ID, p.Hash = "", ""
	raw, err := json.Marshal(p)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(raw)
}

func TestAFileThatIsAsItWasIsNotLookedAtAgainAndItsProposalIsTheSame(t *testing.T) {
	d := newFixture(t, papers)
	fresh := d.plain(d.propose(triage.Request{}))
	d.Found = cache.New(t.TempDir(), 1<<20)
	if first := d.plain(d.propose(triage.Request{})); first != fresh || d.disk.unchanged != 0 {
		t.Errorf("%d unchanged; the first is\n%s\nwithout a cache\n%s", d.disk.unchanged, first, fresh)
	}
	if second := d.plain(d.propose(triage.Request{})); second != fresh || d.disk.unchanged != 3 {
		t.Errorf("%d unchanged; the second is\n%s\nthe first\n%s", d.disk.unchanged, second, fresh)
	}
	d.write("a.txt", letter)
	if it := d.item(d.propose(triage.Request{}), "a.txt"); it.Fields[plan.FieldAmount].Value != "" || d.disk.unchanged != 5 {
		t.Errorf("%d unchanged after an edit: %+v", d.disk.unchanged, it)
	}
}

func TestALogoIsAskedForOnlyWhereTheTextDoesNotTellWhoIssuedIt(t *testing.T) {
	d := newFixture(t, map[string]string{
		"told.pdf":  invoice,
		"drawn.pdf": "logo: Larchmere Telecom\nInvoice no. 4711\nDate: 4 March 2026\nwww.larchmere-telecom.example\nTotal 31.56 EUR",
		"none.pdf":  "Invoice no. 4712\nDate: 5 March 2026\nTotal 31.57 EUR",
	})
	d.Found = cache.New(t.TempDir(), 1<<20)
	for range 2 { // the second time all are as they were
		p := d.propose(triage.Request{})
		if it := d.item(p, "drawn.pdf"); it.Fields[plan.FieldIssuer].Value != "Larchmere Telecom" {
			t.Errorf("the issuer is %+v", it.Fields[plan.FieldIssuer])
		}
		if it := d.item(p, "none.pdf"); it.Fields[plan.FieldIssuer].Value != "" {
			t.Errorf("the issuer of what names none is %+v", it.Fields[plan.FieldIssuer])
		}
		if d.disk.logos != 2 {
			t.Errorf("logos were read of %d files, want 2", d.disk.logos)
		}
	}
	if d.disk.unchanged != 3 {
		t.Errorf("%d unchanged, want all", d.disk.unchanged)
	}
}

func TestWhatWasFoundIsUsedOnlyWhereTheSameWouldBeFound(t *testing.T) {
	yes := true
	for name, change := range map[string]func(*fixture, *triage.Request){
		"nothing else":     func(*fixture, *triage.Request) {},
		"another program":  func(d *fixture, _ *triage.Request) { d.Build = "2" },
		"another language": func(_ *fixture, r *triage.Request) { r.Languages = []string{"deu"} },
		"another order":    func(d *fixture, _ *triage.Request) { d.DayFirst = func() *bool { return &yes } },
		"another day": func(d *fixture, _ *triage.Request) {
			now := d.Now
			d.Now = func() time.Time { return now().AddDate(0, 0, 1) }
		},
		"another hour of it": func(d *fixture, _ *triage.Request) {
			now := d.Now
			d.Now = func() time.Time { return now().Add(time.Hour) }
		},
	} {
		d := newFixture(t, map[string]string{"a.txt": "Acme Ltd\nInvoice\nDate: 05/12/2025\nTotal 12.00 EUR"})
		d.Found, d.Build = cache.New(t.TempDir(), 1<<20), "1"
		d.propose(triage.Request{})
		var req triage.Request
		change(d, &req)
		want := 0
		if name == "nothing else" || name == "another hour of it" {
			want = 1
		}
		if d.propose(req); d.disk.unchanged != want {
			t.Errorf("%s: %d unchanged, want %d", name, d.disk.unchanged, want)
		}
	}
}

func TestAModelIsAskedAboutAllOfAFileThatIsAsItWas(t *testing.T) {
	answer := claim("kind", "letter", "issuer", "wren boatyard", "date", "2026-05-12", "date_words", "12 May 2026")
	var plans [2]string
	for i, known := range []bool{false, true} {
		d := newFixture(t, papers)
		d.dir = t.TempDir()
		d.write("scan.png", "ocr 0.9 0.9\n"+letter)
		if known {
			d.Found = cache.New(t.TempDir(), 1<<20)
			d.propose(triage.Request{})
		}
		d.Models = &chain{models: []model{says("m", answer)}}
		it := d.item(d.propose(triage.Request{}), "scan.png")
		if it.Fields[plan.FieldIssuer].Value != "Wren Boatyard" || it.Fields[plan.FieldIssuer].Evidence.Box == nil || known != (d.disk.unchanged == 1) {
			t.Errorf("known %v, %d unchanged: %+v", known, d.disk.unchanged, it.Fields)
		}
		it.From, it.To, it.Identity = "", "", plan.Identity{}
		plans[i] = d.plain(plan.Plan{Items: []plan.Item{it}})
	}
	if plans[0] != plans[1] {
		t.Errorf("unknown\n%s\nknown\n%s", plans[0], plans[1])
	}
}
