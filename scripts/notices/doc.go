// Command notices writes assets/licences/THIRD_PARTY_NOTICES: the licences of
// all that the programs link or embed.
//
//	go run ./scripts/notices
//
// The Go modules come from go list, for the packages that the programs of the
// Linux package are built from. What no module declares, such as the libraries
// inside PDFium, is a table here with its texts in assets/licences/texts. The
// command fails on a licence that it does not know and on the GNU licences. It
// reads nothing but the module cache and this repository.
package main
