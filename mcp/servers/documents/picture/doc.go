// Package picture decodes untrusted pictures: PNG, JPEG, GIF,
// WebP, BMP and TIFF of several pages, each checked for its size before memory
// is taken for it; it turns, scales and greys them, and reads what a camera
// wrote into them.
//
// It may import image libraries. It has no goroutine of its own that outlives
// a call; everything is safe from anywhere.
package picture
