package script

// Template is which parts of a conversation a model's prompt has.
type Template struct {
	// Tools makes the model take tool definitions, Thinking makes it think.
	Tools, Thinking bool
	// Brief leaves out the system prompt and the definitions, which a tiny model would
	// read byte by byte for nothing.
	Brief bool
	// Apart gives requests without tools the script's Apart answer.
	Apart bool
}

// Text returns the template for a server. It ends with the token that the answer follows.
// The text at the beginning of the block of tool calls is what a server looks for in an
// answer, and so is the text around thinking.
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

// What models of these templates write around thinking and around a call.
const (
	ThinkOpen  = "<think>"
	ThinkClose = "</think>"
	CallOpen   = "<tool_call>"
	CallClose  = "</tool_call>"
)
