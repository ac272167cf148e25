package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// The colours that views and widgets use by name.
const (
	Background = fynetheme.ColorNameBackground
	Surface    = fynetheme.ColorNameInputBackground
	Ink        = fynetheme.ColorNameForeground
	Muted      = fynetheme.ColorNamePlaceHolder
	Line       = fynetheme.ColorNameSeparator
	Accent     = fynetheme.ColorNamePrimary
	OnAccent   = fynetheme.ColorNameForegroundOnPrimary
	Doubt      = fynetheme.ColorNameWarning
	Danger     = fynetheme.ColorNameError
	Hover      = fynetheme.ColorNameHover
	Pressed    = fynetheme.ColorNamePressed
	Selected   = fynetheme.ColorNameSelection

	Tint       fyne.ThemeColorName = "tint"       // behind chosen items
	DoubtTint  fyne.ThemeColorName = "doubtTint"  // behind uncertain values
	DangerTint fyne.ThemeColorName = "dangerTint" // behind errors
	Paper      fyne.ThemeColorName = "paper"      // a page, in light and dark
	Faint      fyne.ThemeColorName = "faint"      // a disabled control
	First      fyne.ThemeColorName = "first"      // the first share of a whole
	Second     fyne.ThemeColorName = "second"     // the second one
)

type palette struct {
	background, surface    color.NRGBA
	ink, muted, line       color.NRGBA
	accent, tint, onAccent color.NRGBA
	doubt, doubtTint       color.NRGBA
	danger, dangerTint     color.NRGBA
	mark                   color.NRGBA
	first, second          color.NRGBA
}

func light() palette {
	return palette{
		background: rgb(0xF6F5F1), surface: rgb(0xFFFFFF),
		ink: rgb(0x20242A), muted: rgb(0x6C727B), line: rgb(0xE4E1DA),
		accent: rgb(0x1F6F5C), tint: rgb(0xE3F0EC), onAccent: rgb(0xFFFFFF),
		doubt: rgb(0x9A6200), doubtTint: rgb(0xFBF0DA),
		danger: rgb(0xB3261E), dangerTint: rgb(0xFBE9E7),
		mark: rgb(0xFFE48A), first: rgb(0x7686AE), second: rgb(0xB8954F),
	}
}

func dark() palette {
	return palette{
		background: rgb(0x16181B), surface: rgb(0x1E2125),
		ink: rgb(0xE8E6E1), muted: rgb(0x9AA0A8), line: rgb(0x2E3238),
		accent: rgb(0x57BFA4), tint: rgb(0x1F332E), onAccent: rgb(0x0E1513),
		doubt: rgb(0xE6B65C), doubtTint: rgb(0x332B1B),
		danger: rgb(0xF2857C), dangerTint: rgb(0x3A2322),
		mark: rgb(0x6B5A1E), first: rgb(0x7D8DB5), second: rgb(0xBF9D57),
	}
}

// colours returns the palette by name; other colours are Fyne's.
func (p palette) colours() map[fyne.ThemeColorName]color.NRGBA {
	none := color.NRGBA{} // our entries draw their own border
	return map[fyne.ThemeColorName]color.NRGBA{
		Background: p.background,
		Surface:    p.surface, fynetheme.ColorNameButton: p.surface, fynetheme.ColorNameMenuBackground: p.surface,
		fynetheme.ColorNameOverlayBackground: p.surface, fynetheme.ColorNameHeaderBackground: p.surface,
		Ink:   p.ink,
		Muted: p.muted,
		Line:  p.line, fynetheme.ColorNameDisabledButton: p.line,
		Accent: p.accent, fynetheme.ColorNameHyperlink: p.accent, fynetheme.ColorNameSuccess: p.accent,
		OnAccent: p.onAccent, fynetheme.ColorNameForegroundOnError: p.onAccent,
		fynetheme.ColorNameForegroundOnSuccess: p.onAccent, fynetheme.ColorNameForegroundOnWarning: p.onAccent,
		Tint:       p.tint,
		Doubt:      p.doubt,
		DoubtTint:  p.doubtTint,
		Danger:     p.danger,
		DangerTint: p.dangerTint,
		Paper:      rgb(0xFFFFFF),
		First:      p.first,
		Second:     p.second,

		// These are half transparent.
		Faint: alpha(p.muted, 0x90), fynetheme.ColorNameDisabled: alpha(p.muted, 0x90),
		Hover:                                  alpha(p.ink, 0x0A),
		Pressed:                                alpha(p.ink, 0x18),
		fynetheme.ColorNameFocus:               alpha(p.accent, 0x30),
		fynetheme.ColorNameSelection:           alpha(p.accent, 0x48),
		fynetheme.ColorNameScrollBar:           alpha(p.muted, 0x70),
		fynetheme.ColorNameScrollBarBackground: none, fynetheme.ColorNameShadow: none, fynetheme.ColorNameInputBorder: none,
	}
}

// rgb converts 0xRRGGBB.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}

// Highlight marks evidence on a page, and HighlightLine surrounds the chosen mark: pages are
// white in light and dark, so the colours are the same.
func Highlight() color.NRGBA { return light().mark }

// HighlightLine surrounds the chosen mark.
func HighlightLine() color.NRGBA { return light().accent }
