//go:build builtinocr

package builtin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// folder keeps the compiled code for all tests.
var folder string

func TestMain(m *testing.M) { os.Exit(withFolder(m)) }

func withFolder(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "builtin-test-"); err != nil {
		return 1
	}
	defer func() { _ = os.RemoveAll(folder) }()
	return m.Run()
}

func newReader(t *testing.T) *reader {
	t.Helper()
	core, err := newCore(context.Background(), folder)
	if err != nil {
		t.Fatal(err)
	}
	engine := &reader{core: core}
	t.Cleanup(engine.Close)
	return engine
}

// blank is a request for a white picture.
func blank(side int, languages ...string) (wire.Request, []byte) {
	return wire.Request{Languages: languages, Width: side, Height: side, Format: wire.Gray8, Mode: wire.ModeAuto}, bytes.Repeat([]byte{255}, side*side)
}

func TestAPictureThatTakesTooMuchMemoryFailsByItself(t *testing.T) {
	engine := newReader(t)
	engine.core.memory = 40 << 20
	small, white := blank(200, "eng")
	if _, err := engine.Recognize(small, white); err != nil {
		t.Fatal(err)
	}
	large, much := blank(6000, "eng")
	if words, err := engine.Recognize(large, much); !errors.Is(err, errTesseract) || len(words) != 0 {
		t.Errorf("%d words, %v", len(words), err)
	}
	if _, err := engine.Recognize(small, white); err != nil {
		t.Errorf("the next picture: %v", err)
	}
}

func TestTheLargestPictureIsRead(t *testing.T) {
	engine := newReader(t)
	if _, err := engine.Recognize(blank(10_000, "eng")); err != nil {
		t.Error(err)
	}
	if engine.instance != nil {
		t.Error("the memory that it took is kept")
	}
}

func TestInstalledLanguagesAreReadToo(t *testing.T) {
	data := t.TempDir()
	t.Setenv("TESSDATA_PREFIX", data)
	for _, name := range []string{"tlh", "osd"} {
		if err := os.WriteFile(filepath.Join(data, name+dataEnding), load(embedded), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(data, "bad"+dataEnding), []byte("no data"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := languages(); !slices.Contains(got, "tlh") || !slices.Contains(got, "eng") || slices.Contains(got, "osd") {
		t.Errorf("languages %q", got)
	}
	engine := newReader(t)
	for _, row := range []struct {
		languages []string
		err       error
	}{
		{[]string{"tlh"}, nil},
		{[]string{"tlh", "eng"}, nil},
		{[]string{"bad"}, errTesseract},
		{[]string{"../" + filepath.Base(data) + "/tlh"}, errTesseract},
		{[]string{"*"}, errTesseract},
		{[]string{"nothing"}, errTesseract},
	} {
		if _, err := engine.Recognize(blank(100, row.languages...)); !errors.Is(err, row.err) {
			t.Errorf("%q: %v", row.languages, err)
		}
	}
}

func TestTheInventoryIsPrinted(t *testing.T) {
	var out, errs bytes.Buffer
	if code := Main([]string{"--compile", folder}, nil, &out, &errs); code != 0 || out.Len() != 0 {
		t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
	}
	if kept, err := filepath.Glob(filepath.Join(folder, "*", "*")); err != nil || len(kept) == 0 {
		t.Errorf("%d files of compiled code are kept: %v", len(kept), err)
	}
	if code := Main([]string{"--what"}, nil, &out, &errs); code == 0 || errs.Len() == 0 {
		t.Errorf("an unknown flag: exit %d", code)
	}
	told, err := json.Marshal(wire.Inventory{Engine: version, Languages: languages()})
	if err != nil || !bytes.Contains(told, []byte(`"eng"`)) {
		t.Errorf("%s, %v", told, err)
	}
}

func TestCompiledCodeThatIsDamagedIsCompiledAgain(t *testing.T) {
	newReader(t) // so that the code is kept
	kept, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%q, %v", kept, err)
	}
	whole, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), filepath.Base(filepath.Dir(kept[0])))
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, filepath.Base(kept[0])), whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	core, err := newCore(context.Background(), filepath.Dir(other))
	if err != nil {
		t.Fatal(err)
	}
	engine := &reader{core: core}
	defer engine.Close()
	if _, err := engine.Recognize(blank(100, "eng")); err != nil {
		t.Error(err)
	}
}

func TestTheVersionIsThatOfTheCode(t *testing.T) {
	code, err := unpack(packedCode)
	if err != nil || !bytes.Contains(code, append([]byte(version), 0)) {
		t.Errorf("the code is not of version %s: %v", version, err)
	}
}

func TestOfTheFileSystemOnlyDataIsThere(t *testing.T) {
	var f files
	for _, name := range []string{"/etc/passwd", "/tessdata/eng", "eng.traineddata", "/tessdata/../etc/eng.traineddata", "/tessdata/nothing.traineddata"} {
		if _, errno := f.openFile(name); errno == 0 {
			t.Errorf("%s is opened", name)
		}
	}
	number, errno := f.openFile("/tessdata/eng.traineddata")
	if errno != 0 || number != firstFile {
		t.Fatalf("number %d, error %d", number, errno)
	}
	english, into := load(embedded), make([]byte, 10)
	if at, errno := f.seek(number, -10, 2); errno != 0 || at != int64(len(english)-10) {
		t.Errorf("at %d, error %d", at, errno)
	}
	if n, errno := f.read(number, into); errno != 0 || n != 10 || !bytes.Equal(into, english[len(english)-10:]) {
		t.Errorf("%d bytes, error %d", n, errno)
	}
	if n, errno := f.read(number, into); errno != 0 || n != 0 {
		t.Errorf("at the end: %d bytes, error %d", n, errno)
	}
	if f.close(number) != 0 || f.close(number) == 0 || f.close(1000) == 0 {
		t.Error("a file is closed once")
	}
	if _, errno := f.read(number, into); errno == 0 {
		t.Error("what is closed is read")
	}
	for range maxOpen - firstFile {
		if _, errno := f.openFile("/tessdata/eng.traineddata"); errno != 0 {
			t.Fatal("too few files")
		}
	}
	if _, errno := f.openFile("/tessdata/eng.traineddata"); errno == 0 {
		t.Error("more files than there may be")
	}
}
