package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
)

func main() {
	real := flag.String("real", "", "the folder of labelled documents")
	program := flag.String("deskhand", "build/deskhand", "the program that reads them")
	kept := flag.String("readings", "build/fit/readings", "where readings are kept for the next time")
	source := flag.String("source", "", "the source of documents that name none")
	out := flag.String("out", "", "where the weights go; empty: nowhere")
	list := flag.Bool("list", false, "list the documents whose names are not accepted")
	flag.Parse()
	if err := run(context.Background(), *real, *program, *kept, *source, *out, *list); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, real, program, kept, source, out string, list bool) error {
	real, err := filepath.Abs(real)
	if err != nil {
		return err
	}
	all, err := loader{dir: real, program: program, kept: kept, source: source}.load(ctx)
	if err != nil {
		return err
	}
	f := fold(all)
	held := map[string]fields.Models{}
	seen := fields.Models{}
	for _, field := range fields.Ranked {
		x := f.fit(field)
		report := f.report(x)
		fmt.Println(report)
		for name, m := range x.without {
			if held[name] == nil {
				held[name] = fields.Models{}
			}
			held[name][field] = m
		}
		seen[field] = x.model
		if out != "" {
			if err := os.WriteFile(filepath.Join(out, field+".weights"), []byte(comment(field, report)+x.model.String()), 0o644); err != nil {
				return err
			}
		}
	}
	models := func(fold string) fields.Models { return held[fold] }
	fmt.Print("a ready name at least this sure, source held out\n", nameHead, f.thresholds(models))
	asFitted := f.names(func(string) triage.Setting { return triage.Setting{Models: seen} })
	heldOut := f.names(func(fold string) triage.Setting { return triage.Setting{Models: held[fold]} })
	whole := func(labelled) string { return "all" }
	for _, key := range []func(labelled) string{whole, func(l labelled) string { return l.part }, func(l labelled) string { return l.Class }, func(l labelled) string { return l.Lang }} {
		fmt.Print("names, source held out\n", nameHead, f.table(heldOut, key), "names, as fitted\n", nameHead, f.table(asFitted, key))
	}
	fmt.Print(f.goodNames(triage.Setting{Models: seen}))
	if list {
		fmt.Print(f.mistakes(held))
		for i, v := range heldOut {
			if l := f.all[i]; !v.accepted {
				fmt.Printf("%t %s %s | %s | %v %v %v | %v\n", v.harmful, v.item.Status, l.File, filepath.Base(v.item.To), l.Date, l.Issuer, l.Title, v.item.Reasons)
			}
		}
	}
	return nil
}

// comment is a report as the head of a file of weights.
func comment(field, report string) string {
	return "# Weights of the features of the " + field + " of a document, fitted by scripts/fit.\n#\n# " +
		strings.ReplaceAll(strings.TrimSpace(report), "\n", "\n# ") + "\n\n"
}
