package contract

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

func streams(t *asking) {
	t.install(Scenario{Steps: []Step{{Text: []string{"I think", "I know ", "<it> ", "é."}}}})
	var seen strings.Builder
	pieces := 0
	reply, err := t.ask(chat.Request{}, backend.Setting{Temperature: new(0.0)}, func(d chat.Delta) {
		seen.WriteString(d.Text)
		pieces++
	})
	if err != nil || reply.Text != "I thinkI know <it> é." || seen.String() != reply.Text || reply.DoneReason != "stop" {
		t.Errorf("got %+v, saw %q, %v", reply, seen.String(), err)
	}
	if pieces < 2 || reply.Usage.PromptTokens == 0 || reply.Usage.OutputTokens == 0 {
		t.Errorf("%d pieces, usage %+v", pieces, reply.Usage)
	}
}

func empty(t *asking) {
	t.install(Scenario{Tools: true, Steps: []Step{{}}})
	if reply, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil); err != nil || reply.Text != "" || reply.Calls != nil || reply.DoneReason != "stop" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func calls(t *asking) {
	t.install(Scenario{Tools: true, Steps: []Step{
		{Text: []string{"I look."}, Calls: []Call{{"files_list", `{"path":"/x"}`}, {"files_list", `{"path":"/y"}`}}},
		{Text: []string{"Two files."}},
	}})
	first, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil)
	if err != nil || len(first.Calls) != 2 || strings.TrimSpace(first.Text) != "I look." || first.DoneReason != "stop" {
		t.Fatalf("got %+v, %v", first, err)
	}
	if a, b := first.Calls[0], first.Calls[1]; a.Name != "files_list" || string(a.Args) != `{"path":"/x"}` || string(b.Args) != `{"path":"/y"}` || a.ID == "" || a.ID == b.ID {
		t.Errorf("calls %+v", first.Calls)
	}
	history := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: first.Text, Thinking: "Hm.", Calls: first.Calls}}
	for _, c := range first.Calls {
		history = append(history, chat.Message{Role: chat.RoleTool, CallID: c.ID, Tool: c.Name, Text: "a.txt"})
	}
	if second, err := t.ask(chat.Request{Tools: lister, Messages: history}, backend.Setting{}, nil); err != nil || second.Text != "Two files." || second.Calls != nil {
		t.Errorf("then %+v, %v", second, err)
	}
}

func thinks(t *asking) {
	t.install(Scenario{Thinking: true, Steps: []Step{{Think: []string{"Hm, ", "well."}, Text: []string{"Yes."}}}})
	reply, err := t.ask(chat.Request{Think: chat.ThinkOn}, backend.Setting{}, nil)
	if err != nil || strings.TrimSpace(reply.Text) != "Yes." || strings.TrimSpace(reply.Thinking) != "Hm, well." {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func textCalls(t *asking) {
	t.install(Scenario{Steps: []Step{{Text: []string{"I look.\n", "<tool", "_call>\n", `{"name":"files_list",`, `"arguments":{"path":"/x"}}`, "\n</tool_call>"}}}})
	var seen strings.Builder
	reply, err := t.ask(chat.Request{Tools: lister}, backend.Setting{TextCalls: true}, func(d chat.Delta) { seen.WriteString(d.Text) })
	if err != nil || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != `{"path":"/x"}` || seen.String() != "I look.\n" {
		t.Errorf("got %+v, saw %q, %v", reply, seen.String(), err)
	}
}

const receiptForm = `{"type":"object","properties":{"total":{"type":"string"}},"required":["total"]}`

func form(t *asking) {
	t.install(Scenario{Steps: []Step{{Text: []string{`{"total": `, `"12.50"`, `}`}}}})
	reply, err := t.ask(chat.Request{Format: []byte(receiptForm)}, backend.Setting{}, nil)
	var filledIn struct{ Total string }
	if err != nil || json.Unmarshal([]byte(reply.Text), &filledIn) != nil || filledIn.Total != "12.50" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

// ticking is an endless answer in short pieces.
func ticking() Scenario {
	return Scenario{Steps: []Step{{Text: []string{"tick ", "tock "}, Endless: true}}}
}

func limited(t *asking) {
	t.install(ticking())
	reply, err := t.ask(chat.Request{Reserve: 6}, backend.Setting{}, nil)
	if err != nil || reply.DoneReason != "length" || reply.Text != "tick tock tick tock tick tock " {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func fills(t *testCase) {
	t.install(ticking())
	reply, err := t.ask(chat.Request{Window: 256, Reserve: 4000}, backend.Setting{}, nil)
	if used := reply.Usage.PromptTokens + reply.Usage.OutputTokens; err != nil || reply.DoneReason != "length" || used < 250 || used > 258 {
		t.Errorf("%d tokens used: %q, %v", used, reply.DoneReason, err)
	}
}

func sideBySide(t *asking) {
	t.install(Scenario{Steps: []Step{{Text: []string{"One ", "answer."}}, {Text: []string{"Another ", "one."}}}})
	var turns sync.WaitGroup
	for i := range 4 {
		want, history := "One answer.", []chat.Message(nil)
		if i%2 == 1 {
			want, history = "Another one.", later()
		}
		turns.Go(func() {
			if reply, err := t.ask(chat.Request{Messages: history}, backend.Setting{}, nil); err != nil || reply.Text != want {
				t.Errorf("got %+v, %v", reply, err)
			}
		})
	}
	turns.Wait()
}

// counts asks twice, the second prompt beginning with the first. The models of both
// servers take a byte for a token.
func counts(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	const more = 100
	var tokens []int
	for _, text := range []string{"Look at this", "Look at this" + strings.Repeat("x", more)} {
		reply, err := t.ask(chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: text}}}, backend.Setting{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, reply.Usage.PromptTokens)
	}
	if tokens[0] == 0 || tokens[1] != tokens[0]+more {
		t.Errorf("prompts of %v tokens", tokens)
	}
}

// shape checks the bytes of a stream.
func shape(t *testCase) {
	t.install(Scenario{Tools: true, Steps: []Step{{Text: []string{"a <b>"}, Calls: []Call{{"files_list", `{"n":12345678901234567890}`}, {"files_list", `{"path":"/y"}`}}}}})
	status, header, answer := t.post("/api/chat", fmt.Sprintf(`{"model":"m","tools":[%s],%s}`, listTool, hello))
	if status != 200 || header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("got %d %v", status, header)
	}
	for _, want := range []string{
		`"content":"a \u003cb\u003e"`, `"index":0,"name":"files_list","arguments":{"n":12345678901234567000}`,
		`"index":1,"name":"files_list","arguments":{"path":"/y"}`, `"done":true,"done_reason":"stop"`, `"prompt_eval_count":`, `"eval_count":`,
	} {
		if !strings.Contains(answer, want) {
			t.Errorf("%s is not in %s", want, answer)
		}
	}
	if lines := strings.Split(strings.TrimSpace(answer), "\n"); len(lines) != 4 || strings.Contains(strings.Join(lines[:3], ""), `"done":true`) {
		t.Errorf("%d lines: %s", len(lines), answer)
	}
}
