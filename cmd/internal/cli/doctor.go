package cli

import (
	"fmt"

	"github.com/deskhand/deskhand/app"
)

type doctorCmd struct {
	JSON bool `name:"json" help:"Write each check as a line of JSON."`
}

// Run checks everything and says what to do about what is not in order.
func (d *doctorCmd) Run(c *Console) error {
	self, err := c.program.Deskhand()
	if err != nil {
		return err
	}
	checks := app.Doctor(c.ctx, app.Options{Paths: app.FindPaths(), Version: c.program.Version, Self: self})
	failed := false
	for _, check := range checks {
		failed = failed || check.State == app.CheckFail
		if d.JSON {
			if err := c.line(check); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.out, "%-4s  %-10s  %s\n", check.State, check.Check, check.Detail)
		if check.Do != "" {
			fmt.Fprintf(c.out, "                  %s\n", check.Do)
		}
	}
	if failed {
		return ended{exitFailed, ""}
	}
	return nil
}
