//go:build race

package documents

func init() { raced = true }
