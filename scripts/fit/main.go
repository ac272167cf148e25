package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	real := flag.String("real", "", "the folder of labelled documents")
	program := flag.String("deskhand", "build/deskhand", "the program that reads them")
	out := flag.String("out", "agentcore/triage/fields/issuer.weights", "where the weights go")
	flag.Parse()
	if err := run(context.Background(), *real, *program, *out); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, real, program, out string) error {
	all, err := load(ctx, real, program)
	if err != nil {
		return err
	}
	report := check(all)
	fmt.Print(report)
	return os.WriteFile(out, []byte(report.comment()+report.model.String()), 0o644)
}
