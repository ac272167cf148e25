// Package markdown sets the Markdown of a model as text of ui/prose. Nothing in
// it is fetched or followed, and it takes time in proportion to the text.
//
// It may import ui/prose, ui/inert and ui/locale. It holds no state of its own.
package markdown
