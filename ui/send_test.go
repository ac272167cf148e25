package ui_test

import (
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/policy"
)

// sendPictures is the folder for pictures of the send question.
var sendPictures = flag.String("send.pictures", "", "folder for pictures of the question whether to send")

// sending returns a chat that has read a folder and asks to send something.
func sending(t *testing.T, v fyne.ThemeVariant, size fyne.Size, more ...reply) *fixture {
	t.Helper()
	d := receipts()
	dir := folder(t, "Receipts 2026", "IMG_3310.jpg", "scan 12.png")
	text := strings.Repeat("Invoice 2026-03-04 Acme Ltd. Total 12.00 EUR\\n", 400) + "the end"
	d.script.answers(append([]reply{
		calls("", "files_list", map[string]any{"path": dir}),
		calls("I ask what the weather was.", "weather_today", map[string]any{"place": "Bern", "notes": text}),
	}, more...)...)
	h := open(t, d, v)
	h.window.Fyne().Resize(size)
	h.rail("Chat")
	h.window.Drop([]string{dir})
	h.ask("How was the weather on these days?")
	h.untilSaid("Send this to weather?")
	return h
}

func TestASendIsShownInFullWithItsServerAndWaits(t *testing.T) {
	h := sending(t, fynetheme.VariantLight, wide, tells("I left it."))
	h.mustSay("<not known to stay here>", "weather_today", "[Send]", "[Don't send]", "[Edit…]", "[Always send…]")
	h.mustNotSay("rest of this conversation", "[Allow it once]")
	if sheet := h.sheet(); !strings.Contains(sheet, `"place": "Bern"`) || !strings.HasSuffix(strings.TrimSpace(sheet), "the end\",\n  \"place\": \"Bern\"\n}") {
		t.Errorf("it ends with %q", sheet[max(0, len(sheet)-80):])
	}
	h.key(fyne.KeyReturn) // No has the focus
	h.untilSaid("I left it.")
	h.idle()
	h.mustSay("Not approved")
}

func TestAServerCanBeTrustedFromTheQuestion(t *testing.T) {
	h := sending(t, fynetheme.VariantLight, wide,
		calls("", "weather_today", map[string]any{"place": "Thun"}), tells("It was dry."))
	h.press("Always send…")
	h.pick(1)
	h.untilSaid("It was dry.")
	h.idle()
	if g := h.backend.grants; len(g) != 1 || g[0].Scope != policy.ScopeReceive || g[0].Server != "weather" {
		t.Fatalf("the permission is %+v", g)
	}
	h.rail("Activity")
	h.filter("All tool calls")
	h.untilSaid("weather · may receive what was read here")
	h.press("Revoke")
	h.until("it is taken back", func() bool { return !h.says("may receive what was read here") })
}

func TestASendIsForOneCall(t *testing.T) {
	h := sending(t, fynetheme.VariantLight, wide, calls("", "weather_today", map[string]any{"place": "Thun"}), tells("It was dry."))
	h.press("Send")
	h.until("the second question", func() bool { return h.says(`"place": "Thun"`) && h.says("[Don't send]") })
	h.press("Don't send")
	h.untilSaid("It was dry.")
}

func TestAServerThatMayReceiveHasABadge(t *testing.T) {
	d := withServers()
	h := open(t, d, fynetheme.VariantLight)
	h.rail("Servers")
	h.untilSaid("weather")
	h.mustNotSay("<may receive what was read here>")
	d.change(func(d *backend) {
		told := d.infos["weather"]
		told.Receives = true
		d.infos["weather"] = told
	})
	h.rail("Home")
	h.rail("Servers")
	h.untilSaid("<may receive what was read here>")
}

func TestTheSendQuestionFits(t *testing.T) {
	for name, v := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		t.Run(name, func(t *testing.T) {
			h := sending(t, v, narrow)
			h.mustFit("the question whether to send")
			if *sendPictures == "" {
				return
			}
			f, err := os.Create(filepath.Join(*sendPictures, "send-"+name+".png"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			if err := png.Encode(f, h.picture(narrow)); err != nil {
				t.Fatal(err)
			}
		})
	}
}
