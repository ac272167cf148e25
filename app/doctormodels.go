package app

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollama"
)

// modelCheck says which model would answer and where it runs. That there is none
// is in order: the rules stand in.
func modelCheck(ctx context.Context, o Options) Check {
	config, err := loadConfig(o.Paths.ConfigFile())
	if err != nil {
		return Check{"models", CheckWarn, "The chain of models cannot be read.", "See the check of the configuration above."}
	}
	server, err := ollama.New(ollama.Config{Host: os.Getenv(HostVariable), AllowRemote: config.Models.AllowRemote})
	if err != nil {
		return Check{"models", CheckFail, err.Error(), "Correct " + HostVariable + "."}
	}
	defer server.Close()
	chain := o.chain(config)
	list, err := catalogue{server, config}.list(ctx, chain)
	switch {
	case len(chain) == 0:
		return Check{
			"models", CheckOK, "No model is in the chain: the built-in rules answer and name files.",
			advise(ctx, server, thisComputer(ctx)).Sentence(),
		}
	case chat.FaultOf(err).Code == chat.FaultRemote:
		return Check{
			"models", CheckWarn, HostVariable + " names another computer, which is not allowed: the built-in rules stand in. " + remoteOf(server).Sentence(),
			"To allow it: deskhand models allow",
		}
	case err != nil:
		return Check{
			"models", CheckWarn, "Ollama does not answer at " + server.Address() + ": the built-in rules stand in.",
			advise(ctx, server, thisComputer(ctx)).Sentence(),
		}
	}
	return chainCheck(list)
}

// chainCheck says how a chain stands whose server answers.
func chainCheck(list []Model) Check {
	first, detail, todo := answering(list), "", ""
	for _, m := range list {
		if m.Place > 0 && m.Place < first.Place {
			detail += m.Name + " cannot be asked: " + m.Why() + " "
			if !m.Installed {
				todo = "Run: deskhand models pull " + m.Name
			}
		}
	}
	state := CheckOK
	if detail != "" {
		state = CheckWarn
	}
	if first.Rules {
		return Check{"models", state, detail + "The built-in rules answer.", todo}
	}
	where, advice := whereItRuns(first)
	detail += fmt.Sprintf("%s answers%s. It is given a context window of %d tokens: %s, at most budget.window.", first.Name, where, first.Window, lengthWords(first.WindowFrom))
	if first.WindowFrom == WindowDefault {
		state, advice = CheckWarn, fmt.Sprintf("Set its length in config.toml, under [budget]: model_windows = { %q = %d }", first.Name, first.Window)
	}
	return Check{"models", state, detail, cmp.Or(todo, advice)}
}

// whereItRuns says on what a model runs, and what to do where that makes it slow.
func whereItRuns(m Model) (where, todo string) {
	switch gpu := m.OnGPU(); {
	case !m.Local:
		return ", on another computer", ""
	case !m.Loaded:
		return "; it is not in memory yet, so the first answer takes longer", ""
	case gpu == 1:
		return ", on the GPU", ""
	case gpu == 0:
		return ", on the CPU alone, which is slow", "A smaller model answers sooner: deskhand models."
	default:
		return fmt.Sprintf(", %.0f%% of it on the GPU and the rest on the CPU, which is slow", 100*gpu), "A model that fits the GPU whole answers sooner: deskhand models."
	}
}

// answeringModel is the model that would answer, and whether it runs on this
// computer; empty: the built-in rules.
func (c *Controller) answeringModel(ctx context.Context) (name string, local bool) {
	if len(c.models.order()) == 0 {
		return "", true
	}
	list, err := c.Models(ctx)
	if first := answering(list); err == nil && !first.Rules {
		return strings.TrimSuffix(first.Name, ":latest"), first.Local
	}
	return "", true
}
