package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWhatIsPutIsGot(t *testing.T) {
	store := New(filepath.Join(t.TempDir(), "new", "folder"), 1<<20)
	var got []string
	if store.Get("key", &got) {
		t.Error("an empty store has an entry")
	}
	if err := store.Put("key", []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if !store.Get("key", &got) || len(got) != 2 || store.Get("other", &got) {
		t.Errorf("got %v", got)
	}
	info, err := os.Stat(store.path("key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWithoutAFolderNothingIsKept(t *testing.T) {
	store := New("", 1<<20)
	var got int
	if err := store.Put("key", 1); err != nil || store.Get("key", &got) {
		t.Errorf("err %v, got %d", err, got)
	}
}

func TestADamagedEntryIsAsGoodAsMissing(t *testing.T) {
	store := New(t.TempDir(), 1<<20)
	if err := store.Put("key", "value"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(store.path("key"), []byte(`"val`), 0o600); err != nil {
		t.Fatal(err)
	}
	var got string
	if store.Get("key", &got) {
		t.Errorf("got %q", got)
	}
}

func TestTheOldestEntriesMakeRoom(t *testing.T) {
	dir := t.TempDir()
	const size, most = 1_000, 20_000
	store := New(dir, most)
	for i := range 60 {
		key := fmt.Sprint(i)
		if err := store.Put(key, strings.Repeat("x", size)); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(int64(1_000_000+i), 0)
		if err := os.Chtimes(store.path(key), when, when); err != nil {
			t.Fatal(err)
		}
	}
	_, total, err := store.entries()
	if err != nil || total > most {
		t.Errorf("%d bytes are kept, %v", total, err)
	}
	var got string
	if store.Get("0", &got) || !store.Get("58", &got) {
		t.Error("not the oldest went")
	}
}

func TestSeveralProcessesShareAFolder(t *testing.T) {
	dir := t.TempDir()
	one, other := New(dir, 1<<20), New(dir, 1<<20)
	if err := one.Put("key", 7); err != nil {
		t.Fatal(err)
	}
	var got int
	if !other.Get("key", &got) || got != 7 {
		t.Errorf("got %d", got)
	}
}
