package runlog

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp"
)

func TestHowARunEndedIsReadAsItIsKeptAndAsItWasOnce(t *testing.T) {
	log := &Log{Dir: t.TempDir()}
	kept := entry.End{Code: entry.EndKilled, Signal: 9}
	now := time.Now()
	log.Keep(mcp.Run{Server: mcp.Server{Name: "s"}, Began: now, Ended: now, End: kept, Words: "bye\n"})
	if runs, err := log.Read("s"); err != nil || len(runs) != 1 || runs[0].End != kept || runs[0].Words != "bye\n" {
		t.Errorf("it is read as %+v: %v", runs, err)
	}
	for old, want := range map[string]entry.End{
		``:                          {},
		`, "exit": "stopped"`:       {Code: entry.EndStopped},
		`, "exit": "exit status 3"`: {Code: entry.EndFailed, Detail: "exit status 3"},
	} {
		text := `{"server": "s", "runs": [{"began": "2026-03-04T05:06:07Z", "words": "bye"` + old + `}]}`
		files, err := filepath.Glob(filepath.Join(log.Dir, "*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if runs, err := log.Read("s"); err != nil || len(runs) != 1 || runs[0].End != want || runs[0].Words != "bye" {
			t.Errorf("%s is read as %+v: %v", old, runs, err)
		}
	}
}
