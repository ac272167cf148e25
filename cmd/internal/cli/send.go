package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// hinting reports, without a terminal, that a call did not send what was read here, and
// how to allow it.
type hinting struct {
	app.Confirmer
	c *Console
}

// Confirm passes the question on.
func (h hinting) Confirm(ctx context.Context, q app.Question) (app.Answer, error) {
	answer, err := h.Confirmer.Confirm(ctx, q)
	if q.Sends && !answer.Allowed {
		_ = termtext.Tell(h.c.errs, "Nothing was sent to %s: what was read here is sent only where you allow it. To allow it for one run: --allow-send %s\n",
			visible(q.Spec.Server), visible(q.Spec.Server))
	}
	return answer, err
}

// sendWords say what a call would send and to whom, in full.
func sendWords(q app.Question) string {
	reach := "It is not known to stay on this computer."
	if q.Spec.Network {
		reach = "It can reach the network."
	}
	return fmt.Sprintf("This would be sent to %s, a server that is not part of Deskhand. %s\n%s\n",
		visible(q.Spec.Server), reach, spelledOut(q.Invocation.Call.Args))
}

// spelledOut formats JSON over several lines, with invisible characters escaped.
func spelledOut(raw json.RawMessage) string {
	var lines bytes.Buffer
	if json.Indent(&lines, raw, "  ", "  ") != nil {
		return "  " + visible(string(raw))
	}
	var b strings.Builder
	b.WriteString("  ")
	for _, r := range lines.String() {
		if r == '\n' || unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// sendAnswer parses the answer to whether to send. Anything but a clear yes is a no.
func sendAnswer(said string) app.Answer {
	answer := app.Answer{By: "person"}
	switch {
	case agrees(said):
		answer.Allowed, answer.Scope = true, app.Once
	case said == "r":
		answer.Allowed, answer.Scope = true, app.MayReceive
	}
	return answer
}

// knownServers rejects a name of --allow-send that no server has.
func knownServers(c *Console, core *app.Controller, names []string) error {
	for _, name := range names {
		if _, err := foreign(c, core, name); err != nil {
			return err
		}
	}
	return nil
}
