package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
)

func main() {
	real := flag.String("real", "", "the folder of labelled documents")
	program := flag.String("deskhand", "build/deskhand", "the program that reads them")
	kept := flag.String("readings", "build/fit/readings", "where readings are kept for the next time")
	again := flag.String("again", "", "folders of other readings of the same files, with commas between them")
	source := flag.String("source", "", "the source of documents that name none")
	out := flag.String("out", "", "where the weights go; empty: nowhere")
	list := flag.Bool("list", false, "list the documents whose names are not accepted")
	keep := flag.String("keep", "", "a file (.jsonl.gz) for the labels with what was read; empty: none")
	earlier := flag.String("earlier", "scripts/fit/earlier", "weights that documents taught which are gone; empty: none")
	own := flag.Bool("own", false, "measure the weights in use, and fit none")
	flag.Parse()
	if err := run(context.Background(), loader{dir: *real, program: *program, kept: *kept, source: *source, again: folders(*again), keep: *keep, measures: *own}, *earlier, *out, *list, *own); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func folders(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ',' })
}

func run(ctx context.Context, from loader, earlier, out string, list, own bool) error {
	var err error
	if from.dir, err = filepath.Abs(from.dir); err != nil {
		return err
	}
	all, err := from.load(ctx)
	if err != nil {
		return err
	}
	f := fold(all)
	f.earlier = earlier
	if own {
		f.tell("names, as the program is", f.names(func(string) triage.Setting { return triage.Setting{} }), list)
		return nil
	}
	held := map[string]fields.Models{}
	seen := fields.Models{}
	for _, field := range fields.Ranked {
		x, err := f.fit(field)
		if err != nil {
			return err
		}
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
			switch field { // these have a package of their own
			case plan.FieldKind:
				field = "kinds/" + field
			case plan.FieldAmount:
				field = "amount/" + field
			}
			if err := os.WriteFile(filepath.Join(out, field+".weights"), []byte(comment(x.field, report)+x.model.String()), 0o644); err != nil {
				return err
			}
		}
	}
	models := func(fold string) fields.Models { return held[fold] }
	fmt.Print("a ready name at least this sure, source held out\n", nameHead, f.thresholds(models))
	asFitted := f.names(func(string) triage.Setting { return triage.Setting{Models: seen} })
	heldOut := f.names(func(fold string) triage.Setting { return triage.Setting{Models: held[fold]} })
	f.tell("names, source held out", heldOut, list)
	f.tell("names, as fitted", asFitted, list)
	fmt.Print(f.ruled(asFitted))
	fmt.Print(f.goodNames(triage.Setting{Models: seen}))
	if list {
		fmt.Print(f.mistakes(held))
	}
	return nil
}

// tell prints how right names are by part, class and language, and lists those that are
// not accepted.
func (f folded) tell(what string, all map[int]verdict, list bool) {
	whole := func(l labelled) string {
		if l.again > 0 {
			return "all, again"
		}
		return "all"
	}
	for _, key := range []func(labelled) string{whole, labelled.partRead, func(l labelled) string { return l.Source }, func(l labelled) string { return l.Class }, func(l labelled) string { return l.Lang }} {
		fmt.Print(what, "\n", nameHead, f.table(all, key))
	}
	if !list {
		return
	}
	for _, i := range slices.Sorted(maps.Keys(all)) {
		if l, v := f.all[i], all[i]; !v.accepted {
			fmt.Printf("%s: %t %s %s | %.2f %.2f | %s | %v %v %v | %v\n", what, v.harmful, v.item.Status, l.File, v.item.Fields[plan.FieldDate].Confidence, v.item.Fields[plan.FieldIssuer].Confidence, filepath.Base(v.item.To), l.Date, l.Issuer, l.Title, v.item.Reasons)
		}
	}
}

// comment is a report as the head of a file of weights.
func comment(field, report string) string {
	return "# Weights of the features of the " + field + " of a document, fitted by scripts/fit.\n#\n# " +
		strings.ReplaceAll(strings.TrimSpace(report), "\n", "\n# ") + "\n\n"
}
