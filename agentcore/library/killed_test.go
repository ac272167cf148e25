package library

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// killedVariable names the library that a process of the test adds to until it is
// killed.
const killedVariable = "DESKHAND_TEST_LIBRARY"

func TestMain(m *testing.M) {
	if path := os.Getenv(killedVariable); path != "" {
		addUntilKilled(path, os.Getenv(killedVariable+"_FROM"))
	}
	os.Exit(m.Run())
}

// addUntilKilled adds documents, and tells of each that was added.
func addUntilKilled(path, from string) {
	l := New(path)
	for i, _ := strconv.Atoi(from); ; i++ {
		if err := l.Add(context.Background(), numbered(i)); err != nil {
			panic(err)
		}
		fmt.Println(i)
	}
}

func numbered(i int) Document {
	return doc(fmt.Sprintf("/k/%d.pdf", i), "the paper "+word(i)+" of many")
}

// word is one that no slip is forgiven in.
func word(i int) string { return strconv.Itoa(1_000_000 + i) }

func TestNothingThatWasAddedIsLostWithTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	added := 0
	for round := range 8 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killedVariable+"="+path, killedVariable+"_FROM="+strconv.Itoa(added))
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		told := bufio.NewScanner(out)
		for n := 0; told.Scan(); n++ {
			if added, err = strconv.Atoi(told.Text()); err != nil {
				t.Fatal(err)
			}
			added++
			if n == 2+7*round { // it is killed while it adds the next
				_ = child.Process.Kill()
			}
		}
		_ = child.Wait() // it was killed
		l := New(path)
		status, err := l.Status(context.Background())
		if err != nil || l.MadeAgain() {
			t.Fatalf("after %d documents it cannot be opened: %v", added, err)
		}
		if status.Documents < added {
			t.Errorf("%d documents are left of %d", status.Documents, added)
		}
		for i := range status.Documents {
			if got := find(t, l, Query{Words: word(i)}); len(got) == 0 || got[0] != numbered(i).Place.Path {
				t.Errorf("document %d is not found: %q", i, got)
			}
		}
		added = status.Documents
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
