package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	tags := flag.String("tags", "", "build tags of the tests")
	flag.Parse()
	document, err := os.ReadFile(flag.Arg(0))
	if err == nil {
		err = run(parse(string(document)), *tags, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

var errBroken = errors.New("not every row holds")

// run makes the tests of all rows and tells of each row what became of it.
func run(rows []row, tags string, out io.Writer) error {
	results := map[string]result{}
	for _, o := range orders(rows) {
		if err := o.run(tags, results); err != nil {
			return err
		}
	}
	held := 0
	for _, r := range rows {
		failed, seconds := r.verdict(results)
		if len(failed) == 0 {
			held++
			fmt.Fprintf(out, "%3d  holds   %6.2f s  %s\n", r.number, seconds, r.input)
			continue
		}
		fmt.Fprintf(out, "%3d  BROKEN            %s: %s\n", r.number, r.input, strings.Join(failed, ", "))
	}
	fmt.Fprintf(out, "%d/%d\n", held, len(rows))
	if held < len(rows) || held == 0 {
		return errBroken
	}
	return nil
}

// result is how a test ended.
type result struct {
	passed  bool
	seconds float64
}

// verdict names the tests of a row that did not pass, and sums up the time of
// those that did.
func (r row) verdict(results map[string]result) (failed []string, seconds float64) {
	if len(r.tests) == 0 {
		return []string{"no test"}, 0
	}
	for _, p := range r.tests {
		got := results[p.pkg+"."+p.test]
		if !got.passed {
			failed = append(failed, p.pkg+"."+p.test)
		}
		seconds += got.seconds
	}
	return failed, seconds
}

// run makes the tests of one package and notes how each ended. What a failed
// one printed goes to standard error.
func (o order) run(tags string, results map[string]result) error {
	args := []string{
		"test", "-count=1", "-json", "-timeout", "20m", "-tags", tags,
		"-run", "^(" + strings.Join(o.tests, "|") + ")$", "./" + o.pkg,
	}
	cmd := exec.Command("go", slices.Concat(args, o.flags)...)
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start go test: %w", err)
	}
	said := map[string][]string{}
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		o.note(lines.Bytes(), said, results)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("run go test: %w", err)
	}
	return lines.Err()
}

// note takes one line of go test's account.
func (o order) note(line []byte, said map[string][]string, results map[string]result) {
	var e struct {
		Action, Test, Output string
		Elapsed              float64
	}
	if json.Unmarshal(line, &e) != nil {
		return
	}
	switch e.Action {
	case "output":
		said[e.Test] = append(said[e.Test], e.Output)
	case "pass", "skip":
		results[o.pkg+"."+e.Test] = result{passed: e.Action == "pass", seconds: e.Elapsed}
	case "fail":
		fmt.Fprint(os.Stderr, strings.Join(said[e.Test], ""))
	}
}
