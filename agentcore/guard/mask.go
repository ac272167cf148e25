package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/excerpt"
)

const (
	masked = "***"
	// maxArgs is how many bytes of arguments a record holds.
	maxArgs = 16 << 10
	// headArgs is what is kept of longer ones.
	headArgs = 4 << 10
	// maxMasked is how many bytes of text are searched for secrets. The rest would be cut
	// anyway.
	maxMasked = 4 * maxArgs
	leftOut   = "…"
)

// lazily compiles an expression on first use: our servers, which are the same program,
// need none.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// secretShapes match well-known forms of secrets in a text; group 1, which precedes one,
// is kept.
var secretShapes = lazily(`(?s)` + strings.Join([]string{
	`-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z)`,
	`\bsk-[A-Za-z0-9_-]{16,}`,
	`\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}`,
	`\bgh[opsur]_[A-Za-z0-9]{20,}`,
	`\bgithub_pat_[A-Za-z0-9_]{20,}`,
	`\bglpat-[A-Za-z0-9_-]{16,}`,
	`\bxox[abeoprs]-[A-Za-z0-9-]{10,}`,
	`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
	`\bAIza[A-Za-z0-9_-]{30,}`,
	`\bhf_[A-Za-z0-9]{20,}`,
	`\bnpm_[A-Za-z0-9]{20,}`,
	`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`,
	`((?i:\bbearer\s+|\bbasic\s+))[A-Za-z0-9+/=._~-]{8,}`,
}, "|"))

// secretPairs match name=value and name: value in a text.
var secretPairs = lazily(`(?i)\b((?:[a-z0-9]+[_-])*(?:password|passwd|passphrase|passwort|kennwort|pwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&"']+)`)

// secretURLs match user:password@ in a URL.
var secretURLs = lazily(`(\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@]*:)[^\s/@]+@`)

// secretNames are parts of the names of arguments whose whole value is a secret, without
// '_' and '-'.
var secretNames = [...]string{
	"password", "passwd", "passphrase", "passwort", "kennwort", "pwd", "secret", "token",
	"apikey", "accesskey", "privatekey", "credential", "authorization", "cookie",
}

// maxResult is how many characters of a result a record holds.
const maxResult = 300

// maskResult returns the beginning of a result with secrets masked.
func maskResult(r chat.ToolResult) string {
	text := r.Text
	if !r.OK {
		text = r.Failure.Message
	}
	m := masker{left: maxMasked}
	return excerpt.Within(m.text(text), maxResult, leftOut)
}

// maskArgs returns arguments with secrets masked; overlong ones are replaced by their
// beginning, size and hash.
func maskArgs(raw json.RawMessage) json.RawMessage {
	var value any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if len(bytes.TrimSpace(raw)) == 0 {
		value = map[string]any{}
	} else if d.Decode(&value) != nil || d.More() {
		value = string(raw)
	}
	m := masker{left: maxMasked}
	kept := encodePlain(m.value(value))
	if len(kept) <= maxArgs {
		return kept
	}
	sum := sha256.Sum256(raw)
	return encodePlain(map[string]any{
		"cut":    strings.ToValidUTF8(string(kept[:headArgs]), ""),
		"bytes":  len(raw),
		"sha256": hex.EncodeToString(sum[:]),
	})
}

// leastSecret is the shortest value of a variable that is searched for in a text.
const leastSecret = 4

// Masked returns a text with its secrets masked: those of known form, and the values of
// variables, NAME=value, whose names suggest a secret.
func Masked(text string, environ []string) string {
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if isSecretName(name) && len(value) >= leastSecret {
			text = strings.ReplaceAll(text, value, masked)
		}
	}
	m := masker{left: len(text) + 1} // all of it
	return m.text(text)
}

// headSecret is how much of a secret is shown to let the user recognise it, and never
// more than half.
const headSecret = 4

// secretEnds are the last words of variables' names whose value is a secret.
var secretEnds = [...]string{"KEY", "PAT", "AUTH", "PASS", "CREDENTIALS", "DSN"}

// MaskedValue returns the value of a variable for display: a secret, by its name or its
// form, is masked except for its beginning.
func MaskedValue(name, value string) string {
	last := strings.ToUpper(name[strings.LastIndexAny(name, "_-.")+1:])
	m := masker{left: len(value) + 1} // all of it
	text := m.text(value)
	if isSecretName(name) || slices.Contains(secretEnds[:], last) || text == masked {
		letters := []rune(value)
		return string(letters[:min(headSecret, len(letters)/2)]) + masked
	}
	return text
}

// encodePlain encodes values that came from JSON or are plain.
func encodePlain(v any) json.RawMessage {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // cannot fail
	return bytes.TrimRight(out.Bytes(), "\n")
}

// masker masks secrets in the order of writing.
type masker struct{ left int }

func (m *masker) value(v any) any {
	switch v := v.(type) {
	case string:
		return m.text(v)
	case []any:
		for i := range v {
			v[i] = m.value(v[i])
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if isSecretName(name) {
				v[name] = masked
			} else {
				v[name] = m.value(v[name])
			}
		}
	}
	return v
}

func (m *masker) text(s string) string {
	if m.left <= 0 {
		return leftOut
	}
	rest := ""
	if len(s) > m.left {
		s, rest = strings.ToValidUTF8(s[:m.left], ""), leftOut
	}
	m.left -= len(s) + len(rest)
	s = secretShapes().ReplaceAllString(s, "${1}"+masked)
	s = secretURLs().ReplaceAllString(s, "${1}"+masked+"@")
	return secretPairs().ReplaceAllString(s, "${1}"+masked) + rest
}

func isSecretName(name string) bool {
	plain := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	return slices.ContainsFunc(secretNames[:], func(s string) bool { return strings.Contains(plain, s) })
}
