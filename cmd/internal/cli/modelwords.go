package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
)

// whyNotAsked says why a model is unavailable; empty if it is available.
func whyNotAsked(m app.Model) string {
	switch m.Fault {
	case "":
		return ""
	case chat.FaultNotInstalled:
		return "It is not installed."
	case chat.FaultRemote, chat.FaultCloud:
		return "It runs on another computer (" + m.Host + "), which is not allowed."
	case chat.FaultUnreachable:
		return "Ollama does not answer."
	default:
		return "The server does not report its abilities."
	}
}

// remoteWords say what leaves this computer with the models at an address, and to where.
func remoteWords(r app.RemoteModels) string {
	if r.Address == "" {
		return "Models run on this computer; nothing is sent elsewhere."
	}
	what := "would be sent to "
	if r.Allowed {
		what = "are sent to "
	}
	return "Your requests, and names and text of files, " + what + r.Address + "."
}

// offerWords offer an installed model.
func offerWords(model string) string {
	return fmt.Sprintf("%s is installed. Use it for answers and names with: deskhand models use %s", model, config.Auto)
}

// adviceWords say which models suit this computer, and what to do next.
func adviceWords(a app.ModelAdvice) string {
	switch {
	case a.Offer != "":
		return offerWords(a.Offer)
	case a.Remote.Address != "" && !a.Remote.Allowed:
		return remoteWords(a.Remote) + " That is not allowed yet, so the built-in rules are used."
	case !a.Ollama && a.OllamaHere:
		return "Ollama is installed but not running. Start it, or run: ollama serve"
	case !a.Ollama:
		return "To use a model, install Ollama from ollama.com/download and start it. Until then the built-in rules are used."
	case a.Model == "":
		return "This computer has too little memory for a model; the built-in rules are used."
	case a.Installed:
		return fmt.Sprintf("%s is installed and suits this computer; select it.", a.Model)
	default:
		return fmt.Sprintf("%s suits this computer. Download it (%.1f GB) with: deskhand models pull %s", a.Model, float64(a.Size)/1e9, a.Model)
	}
}

// chainWords say which model of a chain answers, why none before it does, and what to do
// about that.
func chainWords(list []app.Model) (detail, todo string) {
	first := app.Answering(list)
	for _, m := range list {
		if m.Place > 0 && m.Place < first.Place {
			detail += m.Name + " cannot be used: " + whyNotAsked(m) + " "
			if !m.Installed {
				todo = "Run: deskhand models pull " + m.Name
			}
		}
	}
	if first.Rules {
		return detail + "The built-in rules answer.", todo
	}
	where, advice := whereItRuns(first)
	detail += fmt.Sprintf("%s answers%s. Its context window is %d tokens: %s, capped at budget.window.", first.Name, where, first.Window, lengthWords(first.WindowFrom))
	if first.WindowFrom == app.WindowDefault {
		advice = fmt.Sprintf("Set its length in config.toml, under [budget]: model_windows = { %q = %d }", first.Name, first.Window)
	}
	return strings.TrimSpace(detail), cmp.Or(todo, advice)
}

// whereItRuns says where a model runs, and what to do if that makes it slow.
func whereItRuns(m app.Model) (where, todo string) {
	switch gpu := m.OnGPU(); {
	case !m.Local:
		return ", on another computer", ""
	case !m.Loaded:
		return "; it is not in memory yet, so the first answer takes longer", ""
	case gpu == 1:
		return ", on the GPU", ""
	case gpu == 0:
		return ", only on the CPU, which is slow", "A smaller model answers faster: deskhand models."
	default:
		return fmt.Sprintf(", %.0f%% of it on the GPU and the rest on the CPU, which is slow", 100*gpu), "A model that fits on the GPU answers faster: deskhand models."
	}
}

// lengthWords name the source of a model's length.
func lengthWords(from app.WindowSource) string {
	return cmp.Or(lengths[from], "its own length")
}

// lengths are the sources of a model's length other than the model.
var lengths = map[app.WindowSource]string{
	app.WindowSetting: "what budget.model_windows says",
	app.WindowTable:   "the published length of models of its name",
	app.WindowDefault: "budget.default_window, because its length is unknown",
}

// whyWords say in a part of a sentence why a model did not answer; said is the known text
// if the code says nothing.
func whyWords(code chat.FaultCode, address, said string) string {
	if code == chat.FaultUnreachable && address != "" {
		return "no server answers at " + address
	}
	return cmp.Or(faults[code], said)
}

// faults are why a model did not answer.
var faults = map[chat.FaultCode]string{
	chat.FaultUnreachable:    "no server answers",
	chat.FaultCut:            "the connection was cut",
	chat.FaultSilent:         "it took too long",
	chat.FaultTooSlow:        "it took too long",
	chat.FaultGarbled:        "its answer cannot be read",
	chat.FaultUnreadableCall: "its answer cannot be read",
	chat.FaultUnfit:          "its answer cannot be read",
	chat.FaultRepeats:        "it repeats itself",
	chat.FaultNoTools:        "it does not support tools",
	chat.FaultNoThinking:     "it does not support thinking",
	chat.FaultMemory:         "it ran out of memory",
	chat.FaultOverflow:       "the conversation is too long for it",
	chat.FaultNotInstalled:   "it is not installed",
	chat.FaultCloud:          "it runs on another computer, which is not allowed",
	chat.FaultRemote:         "it runs on another computer, which is not allowed",
	chat.FaultOutdated:       "it needs a newer Ollama",
}
