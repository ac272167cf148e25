// Package firm reads the names of firms and public bodies where they stand in a text: up
// to their legal form, or to what parts them from an address.
package firm
