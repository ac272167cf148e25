package script

// Template says what of a conversation a model's prompt has.
type Template struct {
	// Tools makes it a model that takes tool definitions, Thinking one that can
	// think.
	Tools, Thinking bool
	// Brief leaves out the system prompt and the definitions, which a tiny model
	// would read byte by byte and for nothing.
	Brief bool
	// Apart answers requests without tools with the Apart of the script.
	Apart bool
}

// Text is the template as a server takes it. It ends with the token that the
// answer begins after. The text at the beginning of the block of tool calls is
// what a server looks for in an answer, and the text around the thinking
// likewise.
func (t Template) Text() string {
	text := `{{- $n := "" }}{{ range .Messages }}{{ if eq .Role "assistant" }}{{ $n = printf "%sx" $n }}{{ end }}{{ end }}`
	if !t.Brief {
		text += `
{{- if .System }}<|im_start|>system
{{ .System }}{{ end }}`
	}
	if t.Tools {
		text += `
{{- if .Tools }}<|im_start|>tools
` + t.definitions() + `{{ end }}`
	}
	return text + `
{{- range .Messages }}
{{- if eq .Role "user" }}<|im_start|>user
{{ .Content }}<|im_end|>
{{ else if eq .Role "assistant" }}<|im_start|>assistant
` + t.thinking() + `{{ .Content }}` + t.calls() + `<|im_end|>
{{ else if eq .Role "tool" }}<|im_start|>tool
{{ .Content }}<|im_end|>
{{ end }}
{{- end }}<|im_start|>assistant
` + t.start()
}

func (t Template) start() string {
	const step = `<|s:{{ len $n }}|>`
	if !t.Apart {
		return step
	}
	return `{{ if .Tools }}` + step + `{{ else }}` + apartToken + `{{ end }}`
}

func (t Template) definitions() string {
	if t.Brief {
		return ""
	}
	return `{{ range .Tools }}{{ json . }}
{{ end }}`
}

func (t Template) thinking() string {
	if !t.Thinking {
		return ""
	}
	return `{{ if .Thinking }}` + ThinkOpen + `{{ .Thinking }}` + ThinkClose + `{{ end }}`
}

func (t Template) calls() string {
	if !t.Tools {
		return ""
	}
	return `
{{- if .ToolCalls }}{{ range .ToolCalls }}` + CallOpen + `
{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}
` + CallClose + `{{ end }}{{ end }}`
}

// What models of these templates write round their thinking and round a call.
const (
	ThinkOpen  = "<think>"
	ThinkClose = "</think>"
	CallOpen   = "<tool_call>"
	CallClose  = "</tool_call>"
)
