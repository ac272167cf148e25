package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/assets/fonts"
)

// The sizes of type, in Fyne's units.
const (
	SizeHeading = fynetheme.SizeNameHeadingText
	SizeTitle   = fynetheme.SizeNameSubHeadingText
	SizeBody    = fynetheme.SizeNameText
	SizeSmall   = fynetheme.SizeNameCaptionText
	// SizeCode is that of monospaced text. The toolkit rounds line heights: sizes of 11 to
	// 13 units lose the underscore.
	SizeCode fyne.ThemeSizeName = "code"

	SizeDisplay fyne.ThemeSizeName = "display" // the title of the drop zone
	SizeLabel   fyne.ThemeSizeName = "label"   // under an icon of the rail
)

// The corners, in Fyne's units.
const (
	RadiusChip   float32 = 6
	RadiusButton float32 = 8
	RadiusCard   float32 = 12
	RadiusZone   float32 = 18
)

// The gaps, in Fyne's units.
const (
	Gap4  float32 = 4
	Gap8  float32 = 8
	Gap12 float32 = 12
	Gap16 float32 = 16
	Gap24 float32 = 24
	Gap40 float32 = 40
)

// Deskhand is the theme of the window. It follows the system's light or dark variant.
type Deskhand struct {
	light, dark   map[fyne.ThemeColorName]color.NRGBA
	fixed         *fyne.ThemeVariant // nil: the system's
	regular, bold fyne.Resource
}

var _ fyne.Theme = (*Deskhand)(nil)

// New returns the theme.
func New() *Deskhand {
	return &Deskhand{
		light:   light().colours(),
		dark:    dark().colours(),
		regular: fyne.NewStaticResource("Inter-Regular.otf", fonts.Regular()),
		bold:    fyne.NewStaticResource("Inter-SemiBold.otf", fonts.SemiBold()),
	}
}

// The appearances that the user can choose instead of the system's.
const (
	AppearanceLight = "light"
	AppearanceDark  = "dark"
)

// Appearing returns the theme in the chosen appearance; empty: the system's.
func Appearing(appearance string) *Deskhand {
	d := New()
	switch appearance {
	case AppearanceLight:
		d.fixed = new(fyne.ThemeVariant)
		*d.fixed = fynetheme.VariantLight
	case AppearanceDark:
		d.fixed = new(fyne.ThemeVariant)
		*d.fixed = fynetheme.VariantDark
	}
	return d
}

// Color returns the colour called name, from the palette or Fyne's.
func (d *Deskhand) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if d.fixed != nil {
		variant = *d.fixed
	}
	p := d.light
	if variant == fynetheme.VariantDark {
		p = d.dark
	}
	if c, ok := p[name]; ok {
		return c
	}
	return fynetheme.DefaultTheme().Color(name, variant)
}

// Font returns Inter, except for code and symbols.
func (d *Deskhand) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Monospace, style.Symbol:
		return fynetheme.DefaultTheme().Font(style)
	case style.Bold:
		return d.bold
	default:
		return d.regular
	}
}

// Icon returns the icons that Fyne's own widgets draw.
func (d *Deskhand) Icon(name fyne.ThemeIconName) fyne.Resource {
	return fynetheme.DefaultTheme().Icon(name)
}

// Size returns the size called name.
func (d *Deskhand) Size(name fyne.ThemeSizeName) float32 {
	if size, ok := sizes[name]; ok {
		return size
	}
	return fynetheme.DefaultTheme().Size(name)
}

// sizes returns those that differ from Fyne's.
var sizes = map[fyne.ThemeSizeName]float32{
	SizeHeading:                          22,
	SizeDisplay:                          19,
	SizeTitle:                            15,
	SizeBody:                             14,
	SizeSmall:                            12.5,
	SizeCode:                             13.5,
	SizeLabel:                            10.5,
	fynetheme.SizeNameInputRadius:        RadiusButton,
	fynetheme.SizeNameInputBorder:        1,
	fynetheme.SizeNameSeparatorThickness: 1,
	fynetheme.SizeNameSelectionRadius:    0,
	fynetheme.SizeNameScrollBar:          10,
}

// current is the app's theme at each call, so that parts with a theme of their own follow a
// change of appearance.
type current struct{}

// of returns the app's theme. While the toolkit lays out such a part, its own theme.Current is
// that part's.
func (current) of() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

func (c current) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return c.of().Color(name, v)
}

func (c current) Font(style fyne.TextStyle) fyne.Resource { return c.of().Font(style) }

func (c current) Icon(name fyne.ThemeIconName) fyne.Resource { return c.of().Icon(name) }

func (c current) Size(name fyne.ThemeSizeName) float32 { return c.of().Size(name) }

// Tight returns the app's theme with only a line between the rows of a list.
func Tight() fyne.Theme { return tight{current{}} }

type tight struct{ fyne.Theme }

func (t tight) Size(name fyne.ThemeSizeName) float32 {
	if name == fynetheme.SizeNamePadding {
		return 1
	}
	return t.Theme.Size(name)
}

// Dense returns the app's theme with less padding in entries.
func Dense() fyne.Theme { return dense{current{}} }

type dense struct{ fyne.Theme }

func (d dense) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case fynetheme.SizeNameInnerPadding:
		return 5
	case fynetheme.SizeNameScrollBar, fynetheme.SizeNameScrollBarSmall: // it would underline the text
		return 0
	}
	return d.Theme.Size(name)
}

// Bare returns the app's theme for an entry inside a drawn box: no fill and no border.
func Bare() fyne.Theme { return bare{current{}} }

type bare struct{ fyne.Theme }

func (b bare) Size(name fyne.ThemeSizeName) float32 {
	if name == fynetheme.SizeNameInputBorder {
		return 0
	}
	return b.Theme.Size(name)
}

func (b bare) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if name == Surface || name == fynetheme.ColorNameInputBorder {
		return color.Transparent
	}
	return b.Theme.Color(name, v)
}
