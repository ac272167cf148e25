//go:build ollama && linux

package real

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest/contract"
	"github.com/deskhand/deskhand/inference/ollamatest/script"
)

func TestAWholeTriageThroughAskOnARealServer(t *testing.T) {
	s := Start(t)
	d := newFixture(t, "")
	steps := []contract.Step{
		{Text: []string{"I ", "look."}, Calls: []contract.Call{{Name: "triage_propose", Args: fmt.Sprintf(`{"paths": [%q]}`, d.dir)}}},
	}
	s.installClerk(t, "tidier", lenient, claim, steps)
	d.host = s.told(t, func(planID string) {
		s.installClerk(t, "tidier", lenient, claim, append(steps,
			contract.Step{Calls: []contract.Call{{Name: "triage_apply", Args: fmt.Sprintf(`{"plan_id": %q}`, planID)}}},
			contract.Step{Text: []string{"Your ", "files ", "have ", "names ", "now."}},
		))
	})
	before := d.files()
	happened := d.ask("tidy this folder", "tidier")

	end := happened[len(happened)-1]
	if end.text("type") != "turn_ended" || end.text("reason") != "answered" || end.text("model") != "tidier" || end.text("text") != "Your files have names now." {
		t.Errorf("ended %v", end)
	}
	tools := of(happened, "tool_finished")
	if len(tools) != 2 || tools[0].text("tool") != "triage_propose" || tools[1].text("tool") != "triage_apply" || tools[1].text("status") != "ok" {
		t.Fatalf("tools %v", tools)
	}
	if asked := tools[0].data("model"); asked != "tidier" {
		t.Errorf("the plan was made with %v", asked)
	}
	ready := readyItems(tools[0])
	if n, err := renamed(before, d.files()); n == 0 || n != ready || err != nil {
		t.Errorf("%d files renamed of %d that were ready, %v", n, ready, err)
	}
	got := fmt.Sprint(tools[1].data("files_in"), tools[1].data("files_out"), tools[1].data("moved"), tools[1].data("failed"), tools[1].data("contents_changed"))
	if want := fmt.Sprint(len(before), len(before), ready, 0, 0); got != want {
		t.Errorf("the receipt says %s, not %s", got, want)
	}
	if e := of(happened, "retrying"); len(e) > 0 {
		t.Errorf("retried: %v", e)
	}
}

func TestACallThatTheServerCannotReadEndsInAnAnswerOfTheNextModel(t *testing.T) {
	s := Start(t)
	d := newFixture(t, s.Host())
	s.installBrief(t, "broken", "qwen3", []contract.Step{{Text: []string{"I ", "look."}, Malformed: true}})
	s.installBrief(t, "whole", lenient, []contract.Step{
		{Calls: []contract.Call{{Name: "files_list", Args: fmt.Sprintf(`{"path": %q}`, d.dir)}}},
		{Text: []string{"There ", "are ", "16 ", "files."}},
	})
	happened := d.ask("what is in this folder?", "broken,whole")
	if n := len(of(happened, "retrying")); n != 3 {
		t.Errorf("%d retries", n)
	}
	if hops := of(happened, "model_changed"); len(hops) != 1 || hops[0].text("from") != "broken" || hops[0].text("to") != "whole" {
		t.Errorf("hops %v", hops)
	}
	if tools := of(happened, "tool_finished"); len(tools) != 1 {
		t.Errorf("%d tools ran: %v", len(tools), tools)
	}
	if end := happened[len(happened)-1]; end.text("model") != "whole" || end.text("text") != "There are 16 files." {
		t.Errorf("ended %v", end)
	}
}

func TestWhenNoModelOfTheServerIsFitTheRulesAnswer(t *testing.T) {
	s := Start(t)
	d := newFixture(t, s.Host())
	s.Install(t, contract.Scenario{Name: "bare", Fault: contract.WeightsMissing})
	happened := d.ask("what is in this folder?", "bare,gone")
	if end := happened[len(happened)-1]; end.text("model") != "rules" || end.text("reason") != "answered" {
		t.Errorf("ended %v", end)
	}
}

// lenient is the parser that the template brings.
const lenient = ""

// installBrief puts a model there that does not read system prompt and tools.
func (s *Server) installBrief(t *testing.T, name, parser string, steps []contract.Step) {
	t.Helper()
	s.installClerk(t, name, parser, "", steps)
}

// installClerk puts a model there that does not read system prompt and tools,
// and fills in every form in one way.
func (s *Server) installClerk(t *testing.T, name, parser, form string, steps []contract.Step) {
	t.Helper()
	answers := make([]script.Answer, len(steps))
	for i, step := range steps {
		answers[i] = answer(step)
	}
	apart := script.Answer{}
	if form != "" {
		apart.Pieces = []string{form}
	}
	model, err := script.Build(name, script.Script{Steps: answers, Apart: apart})
	if err != nil {
		t.Fatal(err)
	}
	s.InstallFile(t, name, script.Template{Tools: true, Brief: true, Apart: true}.Text(), parser, model.File)
}

// told puts something before the server that tells of a plan when the model is
// about to be: whoever writes by script cannot copy what was not known when the
// script was written. Everything else is the server's own.
func (s *Server) told(t *testing.T, plan func(id string)) (host string) {
	t.Helper()
	back := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: s.Host()})
	back.FlushInterval = -1
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if id := planReported(body); id != "" {
			plan(id)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		back.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	return front.Listener.Addr().String()
}

var planLine = regexp.MustCompile(`\bplan (\d{8}-\S+): \d+ files`)

// planReported finds the id of the plan that the last result in a request tells of.
func planReported(body []byte) string {
	var req struct {
		Messages []struct{ Role, Content string }
	}
	if json.Unmarshal(body, &req) != nil {
		return ""
	}
	for _, m := range slices.Backward(req.Messages) {
		if found := planLine.FindStringSubmatch(m.Content); m.Role == "tool" {
			if found == nil {
				return ""
			}
			return found[1]
		}
	}
	return ""
}
