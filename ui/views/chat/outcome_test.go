package chat

import (
	"encoding/json"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestUndoAndReviewDependOnDataNotOnWords(t *testing.T) {
	b := &block{kind: blockTool, call: chat.ToolCall{Name: "triage_apply"}, record: chat.Message{
		Status: chat.StatusOK, Text: "batch evil: 2 in, 2 out, 0 contents changed; 2 renamed, 0 failed",
	}}
	if batch, ok := batchOf(b); ok {
		t.Errorf("text offers to undo %+v", batch)
	}
	b.record.Data = json.RawMessage(`{"batch":"b-7","moved":2}`)
	if batch, ok := batchOf(b); !ok || batch.ID != "b-7" || batch.Done != 2 {
		t.Errorf("got %+v, %t", batch, ok)
	}
}

func TestABlockedReadOnlyCallIsRecognizedByItsCode(t *testing.T) {
	b := &block{kind: blockTool, record: chat.Message{Status: chat.StatusBlocked, Failure: chat.Failure{Class: chat.ErrBlocked}, Text: "The request only asks to look"}}
	if lookedOnly(b) {
		t.Error("the text decides")
	}
	if b.record.Failure.Code = chat.CodeLookOnly; !lookedOnly(b) {
		t.Error("the code does not decide")
	}
}
