package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference"
	"github.com/deskhand/deskhand/inference/backends"
)

func TestAModelOfAnotherServerAnswersByItsName(t *testing.T) {
	var keys []string
	office := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Authorization"))
		if r.URL.Path == "/v1/models" {
			fmt.Fprint(w, `{"data":[{"id":"qwen3-32b","max_model_len":16384},{"id":"tiny"}]}`)
			return
		}
		fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"Hello.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(office.Close)
	t.Setenv("OFFICE_KEY", "k1")
	c, s := withModels(t)
	s.Stop() // nobody needs it
	all, err := backends.New([]backends.Config{{Name: "office", Kind: backends.OpenAI, URL: []string{office.URL + "/v1"}, KeyEnv: "OFFICE_KEY"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(all.Close)
	c.engines = all
	c.models.made = func(names []string) []inference.Model {
		return inference.NewModels(all.Of(c.ollama, 1), names, limitsOf(c.config))
	}
	if err := c.SetChain(t.Context(), []string{"office/qwen3-32b"}); err != nil {
		t.Fatal(err)
	}
	next, err := c.models.Next(t.Context(), nil)
	if err != nil || next.Model != "office/qwen3-32b" || next.Window != 16_384 || !next.Tools {
		t.Fatalf("next is %+v, %v", next, err)
	}
	reply, err := c.models.Chat(t.Context(), chat.Request{Model: next.Model, Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hi"}}}, func(chat.Delta) {})
	if err != nil || reply.Text != "Hello." || keys[len(keys)-1] != "Bearer k1" {
		t.Errorf("it answers %+v, %v, with the key %q", reply, err, keys)
	}
	list, err := c.Models(t.Context())
	if err != nil || len(list) != 3 || !list[0].Installed || !list[0].Local || list[2].Name != "office/tiny" {
		t.Errorf("listed %+v, %v", list, err)
	}
	if name, local := c.answeringModel(t.Context()); name != "office/qwen3-32b" || !local {
		t.Errorf("%q answers, here: %v", name, local)
	}
}

func TestAnotherComputerIsNotAskedBeforeThePersonAgreed(t *testing.T) {
	c, _ := withModels(t)
	all, err := backends.New([]backends.Config{
		{Name: "a", Kind: backends.OpenAI, URL: []string{"http://192.0.2.1:8000/v1"}},
		{Name: "b", Kind: backends.Ollama, URL: []string{"http://192.0.2.1:11434"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(all.Close)
	for _, model := range []string{"a/m", "b/m"} {
		m := catalogue{c.ollama, c.config, all}.distant(t.Context(), all.Named(model), model, 1)
		if m.Fault != chat.FaultRemote || m.Local || m.Host == "" {
			t.Errorf("%s: %+v", model, m)
		}
	}
}
