package app

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
)

// VerbSample is the verb that writes the sample files: the program that the servers
// are started from has them, and no other.
const VerbSample = "sample"

// Sample writes the sample files into a folder of the person's and returns it, so
// that everything can be tried without a file of their own. Files that are there
// already stay as they are.
func (c *Controller) Sample(ctx context.Context) (string, error) {
	dir := c.paths.Sample()
	return dir, c.writeSample(ctx, dir)
}

func (c *Controller) writeSample(ctx context.Context, dir string) error {
	said, err := exec.CommandContext(ctx, c.self, VerbSample, dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("write the sample to %s: %w: %s", dir, err, bytes.TrimSpace(said))
	}
	return nil
}
