package triage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/cache"
	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestAnEvaluationAsksAboutOneFileAndLeavesNothingBehind(t *testing.T) {
	rows := []struct {
		what, text string
		model      model
		want       string
	}{
		{"a claim that is half true", letter, says("m", claim("issuer", "Wren Boatyard", "title", "the moon")), "true 1s true 1 <nil>"},
		{"no form", letter, fails("m", chat.ErrUnfit), "true 1s false 0 " + chat.ErrUnfit.Error()},
		{"an empty file", "", says("m", claim()), "false 0s false 0 <nil>"},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			d := newFixture(t, map[string]string{"scan.txt": row.text})
			now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
			d.Now = func() time.Time { return now }
			answer := row.model.answer
			row.model.answer = func(ctx context.Context, req chat.Request) (string, error) {
				now = now.Add(time.Second)
				return answer(ctx, req)
			}
			answers := t.TempDir()
			d.Answers = cache.New(answers, 1<<20)
			got, err := d.Try(context.Background(), filepath.Join(d.dir, "scan.txt"), &chain{models: []model{row.model}})
			if err != nil {
				t.Fatal(err)
			}
			if said := fmt.Sprint(got.Asked, got.Took, got.Valid, got.Proven, got.Err); said != row.want {
				t.Errorf("got %s, want %s", said, row.want)
			}
			if got.Valid && (!strings.HasPrefix(got.Name, "2026-05-12 Wren Boatyard") || got.Rules == 0) {
				t.Errorf("named %s, the rules find %d", got.Name, got.Rules)
			}
			if kept := entries(t, answers); len(kept) > 0 || len(d.events) > 0 || d.names() != "scan.txt" {
				t.Errorf("left behind: %v, %v, %s", kept, d.events, d.names())
			}
		})
	}
}

func TestASampleIsTheFirstFilesThatWouldBeRead(t *testing.T) {
	d := newFixture(t, map[string]string{"a.part": "x", "b.txt": "x", "c.txt": "x", "d.txt": "x", "deep/e.txt": "x", "f.txt": "x"})
	got, err := d.Sample(context.Background(), []string{d.dir}, 3)
	if err != nil || len(got) != 3 || filepath.Base(got[0]) != "b.txt" || filepath.Base(got[2]) != "d.txt" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := d.Sample(context.Background(), []string{filepath.Join(d.dir, "gone")}, 3); err == nil {
		t.Error("a folder that is not there")
	}
	var r *chat.Failure
	if _, err := d.Try(context.Background(), filepath.Join(d.dir, "gone"), &chain{}); !errors.As(err, &r) {
		t.Errorf("a file that is not there: %v", err)
	}
}
