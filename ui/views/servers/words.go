package servers

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// serverWords describe the state of a server: Running · 14 tools · restarted twice.
func serverWords(s app.ServerInfo) string {
	state := s.State
	if s.SignIn && state == app.ServerQuarantined {
		state = app.ServerStopped // down until somebody signs in
	}
	parts := []string{stateWords(state)}
	if n := len(s.Tools); n > 0 {
		parts = append(parts, locale.Tools(n))
	}
	if s.Restarts > 0 {
		parts = append(parts, locale.N("restarted once", "restarted {{.N}} times", s.Restarts))
	}
	return strings.Join(parts, " · ")
}

func stateWords(state app.ServerState) string {
	return cmp.Or(states.Of(state), locale.L("Unknown"))
}

// states are the states of a server.
var states = locale.Table[app.ServerState]{
	app.ServerRefused:     "Not started",
	app.ServerUntrusted:   "Not started: review its command first",
	app.ServerDisabled:    "Stopped",
	app.ServerStopped:     "Stopped",
	app.ServerStarting:    "Starting…",
	app.ServerReady:       "Running",
	app.ServerRestarting:  "Restarting…",
	app.ServerIdle:        "Idle",
	app.ServerQuarantined: "Stopped after repeated crashes",
}

// stateColour is the colour of a state.
func stateColour(state app.ServerState) fyne.ThemeColorName {
	switch state {
	case app.ServerReady, app.ServerIdle:
		return theme.Accent
	case app.ServerUntrusted, app.ServerStarting, app.ServerRestarting:
		return theme.Doubt
	case app.ServerRefused, app.ServerQuarantined:
		return theme.Danger
	default:
		return theme.Muted
	}
}

// underWay reports whether a server's state is about to change.
func underWay(s app.ServerInfo) bool {
	return s.State == app.ServerStarting || s.State == app.ServerRestarting
}

// canStart and canStop report what can be done with a server. Ours cannot be stopped: the
// window needs them.
func canStart(s app.ServerInfo) bool {
	return slices.Contains([]app.ServerState{app.ServerDisabled, app.ServerStopped, app.ServerQuarantined}, s.State)
}

func canStop(s app.ServerInfo) bool {
	return !s.Own && (s.State == app.ServerReady || s.State == app.ServerIdle || underWay(s))
}

// canSignIn and canSignOut report whether one can sign in to a server at a URL, or out of
// it.
func canSignIn(s app.ServerInfo) bool {
	return wantsSignIn(s) && s.URL != "" && s.Problem == (app.ServerProblem{})
}

// wantsSignIn reports whether a server requires a sign-in now; unknown while it is
// restarting.
func wantsSignIn(s app.ServerInfo) bool { return s.SignIn && s.State != app.ServerStarting }

func canSignOut(s app.ServerInfo) bool { return s.SignedIn && s.Problem == (app.ServerProblem{}) }

// troubleWords say why a server does not run as it should; empty if it does. Why it was
// restarted is in its log.
func troubleWords(s app.ServerInfo) string {
	switch {
	case s.Problem != (app.ServerProblem{}):
		return kit.ProblemWords(s.Problem)
	case wantsSignIn(s):
		return locale.L("It asks you to sign in. If it takes a key instead, enter that in its headers.")
	case len(s.Changes) > 0:
		return changeWords(s.Changes[0])
	case s.LastError != (app.ServerEnd{}) && s.State != app.ServerDisabled && s.State != app.ServerReady && !s.SignIn:
		return locale.L("It ended: {{.Reason}}", "Reason", endWords(s.LastError))
	default:
		return ""
	}
}

// endWords say why a server last ended, with its last lines; empty if unknown.
func endWords(e app.ServerEnd) string {
	why, said := causeWords(e), inert.Exact(inert.Uncoloured(e.Words))
	if why == "" || said == "" {
		return why + said
	}
	return why + ": " + said
}

// causeWords are the part of endWords that is ours, or the system's.
func causeWords(e app.ServerEnd) string {
	detail := inert.Exact(e.Detail)
	switch e.Code {
	case entry.EndUnreached:
		return locale.L("it can't be reached: {{.Detail}}", "Detail", detail)
	case entry.EndExited:
		return locale.L("exit status {{.Code}}", "Code", strconv.Itoa(e.Exit))
	case entry.EndKilled:
		return locale.L("ended by signal {{.Number}}", "Number", strconv.Itoa(e.Signal))
	default:
		return cmp.Or(plainCauses.Of(e.Code), detail)
	}
}

// plainCauses are the causes that are worded without a detail.
var plainCauses = locale.Table[entry.EndCode]{
	entry.EndClosed:        "it closed the connection",
	entry.EndStopped:       "it was stopped",
	entry.EndTooLong:       "it sent a message that is too long",
	entry.EndStuck:         "it stopped reading",
	entry.EndIgnored:       "it ignored a cancellation",
	entry.EndTooMany:       "it lists too many tools, or their descriptions are too long",
	entry.EndUnanswered:    "it didn't answer in time",
	entry.EndElsewhere:     "its address leads to a different computer",
	entry.EndAddress:       "its address can't be understood",
	entry.EndForgotten:     "it has forgotten the session",
	entry.EndSignIn:        "it requires a sign-in",
	entry.EndNoSignIn:      "it offers no way to sign in that Deskhand knows",
	entry.EndNoClient:      "it doesn't register clients. Register your own OAuth app there, with http://127.0.0.1/signed-in as its callback, then press Edit and enter its client ID",
	entry.EndRefusedSignIn: "the sign-in was refused",
	entry.EndOpenSignIn:    "its sign-in isn't encrypted, or leads away from this computer",
	entry.EndBarred:        "what it runs has changed since you approved it",
}

// runsWords describe the last runs of a server: when each was, how it ended and what it
// wrote.
func runsWords(runs []app.ServerRun) string {
	texts := make([]string, len(runs))
	for i, r := range runs {
		words := strings.TrimRight(inert.Uncoloured(r.Words), "\n")
		if words == "" {
			words = locale.L("No output.")
		}
		texts[i] = runWords(r) + "\n" + words
	}
	return strings.Join(texts, "\n\n")
}

// runWords say when a run was and how it ended.
func runWords(r app.ServerRun) string {
	began := r.Began.Local().Format(time.DateTime)
	if r.Ended == nil {
		return locale.L("Started {{.Began}}.", "Began", began)
	}
	ended := r.Ended.Local().Format(time.TimeOnly)
	if r.End.Code == entry.EndStopped {
		return locale.L("Started {{.Began}}, stopped {{.Ended}}.", "Began", began, "Ended", ended)
	}
	return locale.L("Started {{.Began}}, ended {{.Ended}}: {{.Exit}}.", "Began", began, "Ended", ended, "Exit", causeWords(r.End))
}

// commandWords are a command as typed in a shell, quoted where necessary. No shell is
// used.
func commandWords(argv []string) string {
	words := make([]string, len(argv))
	for i, arg := range argv {
		words[i] = arg
		if arg == "" || strings.ContainsAny(arg, " \t\n\"'\\$&|;<>()*?#~`!{}[]") {
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// effectWords say what a tool does to files, as far as known.
func effectWords(e chat.Effect) string {
	return cmp.Or(effects.Of(e), locale.L("asks first"))
}

// effects are what tools do to files; others are unknown.
var effects = locale.Table[chat.Effect]{
	chat.EffectRead:   "read-only",
	chat.EffectChange: "makes changes: asks first",
}

// linesOf returns the nonempty lines of a text.
func linesOf(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// envOf parses variables, one per line: NAME=value.
func envOf(text string) (env map[string]string, problem string) {
	env = map[string]string{}
	for i, line := range linesOf(text) {
		name, value, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, locale.L("Line {{.N}} of the environment isn't NAME=value. Write one variable per line.", "N", locale.Number(i+1))
		}
		env[name] = value
	}
	return env, ""
}

// envText formats variables, one per line.
func envText(env map[string]string) string {
	lines := make([]string, 0, len(env))
	for name, value := range env {
		lines = append(lines, name+"="+value)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
