package cli

import (
	"fmt"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type allowModels struct {
	Yes bool `help:"Approve without asking."`
}

// Run says what would leave this computer and to where, and asks.
func (a *allowModels) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		remote := core.Remote()
		_, err := fmt.Fprintln(c.out, remoteWords(remote))
		if err != nil || remote.Address == "" || remote.Allowed {
			return err
		}
		if err := c.agreed(a.Yes, "Allow that, for this address?", "It is not used"); err != nil {
			return err
		}
		if err := core.AllowRemote(c.ctx, remote.Address, true); err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.out, "It is used from now on. Revoke this with: deskhand models forbid")
		return err
	})
}

type forbidModels struct{}

// Run revokes the consent to use another computer.
func (forbidModels) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		remote := core.Remote()
		if remote.Address == "" {
			return termtext.Tell(c.out, "%s\n", remoteWords(remote))
		}
		if err := core.AllowRemote(c.ctx, remote.Address, false); err != nil {
			return err
		}
		return termtext.Tell(c.out, "%s is no longer used.\n", remote.Address)
	})
}
