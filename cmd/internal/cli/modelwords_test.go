package cli

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
)

func TestAdviceIsSaidWithWhatToDoNext(t *testing.T) {
	const address = "http://192.0.2.1:1"
	for _, row := range []struct {
		advice app.ModelAdvice
		says   string
	}{
		{app.ModelAdvice{Ollama: true, Model: "qwen3:4b", Size: 2_500e6}, "qwen3:4b suits this computer. Download it (2.5 GB)"},
		{app.ModelAdvice{Ollama: true, Model: "qwen3:4b", Installed: true}, "is installed"},
		{app.ModelAdvice{Ollama: true}, "too little memory"},
		{app.ModelAdvice{OllamaHere: true}, "ollama serve"},
		{app.ModelAdvice{}, "install Ollama from"},
		{app.ModelAdvice{Remote: app.RemoteModels{Address: address}}, "requests, and names and text of files, would be sent to " + address},
	} {
		if got := adviceWords(row.advice); !strings.Contains(got, row.says) {
			t.Errorf("%+v: %s", row.advice, got)
		}
	}
}

func TestTheCheckSaysWhichModelAnswersWhereAndWhatToDo(t *testing.T) {
	rules := app.Model{Name: "rules", Place: 2, Rules: true}
	loaded := func(gpu int64) []app.Model {
		return []app.Model{{Name: "a", Window: 4096, WindowFrom: app.WindowModel, Place: 1, Installed: true, Local: true, Loaded: true, Memory: 10, GPU: gpu}, rules}
	}
	for _, row := range []struct {
		list     []app.Model
		says, do string
	}{
		{loaded(10), "a answers, on the GPU. Its context window is 4096 tokens: its own length,", ""},
		{[]app.Model{{Name: "a", Place: 1, Installed: true, Local: true, Window: 8192, WindowFrom: app.WindowDefault}, rules}, "8192 tokens: budget.default_window, because its length is unknown", `model_windows = { "a" = 8192 }`},
		{loaded(4), "40% of it on the GPU", "fits on the GPU"},
		{loaded(0), "only on the CPU", "smaller model"},
		{[]app.Model{{Name: "x", Place: 1, Fault: chat.FaultNotInstalled}, rules}, "x cannot be used: It is not installed. The built-in rules answer.", "models pull x"},
		{[]app.Model{{Name: "x", Place: 1, Installed: true, Fault: chat.FaultCloud, Host: "cloud.example"}, rules}, "another computer (cloud.example), which is not allowed", ""},
	} {
		detail, do := checkWords(app.Check{Code: app.CheckModels, Models: row.list})
		if !strings.Contains(detail, row.says) || !strings.Contains(do, row.do) || (row.do == "") != (do == "") {
			t.Errorf("%s | %s", detail, do)
		}
	}
}
