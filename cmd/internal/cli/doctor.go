package cli

import (
	"fmt"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
)

type doctorCmd struct {
	JSON bool `name:"json" help:"Write each check as a line of JSON."`
}

// checkLine is a check with its result and advice in words.
type checkLine struct {
	Check  string         `json:"check"`
	State  app.CheckState `json:"state"`
	Code   app.CheckCode  `json:"code"`
	Detail string         `json:"detail"`
	Do     string         `json:"do"`
}

// Run checks everything and prints advice for what failed.
func (d *doctorCmd) Run(c *Console) error {
	self, err := c.program.Deskhand()
	if err != nil {
		return err
	}
	checks := app.Doctor(c.ctx, app.Options{Paths: config.FindPaths(), Version: c.program.Version, Self: self})
	failed := false
	for _, check := range checks {
		failed = failed || check.State == app.CheckFail
		line := checkLine{Check: check.Check, State: check.State, Code: check.Code}
		line.Detail, line.Do = checkWords(check)
		if d.JSON {
			if err := c.line(line); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.out, "%-4s  %-10s  %s\n", line.State, line.Check, line.Detail)
		if line.Do != "" {
			fmt.Fprintf(c.out, "                  %s\n", line.Do)
		}
	}
	if failed {
		return ended{exitFailed, ""}
	}
	return nil
}
