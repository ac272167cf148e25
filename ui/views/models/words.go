package models

import (
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// modelWords are the small print of a model: its size, its context, what it can do and
// where it runs.
func modelWords(m app.Model) string {
	if m.Rules {
		return locale.L("Always last, so there's always an answer. They need no model and no download.")
	}
	if !m.Installed {
		return faultWords(m)
	}
	var parts []string
	if m.Local {
		parts = append(parts, kit.Bytes(m.Size))
	}
	if m.Window > 0 {
		parts = append(parts, contextWords(m))
	}
	if m.Tools {
		parts = append(parts, locale.L("uses tools"))
	}
	if m.Thinking {
		parts = append(parts, locale.L("thinks first"))
	}
	if m.Vision {
		parts = append(parts, locale.L("sees pictures"))
	}
	if place := placeWords(m); place != "" {
		parts = append(parts, place)
	}
	if m.Loaded {
		parts = append(parts, memoryWords(m))
	}
	if m.Fault != "" {
		parts = append(parts, faultWords(m))
	}
	return strings.Join(parts, " · ")
}

// faultWords say why a model is unavailable.
func faultWords(m app.Model) string {
	switch m.Fault {
	case chat.FaultUnreachable:
		return locale.L("Ollama isn't running.")
	case chat.FaultRemote, chat.FaultCloud:
		return locale.L("It runs on another computer ({{.Host}}), which isn't allowed.", "Host", inert.Exact(m.Host))
	case chat.FaultNotInstalled:
		return locale.L("It isn't installed.")
	default:
		return locale.L("Ollama doesn't say what it can do.")
	}
}

// contextWords say how long a model's context is, and the source of that if not the
// model.
func contextWords(m app.Model) string {
	tokens := tokensWords(m.Window)
	switch m.WindowFrom {
	case app.WindowSetting:
		return locale.L("context {{.Tokens}}, as you set it", "Tokens", tokens)
	case app.WindowTable:
		return locale.L("context {{.Tokens}}, as published", "Tokens", tokens)
	case app.WindowDefault:
		return locale.L("context {{.Tokens}} (default; its own isn't known)", "Tokens", tokens)
	default:
		return locale.L("context {{.Tokens}}", "Tokens", tokens)
	}
}

// placeWords say where a loaded model runs.
func placeWords(m app.Model) string {
	const whole = 0.995 // allows for rounding
	switch on := m.OnGPU(); {
	case !m.Loaded:
		return ""
	case on >= whole:
		return locale.L("on the GPU")
	case on > 0:
		return locale.L("{{.Percent}}% on the GPU, the rest on the CPU, which is slow", "Percent", fmt.Sprintf("%.0f", 100*on))
	default:
		return locale.L("on the CPU")
	}
}

// memoryWords say how much memory a model takes, and until when if it is not used again.
func memoryWords(m app.Model) string {
	if m.Until.IsZero() {
		return locale.L("{{.Size}} in memory", "Size", kit.Bytes(m.Memory))
	}
	return locale.L("{{.Size}} in memory until {{.Time}}", "Size", kit.Bytes(m.Memory), "Time", locale.Clock(m.Until.Local()))
}

// ollamaDownload is Ollama's download page.
const ollamaDownload = "ollama.com/download"

// startWords say how to get Ollama running.
func startWords(a app.ModelAdvice) string {
	switch {
	case a.Remote.Address != "":
		return locale.L("{{.Address}} doesn't answer. Until it does, built-in rules are used.", "Address", inert.Exact(a.Remote.Address))
	case a.OllamaHere:
		return locale.L("It's installed on this computer. Start it, then press Refresh. Until then, built-in rules are used.")
	default:
		return locale.L("Install it from {{.Address}} and start it. Until then, built-in rules are used.", "Address", ollamaDownload)
	}
}

// remoteWords say what leaves this computer, and to where.
func remoteWords(r app.RemoteModels) string {
	address := inert.Exact(r.Address)
	if r.Allowed {
		return locale.L("Your requests, and names and text from your files, are sent to {{.Address}}.", "Address", address)
	}
	return locale.L("Your requests, and names and text from your files, would be sent to {{.Address}}.", "Address", address)
}

// adviceWords say which model fits this computer.
func adviceWords(a app.ModelAdvice) string {
	const gib = 1 << 30
	switch {
	case a.Model == "":
		return locale.L("This computer has too little memory for a model, so built-in rules are used.")
	case a.Memory < gib:
		return locale.L("{{.Model}} is a good one to start with.", "Model", a.Model)
	default:
		return locale.L("{{.Model}} fits this computer's {{.N}} GB of memory.", "Model", a.Model, "N", fmt.Sprintf("%.0f", float64(a.Memory)/gib))
	}
}

// tokensWords format a number of tokens as on model labels: 8k, 128k.
func tokensWords(n int) string {
	if n < 1024 {
		return locale.Number(n)
	}
	return locale.L("{{.N}}k", "N", fmt.Sprintf("%.0f", float64(n)/1024))
}

// downloadWords describe a download: 1.2 GB of 5.2 GB · 12 MB/s · 6 minutes left.
func downloadWords(d app.Download) string {
	switch {
	case d.Total == 0:
		return locale.L("Requesting the model…")
	case d.Completed >= d.Total:
		return locale.L("{{.Size}} downloaded. Checking…", "Size", kit.Bytes(d.Total))
	}
	words := locale.L("{{.Done}} of {{.Total}}", "Done", kit.Bytes(d.Completed), "Total", kit.Bytes(d.Total))
	if d.Rate > 0 {
		words += " · " + locale.L("{{.Size}}/s", "Size", kit.Bytes(int64(d.Rate))) + " · " + leftWords(d.Left)
	}
	return words
}

// leftWords say roughly how long something still takes.
func leftWords(d time.Duration) string {
	const days = 48 * time.Hour // nobody waits longer
	switch {
	case d < 10*time.Second:
		return locale.L("a few seconds left")
	case d < time.Minute:
		return locale.L("less than a minute left")
	case d < time.Hour:
		return locale.N("{{.N}} minute left", "{{.N}} minutes left", int((d+time.Minute/2)/time.Minute))
	case d < days:
		return locale.N("about {{.N}} hour left", "about {{.N}} hours left", int((d+time.Hour/2)/time.Hour))
	default:
		return locale.L("days left")
	}
}

// noNameWords say why a file in an evaluation has no name.
func noNameWords(f app.EvaluatedFile) string {
	switch f.Problem {
	case app.EvaluationNoText:
		return locale.L("no text in it")
	case app.EvaluationUnfit:
		return locale.L("no valid answer")
	case app.EvaluationTooLong:
		return locale.L("too long for its context")
	case app.EvaluationFailed:
		return locale.L("no answer: {{.Cause}}", "Cause", inert.Exact(f.Cause))
	default:
		return locale.L("no name found")
	}
}

func fieldsWords(n int) string { return locale.N("{{.N}} field", "{{.N}} fields", n) }

// verdictWords sum up an evaluation at its end.
func verdictWords(a *app.Evaluation) string {
	model := inert.Exact(a.Model)
	var words string
	switch a.Verdict {
	case app.EvaluatedNoText:
		return locale.L("These files have no text to try a model on.")
	case app.EvaluatedUseless:
		return locale.L("{{.Model}} isn't useful for these files: none of its answers was valid.", "Model", model)
	case app.EvaluatedUnreliable:
		words = locale.L("{{.Model}} isn't reliable.", "Model", model)
	case app.EvaluatedSlow:
		words = locale.L("{{.Model}} is slow on this computer.", "Model", model)
	case app.EvaluatedPoor:
		words = locale.L("{{.Model}} finds less than the built-in rules.", "Model", model)
	default:
		words = locale.L("{{.Model}} does well.", "Model", model)
	}
	words += " " + evaluationWords(*a)
	if !a.ToolCall {
		words += " " + locale.L("It didn't call a tool when asked to, so it isn't suitable for the chat.")
	}
	return words
}

// evaluationWords are the counts so far.
func evaluationWords(a app.Evaluation) string {
	if len(a.Files) == 0 {
		return locale.L("No files were read.")
	}
	return locale.L("{{.Time}} per file · {{.Valid}} of {{.Total}} answers valid · {{.Fields}} found ({{.Rules}} by the rules alone).",
		"Time", kit.LapseWords(a.Each), "Valid", locale.Number(a.Valid), "Total", locale.Number(a.Asked()),
		"Fields", fieldsWords(a.Fields), "Rules", locale.Number(a.Rules))
}
