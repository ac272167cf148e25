// Package compiled takes care of the folders in which wazero keeps the code that it
// compiled. It imports the standard library alone.
package compiled
