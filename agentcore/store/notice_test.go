package store

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
)

func TestANoticeStandsBehindTheMessagesThatWereThere(t *testing.T) {
	f, ctx := open(t), context.Background()
	mustBe(t, f.KeepNotice(ctx, "c1", "warning", json.RawMessage(`{}`)), ErrNotFound)
	must(t, f.CreateConversation(ctx, "c1", "one", noon))
	must(t, f.CreateConversation(ctx, "c2", "two", noon))
	must(t, f.KeepNotice(ctx, "c1", "warning", json.RawMessage(`{"text":"first"}`)))
	must(t, f.Append(ctx, "c1", user("hello")))
	must(t, f.KeepNotice(ctx, "c1", "compacted", json.RawMessage(`{"step":1}`)))
	f.reopen()
	got, err := f.Notices(ctx, "c1")
	must(t, err)
	told := ""
	for _, a := range got {
		told += fmt.Sprintf("%d %s %s\n", a.At, a.Kind, a.Body)
	}
	if want := "0 warning {\"text\":\"first\"}\n1 compacted {\"step\":1}\n"; told != want {
		t.Errorf("the notices are\n%swant\n%s", told, want)
	}
	if none, err := f.Notices(ctx, "c2"); err != nil || len(none) != 0 {
		t.Errorf("another conversation has %v, %v", none, err)
	}
	if f.texts("c1") != "hello" {
		t.Errorf("the messages are %q", f.texts("c1"))
	}
}

func TestNoticesGoWithTheirConversation(t *testing.T) {
	f, ctx := open(t), context.Background()
	for _, id := range []string{"c1", "c2"} {
		must(t, f.CreateConversation(ctx, id, id, noon))
		must(t, f.KeepNotice(ctx, id, "warning", json.RawMessage(`{}`)))
	}
	must(t, f.Delete(ctx, "c1"))
	must(t, f.CreateConversation(ctx, "c1", "again", noon))
	f.mustHaveNoNotices(t, "c1")
	_, err := f.DeleteAll(ctx)
	must(t, err)
	must(t, f.CreateConversation(ctx, "c2", "again", noon))
	f.mustHaveNoNotices(t, "c2")
}

func (f *fixture) mustHaveNoNotices(t *testing.T, id string) {
	t.Helper()
	left, err := f.Notices(context.Background(), id)
	must(t, err)
	if len(left) != 0 {
		t.Errorf("%s has %v", id, left)
	}
}
