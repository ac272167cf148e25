package picture

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"github.com/bep/imagemeta"
)

// Camera is what a camera or a program wrote into a picture. The words are cut
// and cleaned, not believed.
type Camera struct {
	// Date is when the picture was taken, by the camera's clock:
	// "2024-07-02T14:03:22".
	Date        string
	Make        string
	Model       string
	Software    string
	Orientation Orientation
}

// maxTags is how many tags of one picture are looked at.
const maxTags = 2_000

// maxTagText is the longest text of a tag in bytes.
const maxTagText = 100

// ReadCamera reads the metadata of a picture; what is missing or damaged is
// left empty.
func ReadCamera(data []byte, mime string) Camera {
	format, ok := metaFormat(mime)
	if !ok {
		return Camera{}
	}
	tags := map[string]any{}
	// An error means that the rest is damaged: what came before it is as good
	// as anything in the file.
	_ = imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: format, Sources: imagemeta.EXIF,
		LimitNumTags: maxTags,
		HandleTag: func(tag imagemeta.TagInfo) error {
			if _, have := tags[tag.Tag]; !have {
				tags[tag.Tag] = tag.Value
			}
			return nil
		},
	})
	return camera(tags)
}

func metaFormat(mime string) (imagemeta.ImageFormat, bool) {
	switch mime {
	case "image/jpeg":
		return imagemeta.JPEG, true
	case "image/tiff":
		return imagemeta.TIFF, true
	case "image/png", "image/vnd.mozilla.apng":
		return imagemeta.PNG, true
	case "image/webp":
		return imagemeta.WebP, true
	default:
		return imagemeta.ImageFormatAuto, false
	}
}

func camera(tags map[string]any) Camera {
	c := Camera{
		Make: tagText(tags["Make"]), Model: tagText(tags["Model"]), Software: tagText(tags["Software"]),
		Orientation: 1,
	}
	for _, name := range []string{"DateTimeOriginal", "DateTimeDigitized", "CreateDate", "DateTime", "ModifyDate"} {
		if c.Date = tagDate(tagText(tags[name])); c.Date != "" {
			break
		}
	}
	if n, ok := tags["Orientation"].(uint16); ok && n >= 1 && n <= 8 {
		c.Orientation = Orientation(n)
	}
	return c
}

// tagText returns one clean line of text.
func tagText(value any) string {
	text, ok := value.(string)
	if !ok {
		return ""
	}
	text = strings.ToValidUTF8(text, "")
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	if len(text) > maxTagText {
		text = strings.ToValidUTF8(text[:maxTagText], "")
	}
	return strings.TrimSpace(text)
}

// tagDate reads EXIF's form of a date; one that cannot be is left out.
func tagDate(text string) string {
	when, err := time.Parse("2006:01:02 15:04:05", text)
	if err != nil || when.Year() < 1900 {
		return ""
	}
	return when.Format("2006-01-02T15:04:05")
}
