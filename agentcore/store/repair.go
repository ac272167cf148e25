package store

import (
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// RepairInterrupted adds a result to each call that was open when the program ended in
// mid-turn, and returns the number of conversations that had some. Call it on start,
// before the first turn.
func (s *Store) RepairInterrupted(ctx context.Context) (int, error) {
	var broken []meta
	err := s.view(ctx, "look for interrupted turns", func(tx *bolt.Tx) error {
		for _, m := range readable[meta](bucket(tx, bucketMeta)) {
			if len(m.Open) > 0 {
				broken = append(broken, m)
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for i, m := range broken {
		err := s.update(ctx, "repair an interrupted turn", func(tx *bolt.Tx) error {
			return s.interrupt(tx, m)
		})
		if err != nil {
			return i, err
		}
	}
	return len(broken), nil
}

func (s *Store) interrupt(tx *bolt.Tx, m meta) error {
	for _, call := range m.Open {
		answer := chat.Message{
			Role: chat.RoleTool, Time: s.now(), CallID: call.ID, Tool: call.Tool,
			Status: chat.StatusCancelled, Failure: chat.Failure{Class: chat.ErrInterrupted},
			Text: fmt.Sprintf("%s: the program ended while %s was running. "+
				"It is not known how far it came: look before trying again.", chat.ErrInterrupted, call.Tool),
		}
		if err := s.appendTo(tx, m.ID, answer); err != nil {
			return err
		}
	}
	return nil
}
