package theme

import (
	"bytes"
	"embed"
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
)

// IconName is one of our icons: a 24 by 24 grid, lines in one colour.
type IconName string

// The icons.
const (
	IconHome     IconName = "home"
	IconActivity IconName = "activity"
	IconModels   IconName = "models"
	IconServers  IconName = "servers"
	IconSettings IconName = "settings"
	IconFolder   IconName = "folder"
	IconFile     IconName = "file"
	IconCheck    IconName = "check"
	IconDrop     IconName = "drop"
	IconSearch   IconName = "search"
	IconCaret    IconName = "caret"
	IconAlert    IconName = "alert"
	IconUndo     IconName = "undo"
	IconArrow    IconName = "arrow"
	IconChat     IconName = "chat"
	IconPlus     IconName = "plus"
	IconFold     IconName = "fold"
	IconMore     IconName = "more"
	IconDenied   IconName = "denied"
	IconClock    IconName = "clock"
)

//go:embed icons/*.svg
var drawings embed.FS

// Icon draws name in one colour.
func Icon(name IconName, c color.Color) fyne.Resource {
	svg, err := drawings.ReadFile("icons/" + string(name) + ".svg")
	if err != nil {
		panic("theme: no drawing of " + string(name)) // its file is missing
	}
	r, g, b, _ := c.RGBA()
	hex := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	return fyne.NewStaticResource(
		fmt.Sprintf("%s-%s.svg", name, hex[1:]),
		bytes.ReplaceAll(svg, []byte("currentColor"), []byte(hex)))
}
