//go:build unix

package cli

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

const (
	// announceLimit bounds how long starting a message takes.
	announceLimit = 1200 * time.Millisecond
	// announceStep is how long a program has to fail.
	announceStep = 400 * time.Millisecond
)

// announce shows a sentence on the desktop, by the first program that can, for users who
// started Deskhand without a terminal. That program outlives us, for a minute.
func announce(sentence string) {
	ctx, cancel := context.WithTimeout(context.Background(), announceLimit)
	defer cancel()
	const title = "Deskhand can't start"
	for _, message := range [][]string{
		{"notify-send", "--app-name=Deskhand", title, sentence},
		{"zenity", "--error", "--timeout=60", "--title=" + title, "--text=" + sentence},
		{"kdialog", "--title", title, "--passivepopup", sentence, "60"},
		{"xmessage", "-timeout", "60", "-center", "-title", title, sentence},
	} {
		if announced(ctx, message) || ctx.Err() != nil {
			return
		}
	}
}

// announced reports whether a program shows a message: it succeeded, or is still running.
func announced(ctx context.Context, message []string) bool {
	c := exec.Command(message[0], message[1:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // it outlives us
	if c.Start() != nil {
		return false
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }() // or it outlives us
	step, cancel := context.WithTimeout(ctx, announceStep)
	defer cancel()
	select {
	case err := <-ended:
		return err == nil
	case <-step.Done():
		return true
	}
}
