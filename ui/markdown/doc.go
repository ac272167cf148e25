// Package markdown converts a model's Markdown into text of ui/prose. It fetches and
// follows nothing, and takes time in proportion to the text.
//
// It may import ui/prose, ui/inert and ui/locale. It has no global state.
package markdown
