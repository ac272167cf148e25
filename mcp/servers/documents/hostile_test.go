package documents

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/fault"
)

// failureOf calls a tool that must fail.
func (h host) failureOf(t *testing.T, tool string, args map[string]any, with *mcp.Meta) chat.Failure {
	t.Helper()
	answer := h.call(t, tool, args, with)
	if !answer.IsError {
		t.Fatalf("%s %v does not fail", tool, args)
	}
	return failureIn(t, answer)
}

// failureIn reads how a call failed.
func failureIn(t *testing.T, answer *mcp.CallToolResult) chat.Failure {
	t.Helper()
	if answer.Meta == nil || answer.StructuredContent != nil {
		t.Fatalf("a failure has the _meta %v and the structured content %v", answer.Meta, answer.StructuredContent)
	}
	f, ok := meta.FailureIn(answer.Meta.AdditionalFields)
	if !ok {
		t.Fatalf("the _meta is %v", answer.Meta.AdditionalFields)
	}
	return f
}

func TestFilesThatAreEmptyOrDamagedAreResultsWithANote(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	png := pngOf(t, drawText(t, receipt, 28))
	jpeg := jpegOf(t, drawText(t, receipt, 28))
	pdf := pdfOf(textPage("Some words of text"))
	for _, row := range []struct {
		name, file  string
		data        []byte
		empty       bool
		broken      bool
		extensionOK bool
	}{
		{"an empty file", "a.pdf", nil, true, false, true},
		{"a PNG that is cut off", "b.png", png[:len(png)/2], false, true, true},
		{"a JPEG that is cut off", "c.jpg", jpeg[:len(jpeg)/2], false, true, true},
		{"a PNG with 60,000 × 60,000 pixels in its header", "d.png", hugeHeader(png), false, true, true},
		{"a PDF that is only its first line", "e.pdf", pdf[:20], false, true, true},
		{"a Word document that is a bomb", "f.docx", zipOf(t, map[string]string{"word/document.xml": "<w:p>" + strings.Repeat(" ", 70<<20)}), false, true, true},
		{"a Word document of bad XML", "g.docx", zipOf(t, map[string]string{"word/document.xml": "<w:document><w:p>"}), false, true, true},
		{"a text that is called .png", "h.png", []byte("not a picture at all\n"), false, false, false},
		{"a program that is called .jpg", "i.jpg", []byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00"), false, false, false},
		{"a PNG that is called .pdf", "j.pdf", png, false, false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			result := h.read(t, file(t, row.file, row.data))
			if result.Empty != row.empty || result.Broken != row.broken || result.ExtensionOK != row.extensionOK {
				t.Errorf("empty %v, broken %v, extension ok %v, note %q", result.Empty, result.Broken, result.ExtensionOK, result.Note)
			}
			if (row.empty || row.broken) && (result.Method != wire.MethodNone || result.Note == "" || result.Text != "") {
				t.Errorf("method %q, note %q, text %q", result.Method, result.Note, result.Text)
			}
		})
	}
}

// hugeHeader changes the size in a PNG's header and corrects the checksum.
func hugeHeader(png []byte) []byte {
	huge := bytes.Clone(png)
	copy(huge[16:], append(be32(60_000), be32(60_000)...))
	copy(huge[29:], be32(int(crc(huge[12:29]))))
	return huge
}

func TestAMillionPagesAreNotRead(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	path := file(t, "million.pdf", millionPages())
	before := computed(t)
	result := h.read(t, path)
	if took := computed(t) - before; took > 30*time.Second && !raced {
		t.Errorf("took %v of computing", took)
	}
	t.Logf("pages %q, note %q", result.Pages, result.Note)
	if len(result.PageSizes) > defaultPages {
		t.Errorf("%d pages were read", len(result.PageSizes))
	}
}

func TestOnlyRegularFilesAreReadAndOthersRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	outside := file(t, "secret.txt", []byte("secret"))
	must(t, os.Symlink(outside, filepath.Join(dir, "link.txt")))
	must(t, os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "dangling.txt")))
	must(t, os.Symlink(filepath.Dir(outside), filepath.Join(dir, "linked")))
	pipe(t, filepath.Join(dir, "pipe.pdf"))
	must(t, os.WriteFile(filepath.Join(dir, "closed.txt"), []byte("x"), 0o600))
	h := serve(t, Config{Roots: []string{dir}})
	for name, want := range map[string]chat.ErrorType{
		"link.txt":          chat.ErrPermissionDenied,
		"dangling.txt":      chat.ErrPermissionDenied,
		"linked/secret.txt": chat.ErrPermissionDenied,
		"../" + filepath.Base(filepath.Dir(outside)): chat.ErrPermissionDenied,
		"pipe.pdf":    chat.ErrInvalidArgs,
		".":           chat.ErrInvalidArgs,
		"missing.txt": chat.ErrInvalidArgs,
	} {
		for _, tool := range []string{"read", "render"} {
			if got := h.failureOf(t, tool, map[string]any{"path": dir + "/" + name}, nil); got.Class != want || got.Message == "" {
				t.Errorf("%s %s: %+v, want %s", tool, name, got, want)
			}
		}
	}
	if got := h.failureOf(t, "read", map[string]any{"path": "relative.txt"}, nil); got.Class != chat.ErrInvalidArgs {
		t.Errorf("a relative path: %+v", got)
	}
}

// Reading a file of the kernel may block forever.
func TestFilesOfTheKernelAreRefusedPathByPath(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has it")
	}
	h := serve(t, Config{Roots: []string{"/proc", "/sys", "/dev", os.TempDir()}})
	for _, path := range []string{"/proc/kmsg", "/proc/self/../kmsg", "/proc", "/sys/kernel/notes", "/dev/zero", "/dev/./tty"} {
		for _, tool := range []string{"read", "render"} {
			if got := h.failureOf(t, tool, map[string]any{"path": path}, nil); got.Class != chat.ErrPermissionDenied || got.Code != chat.CodeNotRegular {
				t.Errorf("%s %s: %+v", tool, path, got)
			}
		}
	}
	if result := h.read(t, file(t, "a.txt", []byte("words"))); result.Text != "words" {
		t.Errorf("the file next to it is read as %q", result.Text)
	}
}

func TestASparseFileOfFiftyGigabytesIsNotRead(t *testing.T) {
	path := file(t, "sparse.pdf", nil)
	if err := os.Truncate(path, 50<<30); err != nil {
		t.Fatal(err)
	}
	h := serve(t, Config{Roots: []string{filepath.Dir(path)}})
	if result := h.read(t, path); result.Method != wire.MethodNone || !strings.Contains(result.Note, "larger than") {
		t.Errorf("result = %+v", result)
	}
}

func TestRootsOfACallNarrowThoseOfTheServer(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"in/a.txt", "in/b.txt", "out/c.txt"} {
		must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("words"), 0o600))
	}
	in, a, out := filepath.Join(dir, "in"), filepath.Join(dir, "in/a.txt"), filepath.Join(dir, "out")
	elsewhere := file(t, "d.txt", []byte("words"))
	for _, row := range []struct {
		name   string
		server []string
		call   any // nil: the call has none
		path   string
		ok     bool
	}{
		{"neither bound", nil, nil, a, false},
		{"the server's alone", []string{dir}, nil, a, true},
		{"the call's alone", nil, []string{in}, a, true},
		{"a single file", nil, []string{a}, a, true},
		{"next to a single file", nil, []string{a}, filepath.Join(in, "b.txt"), false},
		{"both", []string{dir}, []string{in}, a, true},
		{"outside of the call's", []string{dir}, []string{out}, a, false},
		{"outside of the server's", []string{in}, []string{dir}, filepath.Join(out, "c.txt"), false},
		{"the call cannot widen", []string{in}, []string{filepath.Dir(elsewhere)}, elsewhere, false},
		{"an empty list allows nothing", []string{dir}, []string{}, a, false},
		{"a list that is none allows nothing", []string{dir}, "everything", a, false},
		{"a folder with the same beginning", []string{in + "side"}, nil, a, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := serve(t, Config{Roots: row.server})
			with := &mcp.Meta{}
			if row.call != nil {
				with.AdditionalFields = map[string]any{meta.RootsKey: row.call}
			}
			answer := h.call(t, "read", map[string]any{"path": row.path}, with)
			if answer.IsError == row.ok {
				t.Errorf("error = %v: %s", answer.IsError, textOf(answer))
			}
			if answer.IsError {
				if f := failureIn(t, answer); f.Class != chat.ErrPermissionDenied {
					t.Errorf("failure = %+v", f)
				}
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAMissingFileIsAnsweredWithSuggestions(t *testing.T) {
	path := file(t, "invoice March.pdf", []byte("words"))
	h := serve(t, Config{Roots: []string{filepath.Dir(path)}})
	for _, tool := range []string{"read", "render"} {
		args := map[string]any{"path": filepath.Join(filepath.Dir(path), "invoice.pdf")}
		f := h.failureOf(t, tool, args, nil)
		if f.Class != chat.ErrInvalidArgs || len(f.Suggestions) != 1 || f.Suggestions[0] != path {
			t.Errorf("%s: failure = %+v", tool, f)
		}
		if text := textOf(h.call(t, tool, args, nil)); f.Code != chat.CodeVanished || !strings.HasSuffix(text, "\nPath: "+args["path"].(string)+"\nDid you mean "+path+"?") {
			t.Errorf("%s: %+v, and its text is %q", tool, f, text)
		}
	}
}

func TestAFileOnAnUnreachableComputerIsANetworkFailure(t *testing.T) {
	lost := &fs.PathError{Op: "read", Path: "/share/a.pdf", Err: syscall.EHOSTDOWN}
	if f := fault.Of(lost, "/share/a.pdf"); f.Class != chat.ErrNetwork || f.Code != chat.CodeUnreachable || !strings.Contains(f.Message, "another computer") {
		t.Errorf("failure = %+v", f)
	}
	if f := fault.Of(syscall.EIO, "/share/a.pdf"); f.Class != chat.ErrExecution {
		t.Errorf("failure = %+v", f)
	}
}
