package app

import (
	"context"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/engines"
	"github.com/deskhand/deskhand/app/memory"
	"github.com/deskhand/deskhand/inference/backends"
)

// modelCheck returns which model would answer and where it runs. Having none is fine: the
// rules answer.
func modelCheck(ctx context.Context, o Options) Check {
	check := Check{Check: "models", State: CheckWarn}
	settings, err := config.Load(o.Paths.ConfigFile())
	if err != nil {
		check.Code = CheckNoChain
		return check
	}
	server, err := backends.NewHost(hostOf(settings), settings.Models.OllamaKeyEnv, settings.Models.AllowRemote, 0)
	if err != nil {
		check.State, check.Code, check.Err = CheckFail, CheckBadHost, badHost(err)
		return check
	}
	defer server.Close()
	chain := o.chain(settings)
	if settings.Models.Agreed && o.Models == nil {
		if installed, err := server.Tags(ctx); err == nil {
			chain = []string{bestOf(installed, memory.OfThisComputer(ctx))}
		}
	}
	book, err := engines.Open(settings.Backends)
	if err != nil {
		check.State, check.Code, check.Err = CheckFail, CheckBadHost, err
		return check
	}
	all := book.Asked()
	defer all.Close()
	check.Models, err = catalogue{server, settings, all}.list(ctx, chain)
	switch {
	case len(chain) == 0:
		check.State, check.Code = CheckOK, CheckEmptyChain
	case chat.FaultOf(err).Code == chat.FaultRemote:
		check.Code = CheckRemoteModels
	case err != nil:
		check.Code = CheckNoModelServer
	default:
		return chainCheck(check.Models)
	}
	m := memory.OfThisComputer(ctx)
	check.Advice = advise(ctx, server, m)
	if installed, err := server.Tags(ctx); err == nil && settings.Models.Auto && server.Local() {
		check.Advice.Offer = bestOf(installed, m)
	}
	return check
}

// chainCheck checks a chain whose server answers: it fails if the first model is
// unavailable, or the window of the answering one is a guess.
func chainCheck(list []Model) Check {
	check := Check{Check: "models", State: CheckOK, Code: CheckModels, Models: list}
	if first := Answering(list); list[0].Place > 0 && list[0].Place < first.Place || !first.Rules && first.WindowFrom == WindowDefault {
		check.State = CheckWarn
	}
	return check
}

// answeringModel returns the model that would answer, and whether it runs on this
// computer; empty for the built-in rules.
func (c *Controller) answeringModel(ctx context.Context) (name string, local bool) {
	if len(c.models.order()) == 0 {
		return "", true
	}
	list, err := c.Models(ctx)
	if first := Answering(list); (err == nil || c.Book.Asked().Named(first.Name) != nil) && !first.Rules {
		return strings.TrimSuffix(first.Name, ":latest"), first.Local
	}
	return "", true
}
