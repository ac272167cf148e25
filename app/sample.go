package app

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
)

// VerbSample is the verb that writes the sample files: only the program that the servers
// are started from contains them.
const VerbSample = "sample"

// Sample writes the sample files into a folder of the user's and returns it, to try
// everything without own files. Existing files are kept.
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
