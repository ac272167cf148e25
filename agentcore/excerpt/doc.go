// Package excerpt returns parts of texts, counted in characters.
package excerpt
