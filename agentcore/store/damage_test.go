package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
)

func TestASecondOpenSaysLockedAtOnce(t *testing.T) {
	f := open(t)
	start := time.Now()
	_, err := Open(f.path, Options{})
	mustBe(t, err, ErrLocked)
	if took := time.Since(start); took > 10*time.Second { // it waits one second; for ever is bbolt's default
		t.Errorf("it took %v", took)
	}
	must(t, f.CreateConversation(context.Background(), "c1", "still works", noon))
}

// TestMain lets the test binary play the other process that holds the file.
func TestMain(m *testing.M) {
	if path := os.Getenv("STORE_TEST_HOLD"); path != "" {
		hold(path)
		return
	}
	os.Exit(m.Run())
}

// hold opens the store, says so, and keeps it until its stdin ends.
func hold(path string) {
	s, err := Open(path, Options{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ctx := context.Background()
	_ = s.CreateConversation(ctx, "c1", "of the other process", noon)
	_ = s.Append(ctx, "c1", user("on disk"))
	fmt.Println("open")
	_, _ = os.Stdin.Read(make([]byte, 1))
}

func TestAnotherProcessHoldsTheFileUntilItIsKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deskhand.db")
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "STORE_TEST_HOLD="+path)
	stdin, err := other.StdinPipe()
	must(t, err)
	defer stdin.Close() //nolint:errcheck // it ends the process, if that still runs
	stdout, err := other.StdoutPipe()
	must(t, err)
	must(t, other.Start())
	said := make([]byte, 5)
	if n, _ := stdout.Read(said); string(said[:n]) != "open\n" {
		t.Fatalf("the other process says %q", said[:n])
	}
	_, err = Open(path, Options{})
	mustBe(t, err, ErrLocked)
	must(t, other.Process.Kill())
	_ = other.Wait() // killed, so it ends with an error

	f := &fixture{t: t, path: path}
	f.open()
	defer f.Close() //nolint:errcheck // it was only read
	if f.Salvaged() != (Salvage{}) || f.texts("c1") != "on disk" {
		t.Errorf("after the kill: %q, %+v", f.texts("c1"), f.Salvaged())
	}
}

func TestAStoreThatIsClosedSaysSo(t *testing.T) {
	f := open(t)
	must(t, f.Close())
	mustBe(t, f.CreateConversation(context.Background(), "c1", "", noon), ErrClosed)
	f.open()
}

func TestACancelledContextWritesNothing(t *testing.T) {
	f := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	mustBe(t, f.CreateConversation(ctx, "c1", "", noon), context.Canceled)
	mustBe(t, second(f.Conversation(context.Background(), "c1")), ErrNotFound)
}

func TestAFileOfANewerVersionIsLeftAlone(t *testing.T) {
	f := open(t)
	must(t, f.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte(bucketSys)).Put([]byte(schemaKey), []byte("99"))
	}))
	must(t, f.Close())
	before, err := os.ReadFile(f.path)
	must(t, err)
	_, err = Open(f.path, Options{})
	mustBe(t, err, ErrNewer)
	after, err := os.ReadFile(f.path)
	must(t, err)
	if !bytes.Equal(before, after) {
		t.Error("the file was touched")
	}
	must(t, os.Remove(f.path))
	f.open()
}

func TestAFolderThatCannotBeWrittenIsAnErrorAndNoDamage(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "data"), nil, fileMode)) // a file where the folder should be
	if _, err := Open(filepath.Join(dir, "data", "deskhand.db"), Options{}); err == nil {
		t.Error("it opened")
	}
}

// filled makes a database with a bit of everything and gives its bytes.
func filled(t *testing.T) []byte {
	t.Helper()
	f, ctx := open(t), context.Background()
	f.db.NoSync = true
	for i := range 8 {
		id := fmt.Sprintf("conversation-%02d", i)
		must(t, f.CreateConversation(ctx, id, "title "+id, noon.Add(time.Duration(i)*time.Minute)))
		must(t, f.fill(id, 30))
		handle, err := f.KeepFull(ctx, id, strings.Repeat(id, 100))
		must(t, err)
		must(t, f.Append(ctx, id, chat.Message{Role: chat.RoleTool, Handle: handle, Text: "capped"}))
		must(t, f.Audit(ctx, guard.Record{ID: id, Tool: "files_list", Status: chat.StatusOK}))
		must(t, f.PutPlan(ctx, PlanRecord{ID: id, Plan: []byte(strings.Repeat("1", 3000)), When: noon}))
	}
	must(t, f.Delete(ctx, "conversation-07")) // so that there are free pages
	must(t, f.db.Sync())
	raw, err := os.ReadFile(f.path)
	must(t, err)
	return raw
}

// damages are ways in which a file goes bad.
var damages = []func(r *rand.Rand, raw []byte) []byte{
	func(r *rand.Rand, raw []byte) []byte { // a bit flips
		raw[r.IntN(len(raw))] ^= 1 << r.IntN(8)
		return raw
	},
	func(r *rand.Rand, raw []byte) []byte { // a bit flips in the header of a page
		raw[r.IntN(len(raw)/4096)*4096+r.IntN(64)] ^= 1 << r.IntN(8)
		return raw
	},
	func(r *rand.Rand, raw []byte) []byte { // a number is a large one
		at := r.IntN(len(raw)/4096)*4096 + 8*r.IntN(32)
		copy(raw[at:], []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F})
		return raw
	},
	func(r *rand.Rand, raw []byte) []byte { // a page is another one
		pages := len(raw) / 4096
		copy(raw[r.IntN(pages)*4096:][:4096], bytes.Clone(raw[r.IntN(pages)*4096:][:4096]))
		return raw
	},
	func(r *rand.Rand, raw []byte) []byte { // a page names another one below it
		at := r.IntN(len(raw)/4096)*4096 + 16 + 16*r.IntN(4) + 8
		raw[at] = byte(r.IntN(len(raw) / 4096))
		return raw
	},
	func(r *rand.Rand, raw []byte) []byte { // a page was never written
		clear(raw[r.IntN(len(raw)/4096)*4096:][:4096])
		return raw
	},
	func(r *rand.Rand, raw []byte) []byte { // the end is missing
		return raw[:r.IntN(len(raw))]
	},
	func(r *rand.Rand, raw []byte) []byte { // a stretch is noise
		stretch := raw[r.IntN(len(raw)):]
		for i := range stretch[:min(len(stretch), 1+r.IntN(2000))] {
			stretch[i] = byte(r.Uint32())
		}
		return raw
	},
}

func TestADamagedFileNeverKeepsTheProgramFromStarting(t *testing.T) {
	sound := filled(t)
	movedAside, salvaged := 0, 0
	for i := range 1000 {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		path := filepath.Join(t.TempDir(), "deskhand.db")
		must(t, os.WriteFile(path, damages[i%len(damages)](r, bytes.Clone(sound)), fileMode))
		s, err := Open(path, Options{Now: func() time.Time { return noon }})
		if err != nil {
			t.Fatalf("damage %d: %v", i, err)
		}
		if s.Salvaged() != (Salvage{}) {
			movedAside++
			salvaged += s.salvage.Messages
			if _, err := os.Stat(s.salvage.MovedTo); err != nil {
				t.Errorf("damage %d: the damaged file is gone: %v", i, err)
			}
		}
		exercise(t, i, s)
		must(t, s.Close())
		if err := checkFile(path); err != nil {
			t.Errorf("damage %d: the file is not sound afterwards: %v", i, err)
		}
	}
	// Otherwise the damages were none, or nothing was ever read out of them.
	if movedAside < 250 || salvaged < 20_000 {
		t.Errorf("%d of 1000 files were found damaged, %d messages were salvaged", movedAside, salvaged)
	}
	t.Logf("%d of 1000 files were found damaged, %d messages were salvaged", movedAside, salvaged)
}

func TestAFileThatEndsWithinItsFreePagesIsDamaged(t *testing.T) {
	f, ctx := open(t), context.Background()
	f.addConversation("kept", "still here")
	must(t, f.CreateConversation(ctx, "dropped", "", noon))
	must(t, f.fill("dropped", 2000))
	must(t, f.Delete(ctx, "dropped"))
	must(t, f.Close())
	raw, err := os.Open(f.path)
	must(t, err)
	im, err := readImage(raw)
	must(t, errors.Join(err, raw.Close()))
	must(t, os.Truncate(f.path, int64(im.pages-1)*im.pageSize))

	f.open()
	if f.Salvaged() == (Salvage{}) || f.texts("kept") != "still here" {
		t.Errorf("%q; %+v", f.texts("kept"), f.Salvaged())
	}
	must(t, f.CreateConversation(ctx, "new", "", noon))
	must(t, f.Close()) // makes a snapshot
	f.open()
}

// exercise uses all of a store: it may say no, but it must not panic, and new
// things must be kept.
func exercise(t *testing.T, i int, s *Store) {
	t.Helper()
	s.db.NoSync = true
	ctx := context.Background()
	found, err := s.Conversations(ctx, Filter{Search: "message 3"})
	if err != nil {
		t.Fatalf("damage %d: search: %v", i, err)
	}
	for _, c := range found {
		_, _ = s.Messages(ctx, c.ID)
		_ = s.Append(ctx, c.ID, user("more"))
	}
	_, _ = s.AuditRecords(ctx, AuditFilter{})
	_, _ = s.RepairInterrupted(ctx)
	_, _ = s.Grants(ctx)
	_, _ = s.Plan(ctx, "conversation-03")
	must(t, s.CreateConversation(ctx, "new", "new", noon))
	must(t, s.Append(ctx, "new", user("new")))
	must(t, s.Audit(ctx, guard.Record{ID: "new"}))
	messages, err := s.Messages(ctx, "new")
	if err != nil || len(messages) != 1 {
		t.Fatalf("damage %d: a new message is not kept: %v, %v", i, messages, err)
	}
	if _, err := s.DeleteAll(ctx); err != nil {
		t.Fatalf("damage %d: delete all: %v", i, err)
	}
}

func TestASoundFileIsNeverFoundDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sound.db")
	must(t, create(path))
	db, err := bolt.Open(path, fileMode, &bolt.Options{NoSync: true})
	must(t, err)
	defer func() { must(t, db.Close()) }()
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		must(t, db.Update(func(tx *bolt.Tx) error {
			if round%10 == 9 {
				return tx.Bucket([]byte(bucketMsg)).DeleteBucket(fmt.Append(nil, "b", round%3))
			}
			b, err := tx.Bucket([]byte(bucketMsg)).CreateBucketIfNotExists(fmt.Append(nil, "b", round%3))
			if err != nil {
				return err
			}
			return churn(r, b)
		}))
		if err := checkFile(path); err != nil {
			t.Fatalf("after round %d: %v", round, err)
		}
	}
}

func TestAPageWithTwoOwnersIsDamage(t *testing.T) {
	f, ctx := open(t), context.Background()
	for _, id := range []string{"c1", "c2"} {
		must(t, f.CreateConversation(ctx, id, "", noon))
		must(t, f.fill(id, 100))
	}
	must(t, f.Close())
	raw, err := os.ReadFile(f.path)
	must(t, err)
	im, err := readImage(mustOpen(t, f.path))
	must(t, err)
	var roots [][]byte
	im.walk(im.root, func(it item) {
		if string(it.key) == bucketMsg {
			im.walkBucket(it, func(conversation item) { roots = append(roots, conversation.value) })
		}
	})
	rows := map[string]func(raw []byte){
		"two buckets hold one page": func(raw []byte) {
			at := bytes.Index(raw, append([]byte("c2"), roots[1]...))
			copy(raw[at+2:], roots[0][:8])
		},
		"a page that is in use is listed as free": func(raw []byte) {
			freelist := raw[int64(im.freelist)*im.pageSize:]
			binary.NativeEndian.PutUint16(freelist[10:], 1)
			binary.NativeEndian.PutUint64(freelist[pageHeader:], im.root)
		},
		"a page is listed as free twice": func(raw []byte) {
			freelist := raw[int64(im.freelist)*im.pageSize:]
			copy(freelist[pageHeader+8:], freelist[pageHeader:pageHeader+8])
		},
	}
	for name, damage := range rows {
		t.Run(name, func(t *testing.T) {
			bad := bytes.Clone(raw)
			damage(bad)
			path := filepath.Join(t.TempDir(), "bad.db")
			must(t, os.WriteFile(path, bad, fileMode))
			mustBe(t, checkFile(path), ErrDamaged)
		})
	}
	f.open()
}

// churn puts and removes many keys of all lengths, so that pages split, merge
// and overflow.
func churn(r *rand.Rand, b *bolt.Bucket) error {
	removing := r.IntN(2) == 0
	for range r.IntN(1500) {
		key := fmt.Appendf(nil, "%0*d", 1+r.IntN(200), r.IntN(3000))
		if removing && r.IntN(4) > 0 {
			if k, _ := b.Cursor().Seek(key); k != nil {
				if err := b.Delete(k); err != nil {
					return err
				}
			}
			continue
		}
		if err := b.Put(key, make([]byte, r.IntN(300)*r.IntN(20)*r.IntN(2))); err != nil {
			return err
		}
	}
	return nil
}

func TestWhatCanBeReadOfADamagedFileIsKept(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "My title", noon))
	must(t, f.Append(ctx, "c1", user("first")))
	long := strings.Repeat("long ", inlineLimit)
	must(t, f.Append(ctx, "c1", user(long)))
	handle, err := f.KeepFull(ctx, "c1", long)
	must(t, err)
	must(t, f.Append(ctx, "c1", chat.Message{Role: chat.RoleTool, CallID: "1", Handle: handle, Text: "capped", Time: noon}))
	must(t, f.Audit(ctx, guard.Record{ID: "1", Tool: "files_move", Status: chat.StatusOK}))
	must(t, f.AddGrant(ctx, guard.Grant{ID: "g"}))
	must(t, f.Close())

	// One page of the freelist is enough to lead bbolt astray.
	raw, err := os.ReadFile(f.path)
	must(t, err)
	im, err := readImage(mustOpen(t, f.path))
	must(t, err)
	clear(raw[int64(im.freelist)*im.pageSize:][:64])
	must(t, os.WriteFile(f.path, raw, fileMode))

	f.open()
	want := Salvage{MovedTo: f.path + ".damaged-20260304-120000", Conversations: 1, Messages: 3}
	if got := f.Salvaged(); got != want {
		t.Fatalf("salvaged is %+v", got)
	}
	if got := f.texts("c1"); got != "first|"+long+"|capped" {
		t.Errorf("the messages are %.40q", got)
	}
	c, err := f.Conversation(ctx, "c1")
	must(t, err)
	if c.Title != "My title" || c.Messages != 3 {
		t.Errorf("got %+v", c)
	}
	part, err := f.Full(ctx, handle, 5, 4)
	must(t, err)
	if part.Text != "long" {
		t.Errorf("the full text is %q", part.Text)
	}
	records, err := f.AuditRecords(ctx, AuditFilter{})
	must(t, err)
	grants, err := f.Grants(ctx)
	must(t, err)
	if len(records) != 1 || len(grants) != 0 {
		t.Errorf("audit %v, grants %v", records, grants)
	}
	f.reopen()
}

func mustOpen(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	t.Cleanup(func() { must(t, f.Close()) })
	return f
}

func TestAConversationWithoutItsMetaIsSalvagedFromItsMessages(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "gone", noon))
	must(t, f.Append(ctx, "c1", user("tidy my scans")))
	must(t, f.db.Update(func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte(bucketMeta)) }))
	must(t, f.Close())
	f.open()
	c, err := f.Conversation(ctx, "c1")
	must(t, err)
	if c.Title != "tidy my scans" || c.Messages != 1 || !c.Updated.Equal(noon) || f.Salvaged() == (Salvage{}) {
		t.Errorf("got %+v, %+v", c, f.Salvaged())
	}
}

func TestAFaultInATransactionIsAnError(t *testing.T) {
	f := open(t)
	err := f.view(context.Background(), "read", func(*bolt.Tx) error { panic("page 7 already freed") })
	mustBe(t, err, ErrDamaged)
	mustBe(t, f.CreateConversation(context.Background(), "c1", "", noon), ErrDamaged)
}

func TestAnEmptyFileIsNoDatabase(t *testing.T) {
	f := open(t)
	must(t, f.Close())
	must(t, os.Truncate(f.path, 0))
	f.open()
	if f.Salvaged() == (Salvage{}) {
		t.Error("nothing is said of it")
	}
	must(t, f.CreateConversation(context.Background(), "c1", "", noon))
}

func TestNothingIsLeftNextToANewDatabase(t *testing.T) {
	f := open(t)
	entries, err := os.ReadDir(filepath.Dir(f.path))
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("the folder holds %v", entries)
	}
}

func FuzzCheckFile(f *testing.F) {
	path := filepath.Join(f.TempDir(), "small.db")
	must(f, create(path))
	sound, err := os.ReadFile(path)
	must(f, err)
	f.Add(8, []byte{1, 2, 3})
	f.Add(3*os.Getpagesize()+16, []byte{0xFF})
	f.Fuzz(func(t *testing.T, at int, noise []byte) {
		raw := bytes.Clone(sound)
		if at < 0 || at >= len(raw) {
			return
		}
		copy(raw[at:], noise)
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		must(t, os.WriteFile(damaged, raw, fileMode))
		s, err := Open(damaged, Options{})
		must(t, err)
		must(t, s.Close())
	})
}

// bbolt would free that page, which is in use, when the bucket grows.
func TestAnInlineBucketThatNamesAPageIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "inline.db")
	db, err := bolt.Open(path, fileMode, &bolt.Options{NoSync: true})
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("small"))
		must(t, err)
		return b.Put([]byte("key"), []byte("value"))
	}))
	must(t, db.Close())
	must(t, checkFile(path))
	raw, err := os.ReadFile(path)
	must(t, err)
	page := bytes.LastIndex(raw, []byte("small")) + len("small") + bucketHeader
	raw[page] = 3
	must(t, os.WriteFile(path, raw, fileMode))
	mustBe(t, checkFile(path), ErrDamaged)
}
