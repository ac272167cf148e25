package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

func TestWhatIsWantedInWordsIsShownAsATemplateAndACondition(t *testing.T) {
	p := newPerson(t)
	out := p.deskhand("triage", p.dir, "--model", "none", "--wish", "only the invoices, in folders by year").must(t, exitDone).out
	if want := `Understood as: --template "{year}/{name}" --only "kind = 'invoice'"`; !strings.Contains(out, want) {
		t.Errorf("says\n%s\nwithout %s", out, want)
	}
	s := p.deskhand("triage", p.dir, "--model", "none", "--wish", "whatever my aunt would do")
	if s.code != exitUsage || !strings.Contains(s.err, "did not understand") || strings.Contains(s.out, "→") {
		t.Errorf("exit %d\n%s%s", s.code, s.out, s.err)
	}
	if s := p.deskhand("triage", p.dir, "--model", "none", "--only", "wife = 'x'"); s.code != exitUsage || !strings.Contains(s.err, "is not a field") {
		t.Errorf("exit %d\n%s%s", s.code, s.out, s.err)
	}
}

func TestAModelReadsWhatIsWantedInWordsOnce(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	answer, _ := json.Marshal(map[string]string{"template": "{date} {issuer|upper}", "folder": "Shops", "only": "kind = 'receipt'", "left": ""})
	m := s.Model("m").Replies(ollamatest.Say(string(answer)), form())
	plan, _ := proposed(t, p.command("triage", p.dir, "--model", "m", "--json", "--wish", "shop slips to Shops, with the shop in capitals").with(s).run(t).must(t, exitDone).lines(t))
	if plan["template"] != "Shops/{date} {issuer|upper}" || plan["only"] != "kind = 'receipt'" {
		t.Errorf("template %v, only %v", plan["template"], plan["only"])
	}
	wishes := 0
	for _, req := range m.Requests() {
		if strings.Contains(string(req.Format), `"folder"`) {
			wishes++
			if text := req.Messages[len(req.Messages)-1].Content; !strings.Contains(text, "with the shop in capitals") {
				t.Errorf("asked %s", text)
			}
		}
	}
	if wishes != 1 {
		t.Errorf("it was asked %d times", wishes)
	}
}
