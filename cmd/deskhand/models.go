package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app"
)

type modelsCmd struct {
	List listModels `cmd:"" default:"withargs" help:"List the models of the chain, then what else is installed."`
	Pull pullModel  `cmd:"" help:"Download a model."`
}

type listModels struct {
	JSON bool `name:"json" help:"Write each model as a line of JSON."`
}

// Run lists the models.
func (l *listModels) Run(c *console) error {
	return c.stored(func(core *app.Controller) error {
		models, err := core.Models(c.ctx)
		if err == nil && len(models) == 0 && !l.JSON {
			_, err = fmt.Fprintln(c.out, "No model is installed. Get one with: deskhand models pull qwen3:8b")
		}
		for i := 0; err == nil && i < len(models); i++ {
			if l.JSON {
				err = c.line(models[i])
				continue
			}
			_, err = fmt.Fprintln(c.out, modelLine(models[i]))
		}
		return err
	})
}

func modelLine(m app.Model) string {
	place := "   "
	if m.Place > 0 {
		place = fmt.Sprintf("%d. ", m.Place)
	}
	parts := []string{place + m.Name}
	if m.Installed {
		parts = append(parts, size(m.Size), fmt.Sprintf("%d tokens", m.Window))
	}
	for _, can := range []struct {
		yes  bool
		word string
	}{{m.Tools, "tools"}, {m.Thinking, "thinking"}, {m.Vision, "pictures"}, {!m.Local, "not on this computer"}} {
		if can.yes {
			parts = append(parts, can.word)
		}
	}
	if m.Why != "" {
		parts = append(parts, m.Why)
	}
	return strings.Join(parts, "  ")
}

// size says bytes in the units that people know models by.
func size(bytes int64) string { return fmt.Sprintf("%.1f GB", float64(bytes)/1e9) }

type pullModel struct {
	Name string `arg:"" help:"The model, such as qwen3:8b."`
}

// Run downloads a model and shows how far it is.
func (p *pullModel) Run(c *console) error {
	return c.stored(func(core *app.Controller) error {
		shown := isTerminal(c.errs)
		err := core.Pull(c.ctx, p.Name, func(d app.Download) {
			if shown {
				fmt.Fprint(c.errs, "\r\033[K"+downloadLine(d))
			}
		})
		if shown {
			fmt.Fprintln(c.errs)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s is here. Put it into the chain of models in config.toml.\n", p.Name)
		return err
	})
}

// downloadLine draws the bar of a download.
func downloadLine(d app.Download) string {
	const width = 24
	full := int(d.Fraction * width)
	line := fmt.Sprintf("[%s%s] %s of %s", strings.Repeat("#", full), strings.Repeat("-", width-full), size(d.Completed), size(d.Total))
	if d.Rate > 0 {
		line += fmt.Sprintf("  %.1f MB/s  %s left", d.Rate/1e6, d.Left.Round(time.Second))
	}
	return line + "  " + d.Status
}
