package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"
)

const (
	masked = "***"
	// mostArgs is how many bytes of arguments a record holds.
	mostArgs = 16 << 10
	// headArgs is what is kept of longer ones.
	headArgs = 4 << 10
)

// secretShapes are the forms that well-known secrets have in a text; what
// group 1 matches in front of one is kept.
var secretShapes = regexp.MustCompile(`(?s)` + strings.Join([]string{
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

// secretPairs are name=value and name: value inside a text.
var secretPairs = regexp.MustCompile(`(?i)\b((?:[a-z0-9]+[_-])*(?:password|passwd|passphrase|passwort|kennwort|pwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&"']+)`)

// secretURLs are user:password@ in a URL.
var secretURLs = regexp.MustCompile(`(\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@]*:)[^\s/@]+@`)

// secretNames are parts of the names of arguments whose value is a secret as
// a whole, without '_' and '-'.
var secretNames = [...]string{
	"password", "passwd", "passphrase", "passwort", "kennwort", "pwd", "secret", "token",
	"apikey", "accesskey", "privatekey", "credential", "authorization", "cookie",
}

// maskArgs gives arguments as they may be kept: secrets masked, and what is
// too long told by its beginning, its size and its hash.
func maskArgs(raw json.RawMessage) json.RawMessage {
	var value any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if len(bytes.TrimSpace(raw)) == 0 {
		value = map[string]any{}
	} else if d.Decode(&value) != nil || d.More() {
		value = string(raw)
	}
	kept := encodePlain(maskValue(value))
	if len(kept) <= mostArgs {
		return kept
	}
	sum := sha256.Sum256(raw)
	return encodePlain(map[string]any{
		"cut":    strings.ToValidUTF8(string(kept[:headArgs]), ""),
		"bytes":  len(raw),
		"sha256": hex.EncodeToString(sum[:]),
	})
}

// encodePlain encodes values that came out of JSON or are plain.
func encodePlain(v any) json.RawMessage {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // such values always encode
	return bytes.TrimRight(out.Bytes(), "\n")
}

func maskValue(v any) any {
	switch v := v.(type) {
	case string:
		return maskText(v)
	case []any:
		for i := range v {
			v[i] = maskValue(v[i])
		}
	case map[string]any:
		for name, inner := range v {
			if isSecretName(name) {
				v[name] = masked
			} else {
				v[name] = maskValue(inner)
			}
		}
	}
	return v
}

func isSecretName(name string) bool {
	plain := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	for _, s := range secretNames {
		if strings.Contains(plain, s) {
			return true
		}
	}
	return false
}

func maskText(s string) string {
	s = secretShapes.ReplaceAllString(s, "${1}"+masked)
	s = secretURLs.ReplaceAllString(s, "${1}"+masked+"@")
	return secretPairs.ReplaceAllString(s, "${1}"+masked)
}
