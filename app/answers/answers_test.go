package answers

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestAnswersAreKeptAndTheOldestMakeRoom(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	a := New(dir)
	a.most = 10
	if _, ok := a.Answer("0"); ok {
		t.Fatal("an answer out of nothing")
	}
	for i := range 11 {
		key := fmt.Sprint(i)
		a.KeepAnswer(key, []byte(`{"n":1}`))
		if got, ok := New(dir).Answer(key); !ok || string(got) != `{"n":1}` {
			t.Fatalf("%s: %s, %v", key, got, ok)
		}
		at := time.Now().Add(time.Duration(i-100) * time.Minute)
		if err := os.Chtimes(a.path(key), at, at); err != nil {
			t.Fatal(err)
		}
	}
	a.KeepAnswer("new", []byte("1"))
	if kept, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(kept) != 6 {
		t.Errorf("%d kept, %v", len(kept), err)
	}
	_, first := a.Answer("0")
	_, last := a.Answer("10")
	if first || !last {
		t.Errorf("the first is there %v, the last %v", first, last)
	}
	if err := os.WriteFile(a.path("10"), []byte(`{"n`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, ok := a.Answer("10"); ok {
		t.Errorf("half an answer: %s", got)
	}
}
