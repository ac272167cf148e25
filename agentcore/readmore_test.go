package agentcore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// memoryLibrary is a library of texts in memory.
type memoryLibrary map[string]string

func (s memoryLibrary) Full(ctx context.Context, handle string, offset, n int) (text string, total int, err error) {
	if ctx.Err() != nil {
		return "", 0, ctx.Err()
	}
	whole, ok := s[handle]
	if !ok {
		return "", 0, errors.New("not found")
	}
	runes := []rune(whole)
	offset = min(offset, len(runes))
	return string(runes[offset:min(offset+n, len(runes))]), len(runes), nil
}

func readMore(r agentcore.ReadMore, args string) chat.ToolResult {
	return r.Call(context.Background(), chat.Invocation{Call: call(agentcore.ToolReadMore, args)})
}

func TestReadMoreOpensAWholeTextInPagesThatAreNotCutAgain(t *testing.T) {
	whole := strings.Repeat("ä日x\n", 5000)
	r := agentcore.ReadMore{Library: memoryLibrary{"h": whole}, Chars: 6000}
	var got strings.Builder
	offset := 0
	for pages := 0; offset < utf8.RuneCountInString(whole); pages++ {
		page := readMore(r, fmt.Sprintf(`{"handle":"h","offset":%d}`, offset))
		if n := utf8.RuneCountInString(page.Text); !page.OK || n > 6000 || pages > 10 {
			t.Fatalf("page %d at %d has %d characters: %+v", pages, offset, n, page.Failure.Message)
		}
		if _, truncated := agentcore.Cap(page.Text, 6000); truncated {
			t.Fatal("a page is cut again")
		}
		head, text, _ := strings.Cut(page.Text, "\n")
		var from, to, of int
		if _, err := fmt.Sscanf(head, "Characters %d to %d of %d", &from, &to, &of); err != nil || from != offset || of != 20_000 {
			t.Fatalf("the page says %q", head)
		}
		if to < of && !strings.HasSuffix(head, fmt.Sprintf("go on with offset %d.", to)) {
			t.Fatalf("the page says %q", head)
		}
		got.WriteString(text)
		offset = to
	}
	if got.String() != whole {
		t.Fatal("the pages together are not the text")
	}
}

func TestReadMoreSaysWhatIsWrongWithAHandleOrAnOffset(t *testing.T) {
	r := agentcore.ReadMore{Library: memoryLibrary{"h": "short"}, Chars: 6000}
	for args, want := range map[string]string{
		`{"handle":"other"}`:         `Nothing lies under the handle "other".`,
		`{"handle":"h","offset":5}`:  "The text ends at character 5.",
		`{"handle":"h","offset":-1}`: "a number from 0 on",
		`{"handle":""}`:              "handle must be a text",
		`{"handle":7}`:               "handle must be a text",
	} {
		if got := readMore(r, args); got.OK || got.Failure.Class != chat.ErrInvalidArgs || !strings.Contains(got.Failure.Message, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
